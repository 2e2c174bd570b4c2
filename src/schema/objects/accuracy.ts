import { z } from 'zod';
import { completeList } from '../complete-list.ts';
import { NO_CONSTELLATION } from '../vocabulary.ts';

/** The ages, in days, at which the error of element sets is measured. */
export const accuracyAges = [0.5, 1, 2, 3, 7, 14, 30] as const;

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

/** A regime with fewer pairs has no figures. */
export const LEAST_PAIRS = 20;

/** A figure is checked on held-out pairs if there are at least this many. */
export const MANY_PAIRS = 100;

const share = z.number().min(0).max(1);
const heldOut = z.object({
  pairs: z.int().min(MANY_PAIRS).describe('Pairs whose newer set is of the last three days'),
  within_p68: share.describe(
    'Share of them within the 68 % figure that was measured three days earlier: 0.68 if figures hold',
  ),
  within_p95: share.describe('The same for the 95 % figure'),
});

const quantiles = z.object({
  median: z.number().nonnegative().describe('50 % quantile'),
  p68: z.number().nonnegative().describe('68 % quantile'),
  p95: z.number().nonnegative().describe('95 % quantile'),
});

const measured = z.object({
  // The generator of the OpenAPI document does not support a literal with several values.
  days: z.literal([...accuracyAges]).meta({ type: 'number', description: 'Age of the older set, days, within 20 %' }),
  pairs: z.int().min(LEAST_PAIRS).describe('Number of compared pairs, each of a different object'),
  along_track_km: quantiles.describe('Along-track error, km'),
  time_s: quantiles.describe('The time in which the object covers that distance, seconds'),
  held_out: heldOut
    .nullable()
    .default(null)
    .describe(
      `How the figure of three days earlier held for newer pairs; null if there were fewer than ${MANY_PAIRS} or the archive is too young`,
    ),
});
export type MeasuredAge = z.infer<typeof measured>;

export const regimeAccuracy = z.object({
  regime: z
    .enum(accuracyRegimes.map(({ regime }) => regime) as [AccuracyRegime, ...AccuracyRegime[]])
    .describe('Kind of orbit'),
  active: z.boolean().describe('Active satellites, or all other objects'),
  constellation: z
    .string()
    .nullable()
    .default(null)
    .describe(
      `The first words of the names of its members, such as STARLINK; \`${NO_CONSTELLATION}\` for active satellites in no constellation that has figures of its own; null for all of the kind of orbit`,
    ),
  ages: z.array(measured).describe(`By age; ages with fewer than ${LEAST_PAIRS} pairs are omitted`),
});
export type RegimeAccuracy = z.infer<typeof regimeAccuracy>;

/** How the error of elements grows with their age, as measured from the archive: `/api/v1/accuracy`. */
export const accuracy = z.object({
  data: z.array(regimeAccuracy),
  meta: z
    .object({
      ...completeList,
      generated_at: z.iso.datetime().describe('Time of the release (UTC)'),
      release: z.string().describe('The release'),
      first_epoch: z.iso
        .datetime()
        .nullable()
        .describe('Oldest epoch of a newer set (UTC); null if nothing was measured'),
      last_epoch: z.iso.datetime().nullable().describe('Newest epoch of a newer set (UTC)'),
      pairs: z.int().nonnegative().describe('Total number of pairs'),
      sql: z.string().describe('DuckDB SQL that selects the pairs'),
    })
    .describe('About the measurement'),
});
export type Accuracy = z.infer<typeof accuracy>;
