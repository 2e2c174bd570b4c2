import type { Stretch } from '../../../orbit/coverage.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The Monday of a week: 0:00 UTC, milliseconds since 1970. */
const mondayOf = (time: number) => {
  const day = Math.floor(time / DAY_MS);
  // 1970-01-01 was a Thursday; the sign of a remainder is that of its dividend.
  return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
};

/** The week of a time (milliseconds since 1970, UTC) by ISO 8601: `2026-W34`. Its year is that of its Thursday. */
export function isoWeek(time: number): string {
  const thursday = new Date(mondayOf(time) + 3 * DAY_MS);
  const first = mondayOf(Date.UTC(thursday.getUTCFullYear(), 0, 4));
  const number = 1 + Math.round((mondayOf(time) - first) / WEEK_MS);
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, '0')}`;
}

/** A week from Monday up to the next Monday (exclusive); null if there is no such week. */
export function weekSpan(week: string): Stretch | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (!year || Number(number) === 0) return null;
  const from = mondayOf(Date.UTC(Number(year), 0, 4)) + (Number(number) - 1) * WEEK_MS;
  return isoWeek(from) === week ? { from, to: from + WEEK_MS } : null;
}

/** Every week from one time to another, newest first. */
export function weeksBetween(from: number, to: number): string[] {
  const count = Math.max(0, (mondayOf(to) - mondayOf(from)) / WEEK_MS) + 1;
  return Array.from({ length: count }, (_, index) => isoWeek(mondayOf(to) - index * WEEK_MS));
}
