import { type ObjectSize, sizeNames, standardMagnitude } from '../../../orbit/observation/magnitude.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { SkyObject } from '../../../query/sky-elements.ts';

/** The objects of a release that have elements. */
export interface CatalogObjects {
  readonly objects: readonly SkyObject[];
  /** Ends of predicted reentry windows by catalog number, milliseconds since 1970: afterwards an object has no position. */
  readonly ends: ReadonlyMap<number, number>;
  /** Standard magnitudes by catalog number. */
  readonly magnitudes: ReadonlyMap<number, number>;
}

/** Opens something for each release at most once, and frees it with the release. A failed opening is tried again. */
export function oncePerRelease<T>(open: (catalog: Catalog) => Promise<T>): (catalog: Catalog) => Promise<T> {
  const opened = new WeakMap<Catalog, Promise<T>>();
  return (catalog) => {
    const known = opened.get(catalog);
    if (known) return known;
    const opening = open(catalog);
    opened.set(catalog, opening);
    opening.catch(() => opened.delete(catalog));
    return opening;
  };
}

export const catalogObjects = oncePerRelease(async (catalog): Promise<CatalogObjects> => {
  const [objects, ends, magnitudes] = await Promise.all([
    catalog.sky.objects(),
    catalog.reentryEnds(),
    allMagnitudes(catalog),
  ]);
  return { objects, ends, magnitudes };
});

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
