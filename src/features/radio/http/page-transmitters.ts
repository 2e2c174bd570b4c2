import { integer, readQuery } from '../../../http/api/parameter.ts';
import { cleanQuery, orProblem } from '../../../http/pages/page-list.ts';
import { type Catalog, summariesOf } from '../../../query/catalog.ts';
import type { Transmitter } from '../../../schema/objects/transmitter.ts';
import { filterOf, transmitterFilters } from './transmitters.ts';

const paged = {
  ...transmitterFilters,
  limit: integer('How many a page shows', 1, 100, 100),
  offset: integer('How many come before', 0, 1_000_000_000, 0),
};

/** Answers `/transmitters?…`. Throws CatalogError. */
export function listTransmitters(catalog: Catalog, query: string) {
  return orProblem(paged, async () => {
    const clean = cleanQuery(query);
    const { limit, offset, ...filters } = readQuery(clean, paged);
    const { texts, total } = await catalog.transmitters.list(await filterOf(catalog, filters), { limit, offset });
    const transmitters = texts.map((text) => JSON.parse(text) as Transmitter);
    const ids = [...new Set(transmitters.flatMap(({ norad_cat_id }) => norad_cat_id ?? []))];
    const objects = new Map(summariesOf(catalog, ids).map((summary) => [summary.norad_cat_id, summary]));
    const { limit: _limit, offset: _offset, ...params } = Object.fromEntries(new URLSearchParams(clean));
    return {
      ok: true as const,
      total,
      limit,
      offset,
      params,
      rows: transmitters.map((transmitter) => ({
        transmitter,
        /** Null if the object has no catalog number. */
        object: objects.get(transmitter.norad_cat_id ?? 0) ?? null,
      })),
    };
  });
}
