import { z } from '@hono/zod-openapi';
import type { Catalog } from '../../query/catalog.ts';
import type { SearchResult } from '../../query/search.ts';
import { satelliteRecord } from '../../schema/record.ts';
import { satelliteSummary } from '../../schema/satellite.ts';
import { Refusal } from '../errors.ts';
import { json } from '../respond.ts';
import { asOfParameter } from './history/as-of.ts';
import { dataOf, listAnswer, paging, searchResults } from './paging.ts';
import { required, searched, whole } from './parameter.ts';
import { type Asked, named, route } from './route.ts';
import { fields, filterOf, filters, sort, sortOf } from './satellite-query.ts';

export const summary = named(satelliteSummary, 'SatelliteSummary');

/** The page of a list of catalog numbers, as the answer to a request. */
export async function satellitePage(
  asked: Pick<Asked<Record<never, never>, typeof paging>, 'context' | 'from'> & {
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
      'Every cataloged object that the filters leave, by catalog number unless `sort` says otherwise. With `q`, what matches, best first, as in `/api/v1/search`.',
    access: 'keyed',
    params: {},
    query: {
      ...filters,
      q: searched('Only what this search finds', 'starlink'),
      sort,
      fields,
      as_of: asOfParameter,
      ...paging,
    },
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

const MAX_NUMBER = 999_999_999;

/** The catalog number in a path. */
export const byNumber = {
  norad_cat_id: required({ ...whole('NORAD catalog number', 1, MAX_NUMBER, 25544), allowed: [`1..${MAX_NUMBER}`] }),
};

/** The answer for a catalog number that nothing has. */
export const noSatellite = (id: number) =>
  new Refusal('not_found', {
    error: `The catalog has no object with the catalog number ${id}.`,
    hint: 'Look it up by name or COSPAR designator: /api/v1/search?q=…',
  });

export const satellite = route(
  {
    id: 'getSatellite',
    path: '/api/v1/satellites/{norad_cat_id}',
    tag: 'Satellites',
    summary: 'One satellite, with every claim about it',
    description:
      'The whole record: its values, who claims each of them (`claims`), and how sure each is and why (`provenance`). A field on which sources disagree is CONFLICTING, and every side stands in `claims`.',
    access: 'keyed',
    params: byNumber,
    query: { as_of: asOfParameter },
    answers: [{ type: json, schema: z.object({ data: named(satelliteRecord, 'Satellite') }) }],
    errors: ['not_found'],
  },
  ({ from, params }) => {
    const body = from.catalog.record(params.norad_cat_id);
    if (!body) throw noSatellite(params.norad_cat_id);
    return { type: json, body };
  },
);
