import { type ObjectSize, standardMagnitude } from '../../../orbit/observation/magnitude.ts';
import type { Catalog } from '../../../query/catalog.ts';

const fields = ['norad_cat_id', 'length_m', 'diameter_m', 'span_m', 'rcs_m2'];

/** The standard magnitude of each object whose size is known, by catalog number. */
export async function magnitudesOf(catalog: Catalog, ids: readonly number[]): Promise<Map<number, number>> {
  const known = new Map<number, number>();
  const present = ids.filter((id) => catalog.summary(id) !== null);
  for (const text of await catalog.fields(present, fields)) {
    const { norad_cat_id, ...size } = JSON.parse(text) as ObjectSize & { norad_cat_id: number };
    const magnitude = standardMagnitude(norad_cat_id, size);
    if (magnitude !== null) known.set(norad_cat_id, magnitude);
  }
  return known;
}
