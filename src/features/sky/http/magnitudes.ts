import { type ObjectSize, sizeNames, standardMagnitude } from '../../../orbit/observation/magnitude.ts';
import type { Catalog } from '../../../query/catalog.ts';

const fields = ['norad_cat_id', ...sizeNames];

/** The standard magnitude of everything that has elements and a known size, by catalog number. */
export async function allMagnitudes(catalog: Catalog): Promise<Map<number, number>> {
  const sizes = await catalog.sky.sizes();
  return new Map(sizes.flatMap(({ norad_cat_id: id, ...size }) => entryOf(id, size)));
}

/** The standard magnitudes of some objects, by catalog number. */
export async function magnitudesOf(catalog: Catalog, ids: readonly number[]): Promise<Map<number, number>> {
  const present = ids.filter((id) => catalog.summary(id) !== null);
  const sizes = await catalog.fields(present, fields);
  return new Map(
    sizes.flatMap((text) => {
      const { norad_cat_id, ...size } = JSON.parse(text) as ObjectSize & { norad_cat_id: number };
      return entryOf(norad_cat_id, size);
    }),
  );
}

function entryOf(id: number, size: ObjectSize): [number, number][] {
  const magnitude = standardMagnitude(id, size);
  return magnitude === null ? [] : [[id, magnitude]];
}
