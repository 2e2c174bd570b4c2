import type { Form } from '../schema/public-route.ts';
import { Refusal } from './errors.ts';
import type { Resource } from './representation.ts';

/** Names under which people send a key in the query, where proxies log it and browsers keep it. */
const keyNames = ['key', 'api_key', 'apikey'];

/** Refuses a key in the query string, on every path of the API. */
export function refuseKeyInQuery(query: string): void {
  const parameter = keyNames.find((name) => new URLSearchParams(query).has(name));
  if (parameter === undefined) return;
  throw new Refusal('invalid_parameter', {
    error: 'A key in the address is not accepted: addresses end up in logs and histories.',
    hint: 'Send it as "Authorization: Bearer <key>" or "X-API-Key: <key>", and replace this key: it has been seen.',
    body: { parameter, allowed: [] },
  });
}

/**
 * Reads the query of a dataset: `format` and nothing else. Null where it isn't given. `named` is the form that the
 * path's ending asks for; `format` may repeat it, not contradict it.
 */
export function readFormat(query: string, resource: Resource, named: Form | null): Form | null {
  if (query === '') return null;
  const parameters = new URLSearchParams(query);
  for (const parameter of parameters.keys()) {
    if (parameter === 'format') continue;
    throw new Refusal('invalid_parameter', {
      error: 'This route does not have that parameter.',
      hint: 'Leave it out, or use one of those in "allowed".',
      body: { parameter, allowed: ['format'] },
    });
  }
  const values = parameters.getAll('format');
  if (values.length === 0) return null;
  const allowed = named ? [named] : resource.route.forms.filter((form) => resource.forms.has(form));
  const form = allowed.find((candidate) => candidate === values[0]?.toLowerCase());
  if (values.length === 1 && form) return form;
  throw new Refusal('invalid_parameter', {
    error:
      values.length > 1
        ? 'The parameter format is given more than once.'
        : 'The parameter format has no such value here.',
    body: { parameter: 'format', allowed },
  });
}
