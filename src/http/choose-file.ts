import type { IncomingHttpHeaders } from 'node:http';
import { type Form, forms } from '../schema/public-route.ts';
import { type Coding, chooseCoding, chooseType } from './negotiate.ts';
import type { Codings, Representation, Resource } from './public-resource.ts';

/** The form that the `Accept` header asks for. A resource with one form has nothing to choose. Throws 406. */
export function chooseForm(headers: IncomingHttpHeaders, { forms: available, route }: Resource): Form {
  const offered = route.forms.filter((form) => available.has(form));
  if (offered.length === 1) return offered[0]!;
  const types = offered.map((form) => forms[form]);
  const type = chooseType(headers, types, offered);
  return offered.find((form) => forms[form] === type)!;
}

/** The file in the coding that `Accept-Encoding` asks for. Throws 406. */
export function chooseRepresentation(headers: IncomingHttpHeaders, codings: Codings): Representation {
  if (codings.identity && headers['accept-encoding'] === undefined) return codings.identity;
  return codings[chooseCoding(headers, Object.keys(codings) as Coding[])]!;
}
