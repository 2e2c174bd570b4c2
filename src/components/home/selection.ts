import type { ReentryPrediction } from '../../schema/reentries/reentry.ts';
import { leadingField, tellingFields } from '../object/conflict-sentence.ts';

const DAY_MS = 86_400_000;

/** A disputed value. */
interface Conflict {
  readonly norad_cat_id: number;
  readonly field: string;
}

/**
 * One disputed object for a day, with its most telling field: among the well-known ones, else among all. The same day and the
 * same conflicts give the same object. Null if no telling field is disputed. `day` is an ISO 8601 time.
 */
export function conflictOfDay(
  conflicts: readonly Conflict[],
  known: ReadonlySet<number>,
  day: string,
): Conflict | null {
  const told = conflicts.filter(({ field }) => tellingFields.includes(field));
  const famous = told.filter(({ norad_cat_id }) => known.has(norad_cat_id));
  const byObject = Map.groupBy(famous.length > 0 ? famous : told, ({ norad_cat_id }) => norad_cat_id);
  const ids = [...byObject.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return null;
  const chosen = byObject.get(ids[Math.floor(Date.parse(day) / DAY_MS) % ids.length]!)!;
  const field = leadingField(chosen.map((one) => one.field));
  return chosen.find((one) => one.field === field)!;
}

const WEEK_MS = 7 * 86_400_000;

/** The predictions whose most likely time is within a week of `now` (ms since 1970) and whose window is not over, the next first. */
export const withinWeek = (predictions: readonly ReentryPrediction[], now: number): readonly ReentryPrediction[] =>
  predictions
    .filter(({ reenters_at, window_to }) => Date.parse(reenters_at) <= now + WEEK_MS && Date.parse(window_to) >= now)
    .sort((a, b) => Date.parse(a.reenters_at) - Date.parse(b.reenters_at));
