import type { Database, Parameters } from '../release/database.ts';
import { type Event, event } from '../schema/changes/event.ts';
import { jsonRow } from '../schema/field.ts';

/** The order of events by listing, which is that of the feed, in SQL. */
export const listedFirst = 'events.listed_at DESC, events.occurred_at DESC, type, norad_cat_id, id';

/** Events; `rest` is the SQL after `FROM events`. */
export async function selectEvents(database: Database, rest: string, values?: Parameters): Promise<Event[]> {
  const rows = await database.rows<{ json: string }>(`SELECT ${jsonRow(event)} FROM events ${rest}`, values);
  return rows.map(({ json }) => JSON.parse(json) as Event);
}

/** Filters of an event list; undefined does not filter. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  /** Detected at this instant or later (ISO 8601). */
  readonly since?: string | undefined;
}

/** The number of events that match a filter, and the JSON texts of a page of them, newest first as in the feed. */
export async function readEvents(
  database: Database,
  { types, since }: EventFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const conditions: string[] = [];
  const values: Parameters = {};
  if (types) {
    conditions.push("events.type IN (SELECT unnest(string_split($types, ',')))");
    values.types = types.join();
  }
  if (since !== undefined) {
    conditions.push('events.detected_at >= $since::TIMESTAMP');
    values.since = new Date(since).toISOString().slice(0, -1);
  }
  const from = `FROM events WHERE ${conditions.join(' AND ') || 'true'}`;
  const [count] = await database.integers(`SELECT count(*)::INTEGER ${from}`, values);
  const rows = await database.rows<{ json: string }>(
    `SELECT ${jsonRow(event)} ${from}
    ORDER BY ${listedFirst} LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return { total: count!, texts: rows.map(({ json }) => json) };
}
