import { z } from '@hono/zod-openapi';
import type { Catalog } from '../../query/catalog.ts';
import { satelliteRecord } from '../../schema/objects/record.ts';
import { satellite as satelliteRecordFields, satelliteSummary } from '../../schema/objects/satellite.ts';
import { ApiError } from '../errors.ts';
import { json } from '../respond.ts';
import { asOfParameter, recordAsOf } from './archive/as-of.ts';
import { metaOfRemoved, removedBySearch, removedRecordFrom } from './archive/removed.ts';
import { elementFormOf, elementList, elementResponses, listFormat, withElements } from './lists/element-list.ts';
import { fields, filterOf, filters, listOrSearch, sort } from './lists/satellite-query.ts';
import { chosenRecords, dataOf, listOfRecords, listResponse, paging } from './paging.ts';
import { integer, required, searched } from './parameter.ts';
import { named, type RouteRequest, responseForms, route } from './route.ts';

export const summary = named(satelliteSummary, 'SatelliteSummary');

/** A satellite in a list: `fields` chooses which properties of the full record it has. */
const item = named(satelliteRecordFields.partial(), 'SatelliteItem');

/** The response with a page of a list of catalog numbers. */
export async function satellitePage(
  request: Pick<RouteRequest<Record<never, never>, typeof paging>, 'context' | 'from'> & {
    query: { limit: number; offset: number; fields?: string[] | undefined };
  },
  ids: Int32Array,
  more?: Parameters<typeof listResponse>[3],
) {
  const { limit, offset } = request.query;
  const { catalog, rebuilt } = request.from;
  const names = request.query.fields ?? (rebuilt ? inSummary : undefined);
  const data = await summaries(catalog, ids.subarray(offset, offset + limit), names);
  return listResponse(request, ids.length, dataOf(data), more);
}

const inSummary = Object.keys(satelliteSummary.shape);

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
    summary: 'List objects',
    description:
      'Cataloged objects that match the filters, by catalog number unless you set `sort`. With `q`, matches are ordered as in `/api/v1/search`, best first. A filter with several values, separated by commas, matches objects with any of them; different filters must all match. Each object has the fields of a summary, or those in `fields`. In every format except `json`, the response is the element sets of the whole list, up to 10,000, as in the files of `/api/v1/elements/{set}`. Objects without elements are omitted, and `X-Elements-Omitted` counts element sets that the format cannot express.',
    access: 'keyed',
    params: {},
    query: {
      ...filters,
      q: searched('Only objects that this search finds', 'starlink'),
      sort,
      fields,
      as_of: asOfParameter,
      format: listFormat,
      ...paging,
    },
    fromArchive: 'catalog',
    headers: ['X-Elements-Omitted'],
    responses: [{ type: json, schema: chosenRecords(item) }, ...elementResponses],
    errors: ['not_acceptable'],
  },
  async (request) => {
    const { query } = request;
    const { catalog } = request.from;
    const form = elementFormOf(request.context, query.format);
    const chosen = await filterOf(catalog, query);
    const filter = form === null ? chosen : withElements(chosen);
    const { ids, undated, search } = await listOrSearch(catalog, filter, query);
    if (form !== null) return elementList(catalog, ids, chosen, form);
    const unknown_ids = query.ids?.filter((id) => !catalog.has(id));
    const removed = await removedBySearch(request.context, request.from, query.q);
    return satellitePage(request, ids, { search, unknown_ids, undated, removed: metaOfRemoved(removed) });
  },
);

const MAX_NUMBER = 999_999_999;

/** The catalog number in a path. */
export const byNumber = {
  norad_cat_id: required(integer('NORAD catalog number', 1, MAX_NUMBER, 25544)),
};

/** The error for a catalog number without an object. */
export const noSatellite = (id: number) =>
  new ApiError('not_found', {
    error: `The catalog has no object with the catalog number ${id}.`,
    hint: 'Look it up by name or COSPAR designator: /api/v1/search?q=…',
  });

export const satellite = route(
  {
    id: 'getSatellite',
    path: '/api/v1/satellites/{norad_cat_id}',
    tag: 'Satellites',
    summary: 'Get an object with every claim',
    description:
      'The complete record: its values, the claims of each source (`claims`), and the confidence of each value with the rule behind it (`provenance`). A field on which sources disagree is CONFLICTING, and `claims` has every side. An object that no source lists any more keeps its last record, which has `removed`.',
    access: 'keyed',
    params: byNumber,
    query: { as_of: asOfParameter },
    fromArchive: 'archive',
    responses: responseForms({ json }, z.object({ data: named(satelliteRecord, 'Satellite') })),
    errors: ['not_found'],
  },
  async ({ context, from, asOf, params }) => {
    const id = params.norad_cat_id;
    const isPast = asOf !== null && !asOf.release;
    const body =
      (isPast ? await recordAsOf(context, from, asOf, id) : from.catalog.record(id)) ??
      (await removedRecordFrom(context, from, id, isPast ? asOf.coverage.snapshot?.at : undefined));
    if (!body) throw noSatellite(id);
    return { type: json, body };
  },
);

export const reentries = route(
  {
    id: 'listReentries',
    path: '/api/v1/reentries',
    tag: 'Catalog',
    summary: 'List reentries',
    description:
      'Every object with the status DECAYED, ordered by the newest change of its record, then by the latest decay date.',
    access: 'keyed',
    params: {},
    query: paging,
    responses: responseForms({ json }, listOfRecords(summary)),
    errors: [],
  },
  async (request) => satellitePage(request, await request.from.catalog.reentries()),
);
