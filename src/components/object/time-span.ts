import { plural } from '../words.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30.4375;

/** Days, months from two on, years from two on, from one day to another; null if the second is before the first. */
function spanWords(from: string, to: string): string | null {
  const days = Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
  if (!(days >= 0)) return null;
  const months = Math.floor(days / MONTH_DAYS);
  if (months < 2) return plural(days, 'day');
  return months < 24 ? plural(months, 'month') : `${(months / 12).toFixed(1)} years`;
}

/**
 * The time of an object from a day on: until its decay, else until `now` (ISO 8601). Null if it decayed on an unknown day, because
 * that time is over; null also if one of its ends is not known to the day (`isCoarse`).
 */
export function spanSince(
  began: string,
  { operational_status, decay_date }: { readonly operational_status: string; readonly decay_date: string | null },
  now: string,
  isCoarse = false,
): string | null {
  if (isCoarse) return null;
  if (decay_date !== null) return spanWords(began, decay_date);
  return operational_status === 'DECAYED' ? null : spanWords(began, now);
}
