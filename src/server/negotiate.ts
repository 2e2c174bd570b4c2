import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { encodings, type Form, forms } from '../schema/public-route.ts';
import { Refusal } from './errors.ts';
import type { Coding, Codings, Representation, Resource } from './representation.ts';

/** What the server sends where the client likes several equally. */
const preferred: readonly Coding[] = [...(Object.keys(encodings) as Coding[]), 'identity'];

/** The form that the `Accept` header asks for. A resource with one form has nothing to choose. Throws 406. */
export function chooseForm(headers: IncomingHttpHeaders, { forms: available, route }: Resource): Form {
  const offered = route.forms.filter((form) => available.has(form));
  if (offered.length === 1 || headers.accept === undefined) return offered[0]!;
  const types = offered.map((form) => forms[form]);
  const [type] = new Negotiator({ headers }).mediaTypes(types);
  const form = offered.find((candidate) => forms[candidate] === type);
  if (form) return form;
  throw new Refusal('not_acceptable', {
    body: { header: 'Accept', allowed: types.map((full) => full.split(';')[0]), formats: offered },
  });
}

/**
 * The coding that `Accept-Encoding` asks for; where nothing it names is there, the plain file, unless it says that
 * it can't take that either. Throws 406.
 */
export function chooseCoding(headers: IncomingHttpHeaders, codings: Codings): Representation {
  const plain = codings.identity;
  if (plain && headers['accept-encoding'] === undefined) return plain;
  const available = preferred.filter((coding) => codings[coding]);
  // The published types lack this option, which `negotiator` has since 1.0.
  const negotiator = new Negotiator({ headers }) as unknown as {
    encodings(available: readonly string[], options: { preferred: readonly string[] }): Coding[];
  };
  const [coding] = negotiator.encodings(available, { preferred });
  const chosen = coding && codings[coding];
  if (chosen) return chosen;
  throw new Refusal('not_acceptable', {
    error: 'None of the encodings that this resource has is accepted by this request.',
    body: { header: 'Accept-Encoding', allowed: available },
  });
}
