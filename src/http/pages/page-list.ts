import type { z } from 'zod';
import { type Catalog, type Summary, summariesOf } from '../../query/catalog.ts';
import { facetNames } from '../../query/page-facets.ts';
import type { UndatedLaunches } from '../../query/satellite-lists.ts';
import { namesObject } from '../../query/search/search.ts';
import { type satellite, satelliteSummary } from '../../schema/objects/satellite.ts';
import { fields, filterOf, filters, listOrSearch, sort } from '../api/lists/satellite-query.ts';
import { enumOf, integer, type Parameters, readQuery, searched, type Values } from '../api/parameter.ts';
import { ApiError } from '../errors.ts';
import { operatorsOf } from './page-operators.ts';

/** An object of the list: its summary, and those fields of the rest of its record that chosen columns show. */
export type ListRow = Summary & Partial<z.infer<typeof satellite>>;

/** A page of the list of satellites for its query. */
export type SatelliteList = Extract<Awaited<ReturnType<typeof listSatellites>>, { ok: true }>;

/** Why a query is invalid, as the API's error states it. */
export interface ListProblem {
  readonly ok: false;
  readonly error: string;
  readonly parameter: string | null;
  /** Whether the list has no such parameter; `allowed` then lists those that it has. */
  readonly unknown: boolean;
  readonly allowed: readonly string[];
}

const parameters = { ...filters, q: searched('Only objects that this search finds', 'starlink'), sort };
const paged = {
  ...parameters,
  limit: integer('How many a page shows', 1, 100, 50),
  offset: integer('How many come before', 0, 1_000_000_000, 0),
  columns: fields,
  more: enumOf('The facet that shows all of its values', facetNames, 'country'),
};
type ListParams = Values<typeof parameters>;

/** The default order: the newest launches first, active objects of each before the rest. The API's own default is the catalog number. */
const DEFAULT_SORT = { by: 'launch_date', descending: true, byLaunch: true } as const;

/**
 * Drops the empty fields of a form. An operator may be given as a name, and a bound as `35,000`; a form sends each chosen column
 * as a parameter of its own, and these are joined.
 */
export function cleanQuery(query: string): string {
  const clean = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const text = value.trim();
    if (text === '') continue;
    const before = clean.get('columns');
    if (name === 'columns' && before !== null) clean.set(name, `${before},${text}`);
    else if (/^(min|max)_/.test(name) && thousands.test(text)) clean.append(name, text.replaceAll(',', ''));
    else clean.append(name, name === 'operator' && !slugs.test(text) ? slugOf(text) : text);
  }
  return clean.toString();
}

/** A number with thousands separators. */
const thousands = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Slugs of operators, separated by commas. */
const slugs = /^[a-z0-9-]+(,[a-z0-9-]+)*$/;

const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || text;

/** Runs the query of `/satellites?…`. Throws CatalogError. */
export function listSatellites(catalog: Catalog, query: string) {
  return orProblem(paged, async () => {
    const read = readQuery(cleanQuery(query), paged);
    const { limit, offset, columns, more, ...params } = read as Values<typeof paged>;
    const filter = await filterOf(catalog, params);
    const { ids, undated } = await listOrSearch(catalog, filter, params, DEFAULT_SORT);
    const found = params.q === undefined ? undefined : await catalog.search(params.q, {});
    const counted = await catalog.pages.facets.count(filter, found?.ids);
    // Operators are counted from payloads: an operator without any has no list.
    const operators = await operatorsOf(catalog);
    const facets = { ...counted, operator: counted.operator.filter(({ value }) => operators.of(value) !== null) };
    return {
      ok: true as const,
      total: ids.length,
      /** How many more may match a filter by launch day. */
      possible: undated?.possible ?? 0,
      limit,
      offset,
      /** How the search matches, regardless of filters; null if there is none or it finds nothing. */
      match: found?.match ?? null,
      /** True if the search is the catalog number or the designator of one object. */
      namesObject: params.q !== undefined && namesObject(params.q),
      /** The words that were searched in place of those typed; null if none was replaced or left out. */
      corrected: found?.corrected ?? null,
      /** The query as parsed: filters, `q` and `sort`, in the order of the API's parameters. */
      params: textsOf({ ...params, ...(filter.country && { country: filter.country }) }),
      /** The chosen fields of the table; null for the default ones. */
      columns: columns ?? null,
      /** The facet that shows all of its values. */
      more: more ?? null,
      rows: await rowsOf(catalog, ids.subarray(offset, offset + limit), columns ?? []),
      /** For each facet, the number of objects per value, with all other filters applied. */
      facets,
      /** Operators whose name contains the search. */
      operators: params.q === undefined ? [] : operators.list({ q: params.q }).slice(0, 4),
    };
  });
}

/** The catalog numbers of everything that a query finds, for an export. Throws CatalogError. */
export function exportedIds(
  catalog: Catalog,
  query: string,
): Promise<{ ok: true; ids: Int32Array; undated: UndatedLaunches | null } | ListProblem> {
  return orProblem(parameters, async () => {
    const params = readQuery(cleanQuery(query), parameters) as ListParams;
    const { ids, undated } = await listOrSearch(catalog, await filterOf(catalog, params), params, DEFAULT_SORT);
    return { ok: true, ids, undated };
  });
}

const inSummary = Object.keys(satelliteSummary.shape);

/** Some objects, with the fields that columns show beyond the summary. */
async function rowsOf(catalog: Catalog, ids: Int32Array, columns: readonly string[]): Promise<readonly ListRow[]> {
  const beyond = columns.filter((name) => !inSummary.includes(name));
  if (beyond.length === 0) return summariesOf(catalog, ids);
  const texts = await catalog.fields([...ids], [...inSummary, ...beyond]);
  return texts.map((text) => JSON.parse(text) as ListRow);
}

function textsOf(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The result of a query, or why the query is invalid. */
export async function orProblem<T>(parameters: Parameters, answer: () => Promise<T>): Promise<T | ListProblem> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { parameter, allowed } = error.body as { parameter?: string; allowed?: string[] };
    const unknown = parameter !== undefined && !Object.hasOwn(parameters, parameter);
    return { ok: false, error: error.message, parameter: parameter ?? null, unknown, allowed: allowed ?? [] };
  }
}
