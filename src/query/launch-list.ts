import type { Database, Parameters } from '../release/database.ts';
import { type LaunchDays, launch } from '../schema/objects/launch.ts';
import { launchIntervals } from '../schema/sql/launch-interval.ts';
import { jsonRow } from './json-row.ts';
import type { UndatedLaunches } from './satellite-lists.ts';

/** Columns of launches that are filtered by text. */
export type LaunchText = 'launch_site' | 'launch_vehicle' | 'provider';

/** Filters of the list of launches; undefined does not filter. */
export interface LaunchFilter {
  /** Year of the designator. */
  readonly year?: string | undefined;
  /** Launched on this day or later, and before this day (ISO 8601). */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Any of these values, as the release spells them. */
  readonly texts: Readonly<Partial<Record<LaunchText, readonly string[]>>>;
}

/** The possible days of each launch that no source dates, by its designator. */
export async function readUndatedLaunches(database: Database): Promise<ReadonlyMap<string, LaunchDays>> {
  const rows = await database.rows<LaunchDays & { id: string }>(
    `SELECT launch_id AS id, launched_from::VARCHAR AS "from", launched_to::VARCHAR AS "to"
      FROM launches JOIN (${launchIntervals}) USING (launch_id) WHERE launch_date IS NULL`,
  );
  return new Map(rows.map(({ id, from, to }) => [id, { from, to }]));
}

/** The different values of a column of launches. */
export const launchValues = (database: Database, column: LaunchText): Promise<string[]> =>
  database.strings(`SELECT DISTINCT ${column} FROM launches WHERE ${column} IS NOT NULL ORDER BY ${column}`);

/**
 * The number of launches that match a filter, the counts of those without a date under `after` and `before` (null without both), and
 * the JSON texts of a page of them, newest first.
 */
export async function readLaunches(
  database: Database,
  { year, after, before, texts }: LaunchFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const conditions: string[] = [];
  /** The same conditions; a launch without a date meets one if it does on any of its possible days. */
  const may: string[] = [];
  const values: Parameters = {};
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  add("launch_id LIKE $year || '-%'", 'year', year);
  for (const [column, among] of Object.entries(texts))
    add(`${column} IN (SELECT unnest(string_split($${column}, chr(10))))`, column, among.join('\n'));
  may.push(...conditions);
  add('launched_from >= $after::DATE', 'after', after);
  add('launched_to < $before::DATE', 'before', before);
  if (after !== undefined) may.push('launched_to >= $after::DATE');
  if (before !== undefined) may.push('launched_from < $before::DATE');
  const isDated = after !== undefined || before !== undefined;
  const among = (all: readonly string[]) =>
    `FROM launches ${isDated ? `JOIN (${launchIntervals}) USING (launch_id)` : ''} ${all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''}`;
  const from = among(conditions);
  const counts = async (source: string) =>
    (
      await database.rows<{ all: number; undated: number }>(
        `SELECT count(*)::INTEGER AS "all", count_if(launch_date IS NULL)::INTEGER AS undated ${source}`,
        values,
      )
    )[0]!;
  const { all: total, undated: matched } = await counts(from);
  const undated: UndatedLaunches | null = isDated
    ? { matched, possible: (await counts(among(may))).undated - matched }
    : null;
  // The table is in the order of the list.
  const rows = await database.rows<{ json: string }>(
    `SELECT ${jsonRow(launch)} ${from} ORDER BY launches.rowid LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return { total, undated, texts: rows.map(({ json }) => json) };
}
