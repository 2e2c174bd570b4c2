import type { ReentryPrediction } from '../../schema/objects/reentry.ts';

const WEEK_MS = 7 * 86_400_000;

/** The predictions whose most likely time is within a week of `now` (ms since 1970) and whose window is not over, the next first. */
export const withinWeek = (predictions: readonly ReentryPrediction[], now: number): readonly ReentryPrediction[] =>
  predictions
    .filter(({ reenters_at, window_to }) => Date.parse(reenters_at) <= now + WEEK_MS && Date.parse(window_to) >= now)
    .sort((a, b) => Date.parse(a.reenters_at) - Date.parse(b.reenters_at));
