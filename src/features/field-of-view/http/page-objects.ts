import type { Catalog } from '../../../query/catalog.ts';
import { catalogObjects } from '../../sky/http/catalog-objects.ts';
import type { ObjectColumns } from '../object-columns.ts';

/** Everything that has elements in a release. */
export async function pageObjects(catalog: Catalog): Promise<ObjectColumns> {
  const { objects, ends, magnitudes } = await catalogObjects(catalog);
  const ids = objects.map(({ norad_cat_id }) => norad_cat_id);
  return {
    norad_cat_id: ids,
    name: objects.map(({ name }) => name),
    active: objects.map(({ active }) => Number(active)),
    magnitude: ids.map((id) => magnitudes.get(id) ?? null),
    until: ids.map((id) => ends.get(id) ?? null),
  };
}
