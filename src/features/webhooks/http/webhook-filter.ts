import { filterOf, filters, listOrSearch } from '../../../http/api/lists/satellite-query.ts';
import { readQuery, searched } from '../../../http/api/parameter.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { listFilters } from '../../conjunctions/http/conjunction-routes.ts';
import type { NewsFilter } from '../../conjunctions/run-store.ts';

/** Limits of close approaches. */
const { max_range_km, min_probability } = listFilters;
const limits = { max_range_km, min_probability };

/** The filters that a webhook may have: those of the list of satellites, its search, and limits of close approaches. */
const parameters = { ...filters, q: searched('Only objects that this search finds', 'starlink'), ...limits };

/**
 * The catalog numbers that match the filters of a webhook; null for every object. Throws 400 if a filter is unknown, or has
 * a value that this release does not have.
 */
export async function objectsOf(catalog: Catalog, query: string): Promise<ReadonlySet<number> | null> {
  const { q, max_range_km: _range, min_probability: _probability, ...values } = readQuery(query, parameters);
  const filter = await filterOf(catalog, values);
  if (q === undefined && Object.keys(filter).length === 0) return null;
  return new Set((await listOrSearch(catalog, filter, { q })).ids);
}

/** The limits of close approaches among the filters of a webhook. */
export function limitsOf(query: string): Omit<NewsFilter, 'objects'> {
  const { max_range_km, min_probability } = readQuery(query, parameters);
  return {
    ...(max_range_km !== undefined && { max_range_km }),
    ...(min_probability !== undefined && { min_probability }),
  };
}
