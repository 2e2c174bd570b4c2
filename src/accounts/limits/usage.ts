import { type Database, sql } from '../database.ts';

const dayMilliseconds = 86_400_000;

/** The number of the UTC day, counted from 1 January 1970. */
export const utcDay = (now: number): number => Math.floor(now / dayMilliseconds);

/** The second at which a UTC day ends, since 1970. */
export const dayEndsAt = (day: number): number => ((day + 1) * dayMilliseconds) / 1000;

/** A UTC day as it is stored and shown: `2026-08-22`. */
export const dayName = (day: number): string => new Date(day * dayMilliseconds).toISOString().slice(0, 10);

/** The usage of an account on a UTC day. */
export interface DayUse {
  /** `2026-08-22`. */
  readonly day: string;
  readonly used: number;
}

/** Uses on each of the last `days` days, oldest first, days without any as 0; null: every day that is kept. */
export async function usageByDay(
  database: Database,
  accountId: string,
  today: number,
  days: number | null,
): Promise<DayUse[]> {
  const rows = await database.rows<DayUse>(
    sql`select day, used from use_by_day where subject = ${`account:${accountId}`} and day >= ${firstOf(today, days)}
        order by day`,
  );
  if (days === null) return [...rows];
  const used = new Map(rows.map((row) => [row.day, row.used]));
  return Array.from({ length: days }, (_, at) => dayName(today - days + 1 + at)).map((day) => ({
    day,
    used: used.get(day) ?? 0,
  }));
}

/** The first of the last `days` days; for null, a day before all stored ones. */
const firstOf = (today: number, days: number | null): string => (days === null ? '' : dayName(today - days + 1));

/** The number of responses with a status that a key got from a route. */
export interface RouteUse {
  readonly key_id: string;
  /** Path pattern, such as `/api/v1/satellites/{norad_cat_id}`. */
  readonly route: string;
  readonly status: number;
  readonly used: number;
}

/** The name of a key's counter for a route and a status. */
export const routeSubject = (keyId: string, status: number, route: string): string =>
  `route:${keyId} ${status} ${route}`;

/** Responses by key, route and status in the last `days` days, the most first; null: every day that is kept. */
export async function usageByRoute(
  database: Database,
  keyIds: readonly string[],
  today: number,
  days: number | null,
): Promise<RouteUse[]> {
  // Byte by byte, as subjects of a key are: PostgreSQL compares by the language of the database otherwise.
  const subject = database.kind === 'sqlite' ? sql`subject` : sql`subject collate "C"`;
  const found: RouteUse[] = [];
  for (const key_id of keyIds) {
    const prefix = `route:${key_id} `;
    // The character after the space.
    const end = `route:${key_id}!`;
    const rows = await database.rows<{ subject: string; used: number | string }>(
      sql`select subject, sum(used) as used from use_by_day
          where ${subject} >= ${prefix} and ${subject} < ${end} and day >= ${firstOf(today, days)} group by subject`,
    );
    for (const row of rows) {
      const [status, route] = row.subject.slice(prefix.length).split(' ');
      found.push({ key_id, route: route!, status: Number(status), used: Number(row.used) });
    }
  }
  return found.sort((a, b) => b.used - a.used || (a.route < b.route ? -1 : 1) || a.status - b.status);
}
