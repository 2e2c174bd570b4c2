import { z } from '@hono/zod-openapi';
import { dateOrInstant, timeOf } from '../../../http/api/instant.ts';
import { catalogNumbers, codes, patterned } from '../../../http/api/lists/comma-list.ts';
import { groupsOf } from '../../../http/api/lists/release-values.ts';
import { pageMeta, pageOf, paging } from '../../../http/api/paging.ts';
import { badValue, decimal, enumOf, format, required, text, type Values } from '../../../http/api/parameter.ts';
import { named, type RouteFacts, type RouteRequest, responseForms, route } from '../../../http/api/route.ts';
import { byNumber, noSatellite } from '../../../http/api/satellites.ts';
import { ApiError } from '../../../http/errors.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { type Sgp4Elements, sgp4NumberNames } from '../../../orbit/sgp4-record.ts';
import type { Catalog } from '../../../query/catalog.ts';
import {
  conjunction,
  conjunctionKinds,
  conjunctionRun,
  NOT_FOR_OPERATIONS,
  passingKinds,
  readApproachId,
  THRESHOLD_KM,
} from '../../../schema/approaches/conjunction.ts';
import { forms } from '../../../schema/release/public-route.ts';
import { likelyRangesOf } from '../encounter.ts';
import { type ConjunctionQuery, type ConjunctionSort, conjunctionSorts } from '../run-store.ts';
import type { ServedRun } from '../served-runs.ts';

const record = named(conjunction, 'Conjunction');
const run = named(conjunctionRun, 'ConjunctionRun').describe('The run that the rows are from');

const filters = {
  kind: codes(
    `Only approaches of these kinds. Default: ${passingKinds.join(',')}`,
    conjunctionKinds,
    passingKinds.join(','),
  ),
  max_range_km: decimal('Only approaches this close or closer, km', 0, THRESHOLD_KM, 1),
  min_probability: decimal(
    'Only approaches at least this probable: `probability`, or `max_probability` if that is null',
    0,
    1,
    0.0001,
  ),
  from: dateOrInstant('Only approaches at this time or later (UTC)', '2026-08-23T00:00:00Z'),
  to: dateOrInstant('Only approaches at this time or earlier (UTC); a date means its end', '2026-08-24'),
  sort: enumOf(
    'The order: by time (the default), closest, most probable, or fastest first',
    Object.keys(conjunctionSorts) as ConjunctionSort[],
    'range_km',
  ),
  run: text(
    'The run to use, as in `next` and `prev`, so that pages stay consistent when a new run ends. The last three are kept',
    /^\d{8}T\d{6}Z-[0-9a-f]{8}$/,
    'the id of a run such as 20260822T140000Z-9c698a0f',
    '20260822T140000Z-9c698a0f',
  ),
  limit: paging.limit,
  offset: paging.offset,
};

export const listFilters = {
  norad_cat_id: catalogNumbers('Only approaches of any of these objects', '25544'),
  group: patterned(
    'Only approaches of members of any of these groups',
    /^[A-Za-z0-9-]{1,40}$/,
    'a group from /api/v1/groups; several separated by commas',
    'stations',
  ),
  operator: patterned(
    'Only approaches of objects of any of these operators',
    /^[a-z0-9-]{1,80}$/,
    'a slug from /api/v1/operators; several separated by commas',
    'nasa',
  ),
  ...filters,
};

const listSchema = z.object({
  data: z.array(record).describe('Close approaches'),
  meta: pageMeta.extend({ run }).describe('The page and the run that it is from'),
});

/** The newest run, or the one given by id. Throws 404, 400. */
async function runOf({ approaches }: RequestContext, id?: string): Promise<ServedRun> {
  const served = id === undefined ? await approaches.newest() : await approaches.kept(id);
  if (served) return served;
  const newest = await approaches.newest();
  if (!newest) throw noRun();
  throw badValue('run', [newest.run.id], 'This run is no longer kept. Start again without it.');
}

export const noRun = () =>
  new ApiError('not_found', {
    error: 'This server has not searched close approaches yet.',
    hint: 'That is done after a refresh, and by "npm run conjunctions". It does not mean that there are none.',
  });

/** The response of both lists; `among` selects the objects. */
async function listOf(
  { context, query }: Pick<RouteRequest<Record<never, never>, typeof filters>, 'context' | 'query'>,
  among: Pick<ConjunctionQuery, 'among' | 'operators'>,
  more: (served: ServedRun) => object = () => ({}),
) {
  const served = await runOf(context, query.run);
  const { rows, total } = served.store.read({ ...among, ...listQueryOf(query) });
  const page = pageOf(context, query, total, { run: served.run.id });
  return {
    ...jsonResponse({ data: rows, meta: { ...page.meta, ...more(served), run: served.run } }),
    headers: page.headers,
    modified: Date.parse(served.run.generated_at),
  };
}

/** The query of the store for the parameters of a list. Throws 400. */
export function listQueryOf(query: Omit<Values<typeof filters>, 'run'>): Omit<ConjunctionQuery, 'among' | 'operators'> {
  const { kind, max_range_km, min_probability, sort = 'tca', limit, offset } = query;
  return {
    kinds: (kind as ConjunctionQuery['kinds']) ?? passingKinds,
    ...(max_range_km !== undefined && { max_range_km }),
    ...(min_probability !== undefined && { min_probability }),
    ...timesOf(query),
    sort,
    limit,
    offset,
  };
}

/** Throws 400 if nothing can lie between both times. */
function timesOf({ from, to }: Pick<Values<typeof filters>, 'from' | 'to'>): Pick<ConjunctionQuery, 'from' | 'to'> {
  const [start, end] = [
    from === undefined ? undefined : timeOf(from),
    to === undefined ? undefined : timeOf(to, 'end'),
  ];
  if (start !== undefined && end !== undefined && start > end)
    throw badValue('from', [`before to, which is ${to}`], 'Nothing lies between from and to.');
  return {
    ...(start !== undefined && { from: new Date(start).toISOString() }),
    ...(end !== undefined && { to: new Date(end).toISOString() }),
  };
}

/** The lists of objects in a query; every approach must have an object of each list. */
export async function amongOf(
  catalog: Catalog,
  { norad_cat_id, group, operator }: Partial<Pick<Values<typeof listFilters>, 'norad_cat_id' | 'group' | 'operator'>>,
): Promise<Pick<ConjunctionQuery, 'among' | 'operators'>> {
  const members = group && (await catalog.list({ group: groupsOf(group) }, { by: 'norad_cat_id', descending: false }));
  return {
    among: [...(norad_cat_id ? [norad_cat_id] : []), ...(members ? [[...members]] : [])],
    ...(operator && { operators: operator }),
  };
}

const description = `Close approaches of active payloads to every object with elements, closer than ${THRESHOLD_KM} km. ${NOT_FOR_OPERATIONS}`;

/** Parameters that turn a request for the public file into a query. */
export const conjunctionQuery = route(
  {
    id: 'queryConjunctions',
    path: '/api/v1/conjunctions',
    tag: 'Close approaches',
    summary: 'Query close approaches',
    description,
    access: 'keyed',
    params: {},
    query: listFilters,
    responses: responseForms({ json }, listSchema),
    errors: ['not_found'],
  },
  async (request) => listOf(request, await amongOf(request.from.catalog, request.query)),
);

/** The files of the newest run: `?format=` and media types. */
export const fileForms = { json: forms.json, csv: forms.csv, parquet: forms.parquet } as const;

export const conjunctionFile: RouteFacts = {
  id: 'listConjunctions',
  path: '/api/v1/conjunctions',
  tag: 'Close approaches',
  summary: 'List close approaches',
  description: `${description} Without parameters, or with \`format\` alone, this is the public file of the newest run: every approach of objects that pass each other, by time. Pairs that are docked or fly in formation are in queries with \`kind\` only. Any other parameter makes it a query, which requires a key.`,
  access: 'public',
  params: {},
  query: { format: format(fileForms) },
  keyedQuery: listFilters,
  responses: [
    {
      type: fileForms.json,
      schema: z.object({
        data: z.array(record).describe('Close approaches, by time'),
        meta: z
          .looseObject({
            next: z.string().nullable().describe('URL of the next page; null in the file, which is complete'),
            prev: z.string().nullable().describe('URL of the previous page; null in the file'),
            total: z.int().min(0).describe('How many there are'),
            run,
          })
          .describe('The page and the run that it is from'),
      }),
    },
    { type: fileForms.csv, schema: z.string().describe('RFC 4180, UTF-8') },
    { type: fileForms.parquet, schema: z.string().openapi({ description: 'Apache Parquet', format: 'binary' }) },
  ],
  errors: ['not_found', 'not_acceptable'],
};

export const satelliteConjunctions = route(
  {
    id: 'listSatelliteConjunctions',
    path: '/api/v1/satellites/{norad_cat_id}/conjunctions',
    tag: 'Close approaches',
    summary: 'List the close approaches of an object',
    description: `The close approaches of one object in the newest run. \`meta.compared_with\` says whether it was compared with every object, with active payloads only, or, without elements that are an orbit at the time, with none, and \`meta.searched\` for which part of the time. ${NOT_FOR_OPERATIONS}`,
    access: 'keyed',
    params: byNumber,
    query: filters,
    responses: responseForms(
      { json },
      listSchema.extend({
        meta: pageMeta
          .extend({
            compared_with: z
              .enum(['everything', 'active_payloads', 'nothing'])
              .describe('Which approaches of this object were searched'),
            searched: z
              .object({
                from: z.iso.datetime().describe('Begin (UTC)'),
                to: z.iso.datetime().describe('End (UTC)'),
              })
              .nullable()
              .describe(
                'The part of the time of the run for which they were searched: as long as its elements are an orbit, to three minutes. Null if there is none, or the run was made by a version before 0.12',
              ),
            run,
          })
          .describe('The page, its run, and the objects that the object was compared with'),
      }),
    ),
    errors: ['not_found'],
  },
  async (request) => {
    const { norad_cat_id } = request.params;
    if (request.from.catalog.summary(norad_cat_id) === null) throw noSatellite(norad_cat_id);
    return listOf(request, { among: [[norad_cat_id]] }, ({ store }) => store.comparisonOf(norad_cat_id));
  },
);

const elements = z
  .object({
    norad_cat_id: z.int().describe('Catalog number'),
    epoch: z.string().describe('Epoch (UTC)'),
    ...Object.fromEntries(
      sgp4NumberNames.map((name) => [
        name,
        z.union([z.number(), z.string()]).describe(`${name.toUpperCase()} as in an OMM`),
      ]),
    ),
  })
  .openapi('ConjunctionElements');

export const oneConjunction = route(
  {
    id: 'getConjunction',
    path: '/api/v1/conjunctions/{id}',
    tag: 'Close approaches',
    summary: 'Get a close approach',
    description: `One close approach of the newest run, with both element sets that it was computed from. A later run has other times, and thus other names. ${NOT_FOR_OPERATIONS}`,
    access: 'keyed',
    params: {
      id: required(
        text(
          'Name of the approach, from a list',
          /^\d{1,9}-\d{1,9}-\d{8}T\d{9}Z$/,
          'the id of an approach, such as 190030-301928-20260822T225330802Z',
          '190030-301928-20260822T225330802Z',
        ),
      ),
    },
    query: {},
    responses: responseForms(
      { json },
      z.object({
        data: record
          .extend({
            likely_range_km: z
              .object({
                p68: z.array(z.number()).length(2).describe('From and to, with a probability of 68 %'),
                p95: z.array(z.number()).length(2).describe('From and to, with a probability of 95 %'),
              })
              .nullable()
              .describe(
                'Between which distances the closest approach is likely to be, by the measured errors of both element sets, km; null if `probability` is',
              ),
            elements: z.array(elements).describe('The element sets of the first and the second object'),
          })
          .openapi('ConjunctionWithElements'),
        meta: z.object({ run }).describe('The run that it is from'),
      }),
    ),
    errors: ['not_found'],
  },
  async ({ context, params }) => {
    const served = await runOf(context);
    const found = approachOf(served, params.id);
    if (!found)
      throw new ApiError('not_found', {
        error: 'The newest run has no close approach of this name.',
        hint: 'Times change with newer elements. List the approaches of the object: /api/v1/satellites/{norad_cat_id}/conjunctions.',
      });
    return {
      ...jsonResponse({ data: found, meta: { run: served.run } }),
      modified: Date.parse(served.run.generated_at),
    };
  },
);

/** An approach of a run with both element sets; null if the run has none of this name. */
export function approachOf({ store }: ServedRun, id: string) {
  const named = readApproachId(id);
  const found = named && store.one(named);
  if (!found) return null;
  const elements = [found.first, found.second].map(({ norad_cat_id }) => ({
    norad_cat_id,
    ...store.elements(norad_cat_id)!,
  }));
  const likely_range_km = likelyRangesOf(found, elements as unknown as [Sgp4Elements, Sgp4Elements]);
  return { ...found, likely_range_km, elements };
}
