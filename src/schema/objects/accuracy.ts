import { z } from 'zod';
import { completeList } from '../complete-list.ts';
import { FACTOR_STEP, NO_CONSTELLATION } from '../vocabulary.ts';

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

/** Days whose pairs are compared with figures of the days before each. */
export const HELD_DAYS = 5;

/** Pairs of an object at one age, one a day, from which its own error is judged: over at most so many days, and at least this many. */
export const OWN_PAIRS = { days: 7, least: 4 } as const;

const share = z.number().min(0).max(1);
const heldOut = z.object({
  pairs: z.int().min(MANY_PAIRS).describe(`Pairs whose newer set is of one of the last ${HELD_DAYS} days`),
  within_p68: share.describe(
    'Share of them within the 68 % figure as it was measured before the day of each: 0.68 if figures hold',
  ),
  within_p95: share.describe('The same for the 95 % figure'),
});
const held = heldOut
  .nullable()
  .default(null)
  .describe(
    `How the figures of the days before held for newer pairs; null if there were fewer than ${MANY_PAIRS} or the archive is too young`,
  );

const quantiles = z.object({
  median: z.number().nonnegative().describe('50 % quantile'),
  p68: z.number().nonnegative().describe('68 % quantile'),
  p95: z.number().nonnegative().describe('95 % quantile'),
});

const spread = quantiles.omit({ median: true });

/** Schema of the figures of a part of the objects of a kind; `pairs` and `errors` describe these two fields. */
const partFigures = (pairs: string, errors: string) =>
  z
    .object({
      pairs: z.int().min(LEAST_PAIRS).describe(pairs),
      along_track_km: spread.describe(errors),
      held_out: held,
    })
    .nullable()
    .default(null);

const measured = z.object({
  // The generator of the OpenAPI document does not support a literal with several values.
  days: z.literal([...accuracyAges]).meta({ type: 'number', description: 'Age of the older set, days, within 20 %' }),
  pairs: z.int().min(LEAST_PAIRS).describe('Number of compared pairs, each of a different object'),
  along_track_km: quantiles.describe('Along-track error, km'),
  time_s: quantiles.describe('The time in which the object covers that distance, seconds'),
  radial_km: quantiles.nullable().default(null).describe('Error along the radius, km; null in older releases'),
  cross_track_km: quantiles
    .nullable()
    .default(null)
    .describe('Error perpendicular to the orbit, km; null in older releases'),
  held_out: held,
  by_object: partFigures(
    'Number of pairs, each divided by the factor of its object on the day before',
    'Along-track error of an object with the factor 1, km',
  ).describe(
    'The figures for objects whose own errors are known: multiply them by the factor of the object. Null for the whole of a kind that is divided, and if there are too few',
  ),
  without_own: partFigures(
    'Number of pairs of objects that had no factor on the day before',
    'Along-track error of such an object, km',
  ).describe(
    'The figures for objects whose own errors are not known, if those of others are: new ones, and ones that are seldom tracked. Null if there are too few; the figures of all are then used',
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
  thrust: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      `Only satellites in no constellation whose element sets of the last weeks show maneuvers (true), or none (false); null: all`,
    ),
  ages: z.array(measured).describe(`By age; ages with fewer than ${LEAST_PAIRS} pairs are omitted`),
});
export type RegimeAccuracy = z.infer<typeof regimeAccuracy>;

const perAge = (meaning: string) => z.array(z.array(z.int())).describe(`${meaning}. For each age, a list by object`);

/** The factors of single objects, as arrays of one length, ascending by catalog number. */
const objectErrors = z.object({
  norad_cat_id: z.array(z.int()).describe('Catalog numbers'),
  thrust: z
    .array(z.int().min(-1).max(1))
    .describe('Whether the element sets of the last weeks show maneuvers: 1 yes, 0 no, -1 not examined'),
  ages: z.array(z.number()).describe('The ages, days'),
  factor: perAge(
    `How the errors of the object compare with those of its kind: the factor is 2 to the power of this number times ${FACTOR_STEP}`,
  ),
  comparisons: perAge('Number of its own pairs, one a day, from which the factor follows; 0 if it has none'),
});
export type ObjectErrors = z.infer<typeof objectErrors>;

/** How the error of elements grows with their age, as measured from the archive: `/api/v1/accuracy`. */
export const accuracy = z.object({
  data: z.array(regimeAccuracy),
  objects: objectErrors.optional().describe('Objects whose own errors are known; absent in older releases'),
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
