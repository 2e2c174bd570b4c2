import { z } from 'zod';

/** The ages, in days, at which the error of element sets is measured. */
export const accuracyAges = [1, 3, 7, 14, 30] as const;

/** Kinds of orbit in which elements age alike. A perigee is above the equatorial radius. */
export const accuracyRegimes = [
  { regime: 'leo_below_400', title: 'Low orbit, perigee below 400 km' },
  { regime: 'leo_400_600', title: 'Low orbit, perigee 400 to 600 km' },
  { regime: 'leo_600_1000', title: 'Low orbit, perigee 600 to 1,000 km' },
  { regime: 'leo_above_1000', title: 'Low orbit, perigee above 1,000 km' },
  { regime: 'meo', title: 'Medium orbit' },
  { regime: 'geo', title: 'Geosynchronous orbit' },
  { regime: 'heo', title: 'Highly elliptical orbit' },
] as const;
export type AccuracyRegime = (typeof accuracyRegimes)[number]['regime'];

/** Fewer pairs than this say nothing of a regime: it has no figures then. */
export const LEAST_PAIRS = 20;

const quantiles = z.object({
  /** Half, 68 % and 95 % of the pairs are closer. */
  median: z.number().nonnegative(),
  p68: z.number().nonnegative(),
  p95: z.number().nonnegative(),
});

const measured = z.object({
  days: z.literal([...accuracyAges]),
  /** How many pairs of element sets were compared. */
  pairs: z.int().min(LEAST_PAIRS),
  along_track_km: quantiles,
  /** The same as the time in which the object goes so far. */
  time_s: quantiles,
});
export type MeasuredAge = z.infer<typeof measured>;

const regimeAccuracy = z.object({
  regime: z.enum(accuracyRegimes.map(({ regime }) => regime) as [AccuracyRegime, ...AccuracyRegime[]]),
  /** Whether these are active satellites, most of which maneuver, or everything else. */
  active: z.boolean(),
  /** Ages with enough pairs, ascending; empty where the archive is too young. */
  ages: z.array(measured),
});
export type RegimeAccuracy = z.infer<typeof regimeAccuracy>;

/** How the error of elements grows with their age, as measured from the archive: `/api/v1/accuracy`. */
export const accuracy = z.object({
  data: z.array(regimeAccuracy),
  meta: z.object({
    next: z.null(),
    prev: z.null(),
    generated_at: z.iso.datetime(),
    release: z.string(),
    /** Between which epochs the newer sets of the pairs lie; null where nothing could be measured. */
    first_epoch: z.iso.datetime().nullable(),
    last_epoch: z.iso.datetime().nullable(),
    pairs: z.int().nonnegative(),
    /** DuckDB SQL that finds the pairs in the files of the archive. */
    sql: z.string(),
  }),
});
export type Accuracy = z.infer<typeof accuracy>;
