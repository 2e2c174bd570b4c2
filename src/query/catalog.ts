import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { measuredErrors } from '../orbit/position-error.ts';
import { CatalogError, Database } from '../release/database.ts';
import { openReadOnce } from '../release/read-once.ts';
import { RecordStore } from '../release/record-store.ts';
import { reentryEnds } from '../release/reentry-ends.ts';
import { readDocument } from '../release/release-document.ts';
import { columns, jsonRow } from '../schema/field.ts';
import { accuracy } from '../schema/objects/accuracy.ts';
import type { Breakup } from '../schema/objects/breakup.ts';
import { operator } from '../schema/objects/operator.ts';
import { satellite, satelliteSummary } from '../schema/objects/satellite.ts';
import type { FilterNames } from '../schema/objects/satellite-filters.ts';
import { reentryScores, upcomingReentries } from '../schema/reentries/reentry.ts';
import { source } from '../schema/release/source.ts';
import { population } from '../schema/statistics/population.ts';
import { celestrakQueries } from './celestrak.ts';
import { type EventFilter, readEvents } from './event-list.ts';
import { type LaunchFilter, type LaunchText, launchValues, readLaunches, readLaunchYears } from './launch-list.ts';
import { readLaunch } from './launch-record.ts';
import { pageCatalog } from './page-catalog.ts';
import { Facets } from './page-facets.ts';
import type { SatelliteFilter } from './satellite-filter.ts';
import { SatelliteLists, type Sort } from './satellite-lists.ts';
import { type Found, resultOf, type SearchResult, searchWithRadio } from './search/search.ts';
import { readSearchIndex } from './search/searchable.ts';
import { readBreakupsWithRest, readDebrisOrigins, readFamily, readPieces } from './separation.ts';
import { skyElements } from './sky-elements.ts';
import { transmitters } from './transmitters.ts';

/**
 * Everything DECAYED, the newest change of the catalog first: an object became DECAYED with its reentry event,
 * else on its decay date. Later changes of its record do not affect the order.
 */
const decayedNewestFirst = `SELECT s.norad_cat_id FROM satellites s
  LEFT JOIN (SELECT norad_cat_id, max(listed_at) AS listed_at FROM events WHERE type = 'reentry' GROUP BY norad_cat_id) e USING (norad_cat_id)
  WHERE s.operational_status = 'DECAYED'
  ORDER BY coalesce(e.listed_at, s.decay_date::TIMESTAMP) DESC NULLS LAST, s.decay_date DESC NULLS LAST, s.norad_cat_id DESC`;

/** An operator of the release: its search keys, and the JSON text of its record. */
export interface OperatorRow {
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly json: string;
}

/** Columns of satellites whose values depend on the release. */
export type ReleaseValues = 'orbit_type' | 'detailed_purpose' | FilterNames<'text'>;

/** The size of the cache of search results. A release never changes, so no result becomes stale. */
const SEARCH_CACHE_BYTES = 4 * 2 ** 20;

const operators = `SELECT slug, name, country, ${jsonRow(operator)} FROM operators
  ORDER BY active_satellites DESC, total_satellites DESC, name, slug`;

const inSummary = new Set(Object.keys(satelliteSummary.shape));
const columnOf = new Map(columns(satellite).map((column) => [column.name, column]));

/** Receives the durations of reads in seconds: every DuckDB query, and one record lookup in 64. */
export interface ReadTimers {
  query(seconds: number): void;
  lookUp(seconds: number): void;
}

/** The queries of one release. Every method throws CatalogError if the release's files cannot be read. */
export type Catalog = Awaited<ReturnType<typeof openCatalog>>;

/** Opens a release's `catalog.duckdb` and `records.sqlite`. Throws if one is missing or broken. */
export async function openCatalog(folder: string, timers?: ReadTimers) {
  const database = await Database.open(join(folder, 'catalog.duckdb'), undefined, timers?.query);
  const records = openRecords(folder, database, timers);
  const lists = await SatelliteLists.read(database).catch((error: unknown) => {
    records.close();
    database.close();
    throw error;
  });
  const searches = new LRUCache<string, Found>({
    maxSize: SEARCH_CACHE_BYTES,
    sizeCalculation: ({ ids }, q) => ids.byteLength + q.length * 2 + 256,
  });
  const readOnce = openReadOnce();
  const searchIndex = () => readOnce('search', () => readSearchIndex(database));
  const radio = transmitters(database, readOnce);
  const reentries = () => readOnce('reentries', () => database.integers(decayedNewestFirst));

  const findAll = async (q: string): Promise<Found> => {
    const found = searches.get(q) ?? (await searchWithRadio(searchIndex, radio.objectsAt, q));
    searches.set(q, found);
    return found;
  };

  return {
    /** Reads what the first search needs: it takes a second, which no request should wait for. */
    async prepare(): Promise<void> {
      await searchIndex();
    },
    /** Catalog numbers of the satellites that match a filter, in order. */
    list: (filter: SatelliteFilter, sort: Sort) => lists.list(filter, sort),
    /** Objects without a launch date under a filter by launch day, counted among those that a search finds; null for any other filter. */
    undated: async (filter: SatelliteFilter, q?: string) =>
      lists.undated(filter, q === undefined ? undefined : (await findAll(q)).ids),
    /** The results of a search that match a filter, best first. */
    async search(q: string, filter: SatelliteFilter): Promise<SearchResult> {
      const found = await findAll(q);
      return resultOf(found, await lists.filter(found.ids, filter));
    },
    /** Decayed objects, newest change of the catalog first. */
    reentries,
    /** Whether there is such an object. */
    has: (id: number) => records.summary(id) !== null,
    /** The JSON text of a satellite's summary; null if there is no such object. */
    summary: (id: number) => records.summary(id),
    /** The complete response for a satellite; null if there is no such object. */
    record: (id: number) => records.record(id),
    /** The element set of an object; null if there is no such object. */
    elements: (id: number) => records.elements(id),
    /** The OMM and TLE of an object, ready to send; null if there is no such object, or it has no elements. */
    orbit: (id: number) => records.orbit(id),
    /** The events of an object, newest first; also empty if there is no such object. */
    events: (id: number) => records.events(id),
    /** Catalog numbers of the parent, children and siblings of an object, by separation. */
    family: (id: number) => readFamily(database, id),
    /** Every break-up, the largest first. */
    breakups: () => readOnce('breakups', () => readBreakupsWithRest(database)),
    /** How many pieces of debris have decayed, and of how many of these no source states the origin. */
    debrisOrigins: () => readOnce('debrisOrigins', () => readDebrisOrigins(database)),
    /** Catalog numbers of the pieces of a break-up, those in orbit first. */
    pieces: (breakup: Breakup) => readPieces(database, breakup),
    /** Some fields of satellites, as JSON texts in the order of `ids`. */
    fields: (ids: readonly number[], names: readonly string[]) => readFields(database, records, ids, names),
    /** Every operator, most active satellites first. */
    operators: (): Promise<readonly OperatorRow[]> =>
      readOnce('operators', () => database.rows<OperatorRow>(operators)),
    /** The JSON texts of the sources. */
    sources: () =>
      readOnce('sources', async () => {
        const rows = await database.rows<{ json: string }>(`SELECT ${jsonRow(source)} FROM sources`);
        return rows.map(({ json }) => json);
      }),
    /** The JSON text of the catalog's statistics. */
    stats: () =>
      readOnce('stats', async () => {
        const [row] = await database.rows<{ json: string }>('SELECT stats::VARCHAR AS json FROM stats');
        if (!row) throw new CatalogError('the release has no stats');
        return row.json;
      }),
    /** Countries of satellites by the codes that queries accept: the country's own and SATCAT's owner codes. */
    countries: (): Promise<ReadonlyMap<string, string>> =>
      readOnce('countries', async () => {
        const rows = await database.rows<{ code: string; country: string }>('FROM country_codes');
        return new Map(rows.map(({ code, country }) => [code, country]));
      }),
    /** The different values of a column, the most frequent first. */
    values: (column: ReleaseValues) => readOnce(`values ${column}`, () => valuesOf(database, column)),
    /** Catalog numbers of objects with one of these texts as purpose or detailed purpose, in order. */
    withPurpose: (texts: readonly string[]) =>
      database.integers(
        `SELECT norad_cat_id FROM satellites WHERE list_contains(string_split($texts, chr(10)), purpose)
          OR list_contains(string_split($texts, chr(10)), detailed_purpose) ORDER BY norad_cat_id`,
        { texts: texts.join('\n') },
      ),
    /** The slugs of the release's groups, in their order. */
    groups: () => readOnce('groups', () => database.strings('SELECT slug FROM groups')),
    /** A launch and the sources' claims about it; null if the release has no such launch. */
    launch: (id: string) => readLaunch(database, id),
    /** The different values of a column of launches. */
    launchValues: (column: LaunchText) => readOnce(`launch ${column}`, () => launchValues(database, column)),
    /** A page of the launches that match a filter, newest first. */
    queryLaunches: (filter: LaunchFilter, page: { readonly limit: number; readonly offset: number }) =>
      readLaunches(database, filter, page),
    /** The number of launches that match a filter in each year, the oldest first. */
    launchYears: (filter: LaunchFilter) => readLaunchYears(database, filter),
    /** A page of the events that match a filter, newest first. */
    queryEvents: (filter: EventFilter, page: { readonly limit: number; readonly offset: number }) =>
      readEvents(database, filter, page),
    /** The data of the CelesTrak-compatible URLs. */
    celestrak: celestrakQueries(database, records),
    /** How the error of elements grows with their age; null in a release from before it was measured. */
    accuracy: () => readOnce('accuracy', () => readDocument(folder, 'accuracy', accuracy)),
    /** The same, to look up; empty in such a release. */
    measuredErrors: () =>
      readOnce('measured errors', async () => measuredErrors(await readDocument(folder, 'accuracy', accuracy))),
    /** Objects in orbit at the end of each year; null in a release from before they were counted. */
    population: () => readOnce('population', () => readDocument(folder, 'population', population)),
    /** Predicted reentries, the next one first; null in a release from before they were predicted. */
    upcomingReentries: () =>
      readOnce('upcoming reentries', () => readDocument(folder, 'reentries/upcoming', upcomingReentries)),
    /** When the windows of predicted reentries end, milliseconds since 1970, by catalog number. */
    reentryEnds: () => readOnce('reentry ends', () => reentryEnds(folder, database)),
    /** How earlier predictions turned out; null in a release from before they were scored. */
    reentryScores: () => readOnce('reentry scores', () => readDocument(folder, 'reentries/scores', reentryScores)),
    /** The data that positions of many objects are computed from. */
    sky: skyElements(database),
    /** The transmitters of objects. */
    transmitters: radio,
    /** The data that only the website reads. */
    pages: pageCatalog(database, new Facets(lists), readOnce, reentries),
    /** Closes the files. Nothing can be read afterwards. */
    close(): void {
      records.close();
      database.close();
    },
  };
}

/** The different values of a column, the most frequent first. */
export const valuesOf = (database: Database, column: ReleaseValues): Promise<string[]> =>
  database.strings(
    `SELECT ${column} FROM satellites WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY count(*) DESC, ${column}`,
  );

function openRecords(folder: string, database: Database, timers: ReadTimers | undefined): RecordStore {
  try {
    return new RecordStore(folder, timers?.lookUp);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Fields of lists are read from the prepared summaries; any other field costs one query for the whole page. */
async function readFields(
  database: Database,
  records: RecordStore,
  ids: readonly number[],
  names: readonly string[],
): Promise<string[]> {
  const beyond = names.filter((name) => !inSummary.has(name));
  const more = new Map<number, Record<string, unknown>>();
  if (beyond.length > 0 && ids.length > 0) {
    const list = beyond.map((name) => columnOf.get(name)!.name).join(', ');
    const rows = await database.rows<{ norad_cat_id: number }>(
      `SELECT norad_cat_id, ${list} FROM satellites WHERE norad_cat_id IN (SELECT unnest(string_split($ids, ','))::INTEGER)`,
      { ids: ids.join() },
    );
    for (const row of rows) more.set(row.norad_cat_id, row);
  }
  return ids.map((id) => {
    const whole = { ...JSON.parse(records.summary(id) ?? '{}'), ...more.get(id) } as Record<string, unknown>;
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, whole[name] ?? null])));
  });
}

/** An object as lists show it. */
export type Summary = z.infer<typeof satelliteSummary>;

/** The summaries of some catalog numbers, in their order; unknown numbers are left out. */
export function summariesOf(catalog: Pick<Catalog, 'summary'>, ids: Iterable<number>): Summary[] {
  const found: Summary[] = [];
  for (const id of ids) {
    const json = catalog.summary(id);
    if (json !== null) found.push(JSON.parse(json) as Summary);
  }
  return found;
}
