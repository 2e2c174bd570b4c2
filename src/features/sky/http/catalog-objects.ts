import type { Catalog } from '../../../query/catalog.ts';
import type { SkyObject } from '../../../query/sky-elements.ts';
import { allMagnitudes } from './magnitudes.ts';

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
