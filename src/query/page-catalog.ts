import type { Database } from '../release/database.ts';
import type { ReadOnce } from '../release/read-once.ts';
import { coarseDates } from '../schema/coarse-dates.ts';
import { sqlTexts } from '../schema/escaped-text.ts';
import { disputedReentries } from '../schema/reentries/reentry.ts';
import { eventTypes } from '../schema/vocabulary.ts';
import { listedFirst, selectEvents } from './event-list.ts';
import type { Facets } from './page-facets.ts';
import { pageLaunches } from './page-launches.ts';
import { readPlots } from './page-plots.ts';
import { famousFirst, readWeek } from './week-facts.ts';

/** The catalog numbers of the objects of a subject, in SQL. */
const eventsOf = {
  satellites: '$id::INTEGER',
  operators: 'SELECT norad_cat_id FROM satellites WHERE operator_slug = $id',
  groups: 'SELECT norad_cat_id FROM memberships WHERE slug = $id',
  launches: 'SELECT norad_cat_id FROM satellites WHERE launch_id = $id',
};
const decayedByDate = `SELECT norad_cat_id FROM satellites WHERE operational_status = 'DECAYED'
  ORDER BY decay_date DESC NULLS LAST, norad_cat_id DESC`;
const decayedYears = `SELECT year(decay_date)::INTEGER AS year, count(*)::INTEGER AS objects FROM satellites
  WHERE operational_status = 'DECAYED' GROUP BY ALL ORDER BY year DESC NULLS LAST`;
const conflicts = `WITH spans AS (SELECT norad_cat_id, field, coalesce(max(value_date) - min(value_date), max(value_numeric) - min(value_numeric))::DOUBLE AS apart
    FROM claims WHERE confidence = 'CONFLICTING' GROUP BY norad_cat_id, field)
  SELECT norad_cat_id, field, rule, nullif(apart, 0) AS apart FROM provenance
    JOIN (SELECT norad_cat_id, row_number() OVER (ORDER BY ${famousFirst}, norad_cat_id DESC) AS fame FROM satellites) USING (norad_cat_id)
    LEFT JOIN spans USING (norad_cat_id, field)
  WHERE confidence = 'CONFLICTING' ORDER BY fame, field`;
const operatorsOfGroup = `SELECT operator_slug AS slug, any_value(operator) AS name, count(*)::INTEGER AS objects FROM memberships m
  JOIN satellites s USING (norad_cat_id) WHERE m.slug = $group GROUP BY operator_slug ORDER BY objects DESC, operator_slug`;
const groupsOfOperator = `SELECT m.slug, (count(*) FILTER (WHERE s.operator_slug = $operator))::INTEGER AS own, count(*)::INTEGER AS objects,
    (count(*) FILTER (WHERE s.operator_slug = $operator AND i.rule = 'derived'))::INTEGER AS inferred
  FROM memberships m JOIN satellites s USING (norad_cat_id) LEFT JOIN (FROM provenance WHERE field = 'operator') i USING (norad_cat_id) GROUP BY m.slug HAVING own > 0 ORDER BY own DESC, m.slug`;

const fieldSources = `SELECT field, string_agg(DISTINCT source, ' ') AS sources
  FROM (SELECT field, unnest(sources) AS source FROM provenance) GROUP BY field`;

/** The website's queries of a release in addition to the API's. Every method throws CatalogError if its file cannot be read. */
export function pageCatalog(
  database: Database,
  facets: Facets,
  readOnce: ReadOnce,
  reentries: () => Promise<Int32Array>,
) {
  return {
    ...pageLaunches(database, readOnce, reentries),
    /** Counts the values of facets in lists. */
    facets,
    /** Events listed since a time, in the order of the feed. */
    eventsSince: (time: string) =>
      readOnce(`page events ${time}`, () =>
        selectEvents(database, `WHERE listed_at >= $time::TIMESTAMP ORDER BY ${listedFirst}`, { time }),
      ),
    /** Events that appeared first in the release made at this time, by type. */
    eventsDetected: (time: string) =>
      selectEvents(
        database,
        `WHERE events.detected_at = $time::TIMESTAMP
          ORDER BY list_position([${sqlTexts(eventTypes)}], type), occurred_at DESC, norad_cat_id, id`,
        { time: time.replace('Z', '') },
      ),
    /** The newest events of an object, or of the objects of an operator, a group or a launch. */
    eventsOf: (of: keyof typeof eventsOf, id: string, limit: number) =>
      selectEvents(database, `WHERE norad_cat_id IN (${eventsOf[of]}) ORDER BY ${listedFirst} LIMIT ${limit}`, { id }),
    /** The precision of the dates in lists that are not known to the day, by catalog number and field. */
    coarseDates: () =>
      readOnce('page coarse dates', async () => {
        const rows = await database.rows<{ norad_cat_id: number; field: string; precision: string }>(
          coarseDates('launch_date', 'decay_date', 'separation_date'),
        );
        const byObject = Map.groupBy(rows, ({ norad_cat_id }) => norad_cat_id);
        return new Map(
          [...byObject].map(([id, of]) => [id, new Map(of.map(({ field, precision }) => [field, precision]))]),
        );
      }),
    /**
     * Every conflict, the best known objects first, with how far the claims of a date (days) or of a number (its unit) are apart;
     * null for all else.
     */
    conflicts: () =>
      readOnce('page conflicts', () =>
        database.rows<{ norad_cat_id: number; field: string; rule: string; apart: number | null }>(conflicts),
      ),
    /** Decayed objects: the newest change of the catalog first, by day, and their number per year; null counts those without a date. */
    decayed: () =>
      readOnce('page decayed', async () => ({
        ids: await reentries(),
        byDate: await database.integers(decayedByDate),
        /** How many of them a source says are in orbit, or decayed on another day. */
        disputed: (await database.integers(disputedReentries)).length,
        years: await database.rows<{ year: number | null; objects: number }>(decayedYears),
      })),
    /** Some members of a group by catalog number, with the name that the group gives each. */
    members: (group: string, offset: number, limit: number) =>
      database.rows<{ norad_cat_id: number; name: string }>(
        'SELECT norad_cat_id, name FROM memberships WHERE slug = $group ORDER BY norad_cat_id LIMIT $limit OFFSET $offset',
        { group, offset, limit },
      ),
    /**
     * The operators of the members of a group, most members first; null stands for members whose operator no source
     * names.
     */
    operatorsOfGroup: (group: string) =>
      database.rows<{ slug: string | null; name: string | null; objects: number }>(operatorsOfGroup, { group }),
    /** The groups that payloads of an operator are in, most of them first, with the size of each. */
    groupsOfOperator: (operator: string) =>
      database.rows<{ slug: string; own: number; objects: number; inferred: number }>(groupsOfOperator, { operator }),
    /** Some objects by catalog number, each with the time of its last change, as the sitemaps list them. */
    changes: (offset: number, limit: number) =>
      database.rows<{ norad_cat_id: number; updated_at: string }>(
        `SELECT norad_cat_id, strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ') AS updated_at FROM satellites
          ORDER BY norad_cat_id LIMIT $limit OFFSET $offset`,
        { offset, limit },
      ),
    /** The facts of a week, by its first day and that of the next one; `compared` is the time of the first release. */
    week: (span: Parameters<typeof readWeek>[1]) => readOnce(`page week ${span.from}`, () => readWeek(database, span)),
    /** The data of the plots on `/stats`; `generated` is when the release was made, ISO 8601. */
    plots: (generated: string) => readOnce('page plots', () => readPlots(database, generated)),
    /** The slugs of the sources that support the values of each field, over all objects. */
    fieldSources: () =>
      readOnce('page field sources', async () => {
        const rows = await database.rows<{ field: string; sources: string }>(fieldSources);
        return new Map(rows.map(({ field, sources }) => [field, sources.split(' ')]));
      }),
    /** Names of countries and organizations by their code. */
    countryNames: () =>
      readOnce('page countries', async () => {
        const rows = await database.rows<{ code: string; name: string }>('SELECT code, name FROM country_names');
        return new Map(rows.map(({ code, name }) => [code, name]));
      }),
  };
}
