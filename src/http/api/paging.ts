import { z } from '@hono/zod-openapi';
import type { Coverage } from '../../orbit/coverage.ts';
import type { UndatedLaunches } from '../../query/satellite-lists.ts';
import { matches } from '../../query/search/matching.ts';
import type { SearchResult } from '../../query/search/search.ts';
import { type Removal, removal } from '../../schema/objects/record.ts';
import { satellite } from '../../schema/objects/satellite.ts';
import { licensedAs } from '../../schema/release/public-route.ts';
import type { RequestContext } from '../request-context.ts';
import { encodePath } from '../request-target.ts';
import { json, type RouteResponse } from '../respond.ts';
import { coverageShape } from './archive/coverage.ts';
import { integer, text } from './parameter.ts';
import type { RouteRequest } from './route.ts';

/** The parameters of every list. */
export const paging = {
  limit: integer('Number of entries to return', 1, 100, 20),
  offset: integer('Number of entries to skip', 0, 1_000_000_000, 0),
  release: text(
    'The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept',
    /^\d{8}T\d{6}Z-[0-9a-f]{8}$/,
    'a release id such as 20260822T140000Z-9c698a0f',
    '20260822T140000Z-9c698a0f',
  ),
};

const link = z.url().nullable();

/** `meta` of every list. */
export const pageMeta = z
  .object({
    next: link.describe('URL of the next page; null on the last'),
    prev: link.describe('URL of the previous page; null on the first'),
    limit: z.int().min(1).max(100).describe('Maximum number of entries on a page'),
    offset: z.int().min(0).describe('Number of entries before this page'),
    total: z.int().min(0).describe('Total number of entries'),
  })
  .openapi('PageMeta');

/** `meta` of a search. */
const searchMeta = pageMeta
  .extend({
    match: z
      .enum(matches)
      .nullable()
      .optional()
      .describe(
        'Of a search: how the first object found matches. A number, designator or whole name (`exact`), the beginning of a name (`prefix`), words of it or of its operator or country (`words`), a near spelling (`near`), or the frequency of a transmitter (`frequency`); null if nothing was found',
      ),
    corrected: z
      .string()
      .optional()
      .describe(
        'Of a search with a misspelt word: the words that were searched instead. Numbers and designators are never replaced',
      ),
    removed: z
      .object({
        norad_cat_id: satellite.shape.norad_cat_id,
        name: satellite.shape.name,
        ...removal.shape,
      })
      .optional()
      .describe(
        'Of a search for a catalog number that no catalog lists any more: when it was last listed. Its last record is at `/api/v1/satellites/{norad_cat_id}`',
      ),
  })
  .openapi('SearchMeta');

/** `meta` of a list over a time range. */
export const coveredMeta = pageMeta
  .extend({ coverage: coverageShape.describe('The range, and the gaps in it of which nothing is known') })
  .openapi('CoveredPageMeta');

const undatedCount = (meaning: string) =>
  z.int().min(0).optional().describe(`With \`launched_after\` or \`launched_before\`: ${meaning}`);

/** Members of `meta` if a list is filtered by launch day. */
const undatedMeta = {
  without_launch_date: undatedCount(
    'how many of `total` have no launch date. They match because every day between the dated launches numbered before and after them does',
  ),
  possible_without_launch_date: undatedCount(
    'how many more may match. They have no launch date, and some of the days between the dated launches numbered before and after them match. They are not in `data` or `total`',
  ),
};

/** `meta` of a list of launches. */
export const launchMeta = pageMeta.extend(undatedMeta).openapi('LaunchListMeta');

/** `meta` of a list with chosen fields. */
const chosenMeta = searchMeta
  .extend({
    ...undatedMeta,
    unknown_ids: z.array(z.int()).optional().describe('With `ids`: those of them that the catalog does not have'),
  })
  .openapi('SatelliteListMeta');

/** `{ "data": [...], "meta": {...} }` */
export const listOfRecords = (
  record: z.ZodType,
  meta: typeof pageMeta | typeof searchMeta | typeof chosenMeta | typeof launchMeta = pageMeta,
) => z.object({ data: z.array(record).describe('A page of the results, in order'), meta });
export const searchResults = (record: z.ZodType) => listOfRecords(record, searchMeta);
export const chosenRecords = (record: z.ZodType) => listOfRecords(record, chosenMeta);

/** `{ "data": [...], "meta": {...} }` over a time range. */
export const coveredRecords = (record: z.ZodType) =>
  z.object({ data: z.array(record).describe('A page of the results, in order'), meta: coveredMeta });

/** Options of a list: the members of `meta` besides paging, and whether its links name the release. */
interface ListOptions {
  readonly search?: Pick<SearchResult, 'match' | 'corrected'> | undefined;
  readonly removed?: (Removal & { readonly norad_cat_id: number; readonly name: string }) | undefined;
  readonly unknown_ids?: readonly number[] | undefined;
  /** How many entries without a launch date may match a filter by launch day; null without such a filter. */
  readonly undated?: UndatedLaunches | null;
  readonly coverage?: Coverage;
  /** Whether `next` and `prev` name the release; true by default. */
  readonly pinned?: boolean;
  /** Terms of the listed data, if they differ from those of the service. */
  readonly terms?: { readonly license: string; readonly attribution: string };
}

/** The members of `meta` with how many entries without a launch date may match a filter by launch day. */
export const metaOfUndated = (undated: UndatedLaunches | null) =>
  undated ? { without_launch_date: undated.matched, possible_without_launch_date: undated.possible } : {};

type PageRequest = RouteRequest<Record<never, never>, typeof paging>;

/**
 * The response of a list: `data` as JSON text, and absolute links to the next and previous pages that keep every parameter.
 * Links name the release (unless `pinned` is false), so that iterating while a new one is published neither skips nor repeats.
 */
export function listResponse(
  request: Pick<PageRequest, 'context' | 'from'> & { query: { limit: number; offset: number } },
  total: number,
  data: string,
  { search, removed, unknown_ids, undated = null, coverage, pinned = true, terms }: ListOptions = {},
): RouteResponse {
  const { context, from, query } = request;
  // A rebuilt release needs no id in links: the data at `as_of` never changes, and it cannot be requested by id.
  const page = pageOf(context, query, total, pinned && !from.rebuilt ? { release: from.release.id } : {});
  const more = {
    ...(search && { match: search.match }),
    ...(search && search.corrected !== null && { corrected: search.corrected }),
    ...(removed && { removed }),
    ...metaOfUndated(undated),
    ...(unknown_ids && { unknown_ids }),
    ...(coverage && { coverage }),
    ...(terms && { license: terms.license, attribution: terms.attribution }),
  };
  return {
    type: json,
    body: `${data.slice(0, -1)},"meta":${JSON.stringify({ ...page.meta, ...more })}}\n`,
    headers: { ...page.headers, ...(terms && licensedAs(terms.license)) },
  };
}

/**
 * The paging members of `meta`, and the `Link` header. Links keep every parameter of the request, and add those in
 * `more`.
 */
export function pageOf(
  { base, target }: RequestContext,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  total: number,
  more: Readonly<Record<string, string>> = {},
) {
  // Commas stay as they are: a list of many ids would become too long a URL.
  const page = (start: number) => {
    const parameters = new URLSearchParams(target.query);
    for (const [name, value] of Object.entries({ limit, offset: start, ...more })) parameters.set(name, String(value));
    return `${base}${encodePath(target.path)}?${parameters.toString().replaceAll('%2C', ',')}`;
  };
  const next = offset + limit < total ? page(offset + limit) : null;
  // Past the end, the previous page is the last one that isn't empty.
  const prev = offset === 0 ? null : page(Math.max(0, Math.min(offset - limit, lastStart(total, limit, offset))));
  const links = Object.entries({ next, prev }).flatMap(([rel, url]) =>
    url === null ? [] : [`<${url}>; rel="${rel}"`],
  );
  return { meta: { next, prev, limit, offset, total }, headers: links.length > 0 ? { Link: links.join(', ') } : {} };
}

/** The start of the last page before `offset`, a multiple of `limit` away from it. */
function lastStart(total: number, limit: number, offset: number): number {
  if (offset < total) return offset - limit;
  const step = offset % limit;
  return Math.floor((total - 1 - step) / limit) * limit + step;
}

/** `{"data":[…]}` from JSON texts. */
export const dataOf = (texts: readonly string[]) => `{"data":[${texts.join(',')}]}`;
