import { coarseDates } from '../coarse-dates.ts';
import { columns, jsonValue } from '../field.ts';
import {
  type ReentryPrediction,
  type ReentryScore,
  type ReentryScores,
  reentryPrediction,
  scoredLeads,
} from './reentry.ts';

/** The current state of an object in the catalog. */
export interface ObjectFate {
  /** `2026-07-13`; null while it is in orbit, or if only the month or a longer time is known. */
  readonly decay_date: string | null;
  /** Epoch of its newest elements, ISO 8601; null if it has none. */
  readonly elements_epoch: string | null;
  /** When it reentered by an assessment of Space-Track, ISO 8601; null if there is none. */
  readonly assessed_at?: string | null;
}

/** Whether the outcome of a prediction is known: the object reentered, or newer elements show it in orbit after the window. */
export const isClosed = (
  { window_to }: Pick<ReentryPrediction, 'window_to'>,
  { decay_date, elements_epoch }: ObjectFate,
) => decay_date !== null || (elements_epoch !== null && Date.parse(elements_epoch) > Date.parse(window_to));

/**
 * The predictions of a table as JSON, by object and time, each with the current state of its object, in SQL over the
 * tables of a build. A decay date that is not known to the day leaves a case open: its first day would be an outcome that nobody knows.
 */
export const predictionsWithFate = (table: string): string => `
  SELECT ${columns(reentryPrediction)
    .map((column) => `${jsonValue(column, 'p')} AS ${column.name}`)
    .join(
      ', ',
    )}, {decay_date: if(c.precision IS NULL, strftime(s.decay_date, '%Y-%m-%d'), NULL), elements_epoch: replace(e.epoch, 'Z', '') || 'Z'} AS fate
  FROM ${table} p LEFT JOIN satellites s USING (norad_cat_id) LEFT JOIN elements e USING (norad_cat_id)
    LEFT JOIN (${coarseDates('decay_date')}) c USING (norad_cat_id)
  ORDER BY p.norad_cat_id, p.predicted_at`;

type Lead = (typeof scoredLeads)[number];
const DAY_MS = 86_400_000;
const dayOf = (instant: string) => instant.slice(0, 10);
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const leadOf = (days: number): Lead | undefined => scoredLeads.findLast((lead) => days >= lead);

/**
 * The scores of the predictions of one object; none while its case is open. Only the last prediction of each lead
 * counts, so that an object that is predicted often weighs as much as any other.
 */
export function scoresOf(predictions: readonly ReentryPrediction[], fate: ObjectFate): ReentryScore[] {
  const { decay_date } = fate;
  const last = new Map<Lead, ReentryPrediction>();
  for (const prediction of predictions) {
    if (!isClosed(prediction, fate)) continue;
    const { predicted_at, reenters_at } = prediction;
    const lead = leadOf(daysBetween(predicted_at, decay_date === null ? reenters_at : noonOf(decay_date)));
    if (lead === undefined) continue;
    const known = last.get(lead);
    if (!known || known.predicted_at < predicted_at) last.set(lead, prediction);
  }
  return [...last].sort(([a], [b]) => a - b).map(([lead_days, prediction]) => scored(prediction, lead_days, fate));
}

const noonOf = (day: string) => `${day}T12:00:00Z`;

/** The catalog has only the day of a decay, so it is compared with the days of the window. */
function scored(prediction: ReentryPrediction, lead_days: Lead, fate: ObjectFate): ReentryScore {
  const { decay_date, assessed_at = null } = fate;
  const { norad_cat_id, name, predicted_at, elements_epoch, reenters_at, window_from, window_to, basis } = prediction;
  const outcome =
    decay_date === null
      ? 'outlived'
      : decay_date < dayOf(window_from)
        ? 'early'
        : decay_date > dayOf(window_to)
          ? 'late'
          : 'inside';
  const error_days = decay_date === null ? null : Number(daysBetween(noonOf(decay_date), reenters_at).toFixed(2));
  return {
    ...{ norad_cat_id, name, predicted_at, elements_epoch, reenters_at, window_from, window_to, basis },
    ...{ lead_days, decay_date, outcome, error_days },
    space_track_error_hours:
      assessed_at === null ? null : Number((24 * daysBetween(assessed_at, reenters_at)).toFixed(1)),
  };
}

/**
 * The predictions of one object that are kept for the next release to score: the first of each day; of those whose outcome
 * is known, only the scored ones.
 */
export function keptPredictions(predictions: readonly ReentryPrediction[], fate: ObjectFate): ReentryPrediction[] {
  const daily = new Map<string, ReentryPrediction>();
  for (const prediction of [...predictions].sort((a, b) => (a.predicted_at < b.predicted_at ? -1 : 1)))
    if (!daily.has(dayOf(prediction.predicted_at))) daily.set(dayOf(prediction.predicted_at), prediction);
  const counting = new Set(scoresOf([...daily.values()], fate).map(({ predicted_at }) => predicted_at));
  return [...daily.values()].filter(
    (prediction) => !isClosed(prediction, fate) || counting.has(prediction.predicted_at),
  );
}

/** For each lead: the number of cases, the number inside the window, and the median error of the predicted times. */
export function coverageOf(scores: readonly ReentryScore[]): ReentryScores['meta']['coverage'] {
  return scoredLeads.map((lead_days) => {
    const cases = scores.filter((score) => score.lead_days === lead_days);
    const errors = cases.flatMap(({ error_days }) => (error_days === null ? [] : [Math.abs(error_days)]));
    errors.sort((a, b) => a - b);
    return {
      lead_days,
      cases: cases.length,
      inside: cases.filter(({ outcome }) => outcome === 'inside').length,
      median_error_days: errors[Math.floor(errors.length / 2)] ?? null,
    };
  });
}
