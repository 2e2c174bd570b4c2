import type { Conjunction } from './conjunction.ts';

/** The figures of an approach that two runs compare. */
export type ApproachFigures = Pick<Conjunction, 'tca' | 'kind' | 'range_km' | 'max_probability' | 'probability'>;

/** Two runs show the same approach of a pair if their times differ by less than this, seconds: half of the shortest time between two. */
export const SAME_SECONDS = 1200;

/**
 * The name that an approach keeps when newer elements move it: both objects, and the number of the 40 minutes around its time, which have
 * no other approach of the pair. Of those that move by a second, one in 2,400 comes into the next 40 minutes.
 */
export const lastingName = ({ first, second, tca }: Pick<Conjunction, 'first' | 'second' | 'tca'>): string =>
  `close_approach-${first.norad_cat_id}-${second.norad_cat_id}-${Math.round(Date.parse(tca) / (2 * SAME_SECONDS * 1000))}`;

/** The filters of a webhook that limit close approaches and select no objects. */
export const approachLimits = ['max_range_km', 'min_probability'] as const;

/** The minimum differences at which an approach differs materially between two runs. */
export const materialDifference = {
  /** Its distance changed by this factor and by this many km at least. */
  rangeFactor: 2,
  range_km: 0.1,
  /** Its maximum probability changed by more than this factor. */
  probabilityFactor: 10,
  /** Its time changed by this many seconds. */
  seconds: 60,
} as const;

/** Whether the figures differ so much that a subscriber who has one set is sent the other. */
export function differsMaterially(now: ApproachFigures, before: ApproachFigures): boolean {
  const { rangeFactor, range_km, probabilityFactor, seconds } = materialDifference;
  const farther = Math.max(now.range_km, before.range_km);
  const closer = Math.min(now.range_km, before.range_km);
  const more = Math.max(now.max_probability, before.max_probability);
  const less = Math.min(now.max_probability, before.max_probability);
  return (
    now.kind !== before.kind ||
    (farther >= rangeFactor * closer && farther - closer >= range_km) ||
    more > probabilityFactor * less ||
    Math.abs(Date.parse(now.tca) - Date.parse(before.tca)) >= seconds * 1000
  );
}
