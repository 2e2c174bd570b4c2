/** Days as the upstreams write them. A day is counted from 1970-01-01. */

const DAY_MS = 86_400_000;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The day that no synthetic date passes: that of the real snapshot. */
export const TODAY = Date.UTC(2026, 7, 21) / DAY_MS;

export function dayOf(year: number, dayOfYear: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS + dayOfYear;
}

/** `2026-08-21`. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `2026 Aug 21`, as GCAT writes it. */
export function gcatDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${date.getUTCFullYear()} ${months[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)}`;
}

/** `2026-08-21T12:04:58.228608`, as GP writes it; the day may have a fraction. */
export function instant(day: number): string {
  const micro = String(Math.floor((day * 86_400 * 1e6) % 1000)).padStart(3, '0');
  return `${new Date(day * DAY_MS).toISOString().slice(0, 23)}${micro}`;
}
