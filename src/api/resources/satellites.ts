import type { Catalog } from '../../query/catalog.ts';
import type { SearchResult } from '../../query/search.ts';
import { satelliteSummary } from '../../schema/satellite.ts';
import { json } from '../answer.ts';
import { named } from '../named.ts';
import { dataOf, listAnswer, paging, searchResults } from '../page.ts';
import { searched } from '../parameter.ts';
import { type Asked, route } from '../route.ts';
import { fields, filterOf, filters, sort, sortOf } from '../satellite-query.ts';

export const summary = named(satelliteSummary, 'SatelliteSummary');

/** The page of a list of catalogue numbers, as the answer to a request. */
export async function satellitePage(
  asked: Pick<Asked<Record<never, never>, typeof paging>, 'call' | 'from'> & {
    query: { limit: number; offset: number; fields?: string[] | undefined };
  },
  ids: Int32Array,
  search?: SearchResult,
) {
  const { limit, offset } = asked.query;
  const data = await summaries(asked.from.catalog, ids.subarray(offset, offset + limit), asked.query.fields);
  return listAnswer(asked, ids.length, dataOf(data), search);
}

/** JSON texts of satellites. */
export function summaries(
  catalog: Catalog,
  ids: Int32Array,
  names?: readonly string[],
): readonly string[] | Promise<string[]> {
  if (names) return catalog.fields([...ids], names);
  return Array.from(ids, (id) => catalog.summary(id)!);
}

export const satellites = route(
  {
    id: 'listSatellites',
    path: '/api/v1/satellites',
    tag: 'Satellites',
    summary: 'List satellites and everything else in orbit',
    description:
      'Every catalogued object that the filters leave, by catalogue number unless `sort` says otherwise. With `q`, what matches, best first, as in `/api/v1/search`.',
    access: 'keyed',
    params: {},
    query: { ...filters, q: searched('Only what this search finds', 'starlink'), sort, fields, ...paging },
    answers: [{ type: json, schema: searchResults(summary) }],
    errors: [],
  },
  async (asked) => {
    const { query } = asked;
    const { catalog } = asked.from;
    const filter = await filterOf(catalog, query);
    if (query.q === undefined) return satellitePage(asked, await catalog.list(filter, sortOf(query.sort)));
    const found = await catalog.search(query.q, filter);
    if (query.sort === undefined) return satellitePage(asked, found.ids, found);
    const inFound = new Set(found.ids);
    const sorted = await catalog.list(filter, sortOf(query.sort));
    return satellitePage(
      asked,
      sorted.filter((id) => inFound.has(id)),
      found,
    );
  },
);
