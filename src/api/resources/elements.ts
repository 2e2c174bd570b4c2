import type { Catalog } from '../../catalog/catalog.ts';
import type { StoredElements } from '../../catalog/record-store.ts';
import { Refusal } from '../errors.ts';
import { noSatellite } from './satellite.ts';

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
