import type { Form } from '../schema/public-route.ts';
import { Refusal } from './errors.ts';
import type { Resource } from './public-resource.ts';

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
