import { z } from 'zod';
import { sqlTime } from '../escaped-text.ts';
import { field } from '../field.ts';
import { objectClasses } from '../vocabulary.ts';

/** The basis of a prediction. */
const reentryBases = ['decay_rate', 'single_set'] as const;

const instant = (meaning: string, example: string) =>
  field(z.iso.datetime(), meaning, example, { unit: 'ISO 8601, UTC' });

/** When an object is going to reenter, as one release predicts it. A window is meant to hold four of five reentries. */
export const reentryPrediction = z.object({
  norad_cat_id: field(z.int().positive(), 'Catalog number', 46156),
  name: field(z.string(), 'Name of the object', 'STARLINK-1545'),
  cospar_id: field(z.string().nullable(), 'COSPAR designator', '2020-055C'),
  object_class: field(z.enum(objectClasses), 'Class of the object', 'PAYLOAD'),
  predicted_at: instant('Time of the release that made the prediction', '2026-07-08T00:00:00Z'),
  elements_epoch: instant('Epoch of the newest element set that was used', '2026-07-07T17:21:05Z'),
  reenters_at: instant('Median: the reentry is as likely before as after', '2026-07-13T06:00:00Z'),
  window_from: instant('Beginning of the 80 % window', '2026-07-12T02:00:00Z'),
  window_to: instant('End of the 80 % window', '2026-07-14T14:00:00Z'),
  basis: field(
    z.enum(reentryBases),
    'Whether the decay rate comes from several element sets, or from the drag term of the newest set',
    'decay_rate',
  ),
  element_sets: field(z.int().positive(), 'Element sets that were used', 5),
  span_days: field(z.number().nonnegative(), 'Time between the first and the last of these element sets', 1.6, {
    unit: 'days',
  }),
  perigee_km: field(z.number(), 'Perigee of the newest set', 234.1, { unit: 'km' }),
});
export type ReentryPrediction = z.infer<typeof reentryPrediction>;

/** A message of Space-Track about a reentry (TIP): a prediction, or an assessment if it was sent after the time that it names. */
const reentryMessage = z.object({
  message_at: instant('When the message was made', '2026-07-12T18:04:00Z'),
  reenters_at: instant('Its time of the reentry', '2026-07-13T04:08:00Z'),
  window_min: field(z.number().nonnegative(), 'Uncertainty of that time to either side', 240, { unit: 'minutes' }),
});
export type ReentryMessage = z.infer<typeof reentryMessage>;

/** A prediction beside the newest message of Space-Track about the same object. */
export const upcomingReentry = reentryPrediction.extend({
  space_track: field(
    reentryMessage.nullable().default(null),
    'The newest reentry message of Space-Track about the object; null if it has sent none, or the server does not read them',
    null,
  ),
});

/**
 * Days before the reentry for which predictions are scored: each scores the last prediction made at least that long
 * before.
 */
export const scoredLeads = [1, 2, 5, 10, 20, 30] as const;

/** How a closed case ended. `outlived`: the window is over, and newer elements show the object in orbit. */
const reentryOutcomes = ['inside', 'early', 'late', 'outlived'] as const;

/** A prediction and its outcome. */
export const reentryScore = reentryPrediction
  .pick({
    norad_cat_id: true,
    name: true,
    predicted_at: true,
    elements_epoch: true,
    reenters_at: true,
    window_from: true,
    window_to: true,
    basis: true,
  })
  .extend({
    lead_days: field(
      z.int().positive(),
      'Lead time: the prediction is the last one made at least this many days before the reentry (1, 2, 5, 10, 20, or 30)',
      5,
    ),
    decay_date: field(
      z.iso.date().nullable(),
      'Day of the reentry in the catalog (UTC); null if the object outlived the window',
      '2026-07-13',
    ),
    outcome: field(
      z.enum(reentryOutcomes),
      'inside: the day is within the window; early or late: it is before or after the window; outlived: still in orbit after the window',
      'inside',
    ),
    error_days: field(
      z.number().nullable(),
      'Median minus noon of the day of the reentry; null if that day is unknown',
      -0.25,
      { unit: 'days' },
    ),
    space_track_error_hours: field(
      z.number().nullable().default(null),
      'Median minus the time of the reentry by the last message of Space-Track, if that was made after the reentry and no more than 60 days ago; else null',
      null,
      { unit: 'hours' },
    ),
  });
export type ReentryScore = z.infer<typeof reentryScore>;

const meta = z.object({
  next: z.null(),
  prev: z.null(),
  generated_at: z.iso.datetime(),
  release: z.string(),
  total: z.int().nonnegative(),
});

/** `/api/v1/reentries/upcoming`: by median. */
export const upcomingReentries = z.object({
  data: z.array(upcomingReentry),
  meta: meta.extend({
    /** Objects in an orbit low enough for a prediction that have recent elements, and those that have none; absent in older releases. */
    examined: z.int().nonnegative().optional(),
    not_examined: z.int().nonnegative().optional(),
  }),
});
export type UpcomingReentries = z.infer<typeof upcomingReentries>;

/** The outcomes of the cases of one lead. */
export const reentryCoverage = z.object({
  lead_days: z.int().positive().describe('Days before the reentry'),
  cases: z.int().nonnegative().describe('Closed cases'),
  inside: z.int().nonnegative().describe('Cases inside the 80 % window'),
  median_error_days: z
    .number()
    .nullable()
    .describe('Median of the absolute errors of the medians, days; null if no day is known'),
});

/** `/api/v1/reentries/scores`: every closed case, the newest first. */
export const reentryScores = z.object({
  data: z.array(reentryScore),
  meta: meta.extend({
    coverage: z.array(reentryCoverage),
    /** Objects whose last window is over, and of which neither a decay date nor newer elements are known. */
    pending: z.int().nonnegative(),
  }),
});
export type ReentryScores = z.infer<typeof reentryScores>;

/** In SQL, that a row of `reentry_predictions` is a prediction of the release of this time. */
export const predictedAt = (generatedAt: string): string => `predicted_at = ${sqlTime(generatedAt)}`;

/**
 * In SQL, when the windows of all predictions of a release end (`norad_cat_id`, `ends` in milliseconds since 1970). A window that was over
 * when the release was made counts, too: its object is not upcoming, but its elements are no orbit any more.
 */
export const windowEnds = (generatedAt: string): string =>
  `SELECT norad_cat_id, epoch_ms(window_to)::DOUBLE AS ends FROM reentry_predictions WHERE ${predictedAt(generatedAt)}`;

/**
 * In SQL, the decayed objects for which a source contradicts the reentry or its date. If no source has a date, the status alone says that
 * an object has decayed.
 */
export const disputedReentries = `SELECT norad_cat_id FROM satellites JOIN provenance USING (norad_cat_id)
  WHERE operational_status = 'DECAYED' AND confidence = 'CONFLICTING' AND field = if(decay_date IS NULL, 'operational_status', 'decay_date')`;
