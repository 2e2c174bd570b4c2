import { staleWarning } from '../../orbit/stale.ts';
import type { Catalog } from '../../query/catalog.ts';
import type { StoredElements } from '../../release/record-store.ts';
import { Refusal } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { Answer } from '../respond.ts';
import { noSatellite } from './satellites.ts';

/** An answer that is made of elements with this epoch: it says so where they are old. */
export function withAge(
  epoch: string,
  context: RequestContext,
  answer: Omit<Answer, 'headers' | 'negotiated'>,
): Answer {
  const warning = staleWarning(epoch, new Date(context.now));
  return { ...answer, negotiated: true, ...(warning !== null && { headers: { 'X-Stale-Warning': warning } }) };
}

/** The name and element set of an object. Throws 404 where there is no such object, or no elements of it. */
export function elementsOf(
  catalog: Catalog,
  id: number,
): { name: string; elements: NonNullable<StoredElements['elements']> } {
  const stored = catalog.elements(id);
  if (!stored) throw noSatellite(id);
  const { name, elements } = stored;
  if (!elements) throw new Refusal('no_elements', { error: `No orbital elements are published for ${name} (${id}).` });
  return { name, elements };
}
