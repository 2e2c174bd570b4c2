import type { Database } from '../database.ts';
import { dayName } from './utc-day.ts';

/** What an account used on a UTC day. */
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
    'select day, used from use_by_day where subject = ? and day >= ? order by day',
    `account:${accountId}`,
    days === null ? '' : dayName(today - days + 1),
  );
  if (days === null) return [...rows];
  const used = new Map(rows.map((row) => [row.day, row.used]));
  return Array.from({ length: days }, (_, at) => dayName(today - days + 1 + at)).map((day) => ({
    day,
    used: used.get(day) ?? 0,
  }));
}
