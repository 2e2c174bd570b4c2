import type { Database, Parameters } from '../release/database.ts';
import { jsonRow } from '../schema/field.ts';
import { type LaunchDays, launch } from '../schema/objects/launch.ts';
import { launchIntervals } from '../schema/objects/launch-interval.ts';
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
  readonly outcomes?: readonly string[] | undefined;
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

/** The conditions of a filter apart from its days, in SQL, and their values. */
function conditionsOf({ year, outcomes, texts }: Omit<LaunchFilter, 'after' | 'before'>) {
  const conditions: string[] = [];
  const values: Parameters = {};
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  const oneOf = (column: string, among: readonly string[] | undefined) =>
    add(`${column} IN (SELECT unnest(string_split($${column}, chr(10))))`, column, among?.join('\n'));
  add("launch_id LIKE $year || '-%'", 'year', year);
  oneOf('outcome', outcomes);
  for (const [column, among] of Object.entries(texts)) oneOf(column, among);
  return { conditions, values };
}

/** The launches that meet every condition, in SQL. */
const launchesThat = (conditions: readonly string[], isDated: boolean) =>
  `FROM launches ${isDated ? `JOIN (${launchIntervals}) USING (launch_id)` : ''} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;

const isDated = ({ after, before }: LaunchFilter) => after !== undefined || before !== undefined;

/** The condition of days that every possible day of a launch meets, or with `possible` at least one of them. */
function daysOf({ after, before }: LaunchFilter, possible = false) {
  const [from, to] = possible ? ['launched_to', 'launched_from'] : ['launched_from', 'launched_to'];
  const conditions: string[] = [];
  if (after !== undefined) conditions.push(`${from} >= $after::DATE`);
  if (before !== undefined) conditions.push(`${to} < $before::DATE`);
  const values: Parameters = { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
  return { conditions, values };
}

/**
 * The number of launches that match a filter, the counts of those without a date under `after` and `before` (null without both), and
 * the JSON texts of a page of them, newest first.
 */
export async function readLaunches(
  database: Database,
  filter: LaunchFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const dated = isDated(filter);
  const { conditions, values: own } = conditionsOf(filter);
  const days = daysOf(filter);
  const values = { ...own, ...days.values };
  const from = launchesThat([...conditions, ...days.conditions], dated);
  const counts = async (source: string) =>
    (
      await database.rows<{ all: number; undated: number }>(
        `SELECT count(*)::INTEGER AS "all", count_if(launch_date IS NULL)::INTEGER AS undated ${source}`,
        values,
      )
    )[0]!;
  const { all: total, undated: matched } = await counts(from);
  const may = launchesThat([...conditions, ...daysOf(filter, true).conditions], dated);
  const undated: UndatedLaunches | null = dated ? { matched, possible: (await counts(may)).undated - matched } : null;
  // The table is in the order of the list.
  const rows = await database.rows<{ json: string }>(
    `SELECT ${jsonRow(launch)} ${from} ORDER BY launches.rowid LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return { total, undated, texts: rows.map(({ json }) => json) };
}

/** The number of launches that match a filter in each year of their designators, the oldest first. */
export function readLaunchYears(database: Database, filter: LaunchFilter) {
  const { conditions, values } = conditionsOf(filter);
  const days = daysOf(filter);
  return database.rows<{ year: string; count: number }>(
    `SELECT launch_id[1:4] AS year, count(*)::INTEGER AS count ${launchesThat([...conditions, ...days.conditions], isDated(filter))}
      GROUP BY 1 ORDER BY 1`,
    { ...values, ...days.values },
  );
}
