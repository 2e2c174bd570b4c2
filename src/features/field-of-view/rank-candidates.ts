import type { NearObject } from './identify.ts';

const RADIANS = Math.PI / 180;

/** Errors of the measurement of a streak, one standard deviation each. */
export interface StreakErrors {
  /** Place of an end, arc seconds. */
  readonly place_arcsec: number;
  /** Time of the middle, seconds. */
  readonly time_s: number;
}

/** Errors of an object's elements, one standard deviation each. */
export interface ElementErrors {
  /** Along the orbit, as a time, seconds. */
  readonly time_s: number;
  /** Across the line of sight in any other direction, km. */
  readonly across_km: number;
}

/** The measurements of a streak that probabilities depend on. */
export interface MeasuredStreak {
  readonly length_deg: number;
  readonly timed: boolean;
  /** Radius of the circle in which objects were counted, degrees, and the duration of the count, seconds. */
  readonly radius_deg: number;
  readonly window_s: number;
}

/**
 * Assumed number of crossing objects that are not in the catalog, or whose elements are useless, for each one that is.
 * Elements exist for 57 % of the tracked objects, and many objects are not tracked, so it cannot be small.
 */
export const UNLISTED_SHARE = 0.5;
/** Weight of an object in the shadow of the Earth, which leaves a streak only if the computed shadow is wrong. */
const SHADOW_WEIGHT = 0.001;
/** Probability that elements are off by far more than usual, such as after a maneuver, and the factor. */
const [OUTLIERS, OUTLIER_FACTOR] = [0.15, 6];
/** Spread of the logarithms of speeds of objects in the sky. */
const SPEED_SPREAD = 2;

/** Error along the orbit for each day of age if it is not measured, seconds: low orbits, and those above. */
const [LOW_S, HIGH_S] = [2, 0.5];
/** Error across the orbit: at the epoch, and for each day of age, km. */
const [ACROSS_KM, ACROSS_KM_DAY] = [0.3, 0.2];

/** The errors of elements: as measured, else an assumption. */
export function assumedErrors(
  { time_uncertainty_s, age_days }: { readonly time_uncertainty_s: number | null; readonly age_days: number },
  orbit_class: string,
): ElementErrors {
  const days = Math.max(0.5, Math.abs(age_days));
  return {
    time_s: time_uncertainty_s ?? (orbit_class === 'LEO' ? LOW_S : HIGH_S) * days,
    across_km: ACROSS_KM + ACROSS_KM_DAY * days,
  };
}

export interface Ranked<T> {
  readonly object: T;
  readonly probability: number;
  /** Sum of squares of the residuals, each by its standard deviation. */
  readonly chi_squared: number;
}

/**
 * The probability of each object that it made the streak, and the probability that none of them did. Residuals of the
 * right one are normally distributed; unlisted objects cross the sky in any direction, UNLISTED_SHARE times as densely
 * as the listed ones that came near.
 */
export function rankCandidates<T extends NearObject>(
  streak: MeasuredStreak,
  objects: readonly T[],
  measured: StreakErrors,
  elementErrors: (object: T) => ElementErrors,
): { readonly ranked: readonly Ranked<T>[]; readonly none: number } {
  const place = (measured.place_arcsec / 3600) * RADIANS;
  const length = streak.length_deg * RADIANS;
  // The errors of both ends are independent.
  const turn = Math.hypot((place * Math.SQRT2) / length, 0.002);
  const stretch = Math.hypot((place * Math.SQRT2) / length, 0.003);
  const weights = objects.map((object) => {
    const own = elementErrors(object);
    const speed = (object.speed_arcsec_s / 3600) * RADIANS;
    const time = Math.hypot(measured.time_s, own.time_s);
    const cross = Math.hypot(place, ((own.across_km * object.arcsec_per_km) / 3600) * RADIANS);
    // An error across the line of sight changes the direction, too.
    const turning = Math.hypot(turn, cross);
    const residuals = [
      object.late / 1000 / time,
      (object.cross_deg * RADIANS) / cross,
      (object.turn_deg * RADIANS) / turning,
      ...(object.speed_ratio === null ? [] : [Math.log(object.speed_ratio) / Math.hypot(stretch, cross)]),
    ];
    const sizes = [
      Math.max(1e-9, time * speed),
      cross,
      turning,
      ...(object.speed_ratio === null ? [] : [Math.hypot(stretch, cross)]),
    ];
    const chi_squared = residuals.reduce((sum, one) => sum + one * one, 0);
    const [late, ...others] = residuals as [number, ...number[]];
    const timing =
      (1 - OUTLIERS) * Math.exp(-(late ** 2) / 2) +
      (OUTLIERS / OUTLIER_FACTOR) * Math.exp(-((late / OUTLIER_FACTOR) ** 2) / 2);
    const rest = Math.exp(-others.reduce((sum, one) => sum + one * one, 0) / 2);
    const size = sizes.reduce((product, one) => product * one * Math.sqrt(2 * Math.PI), 1);
    return { object, chi_squared, weight: ((timing * rest) / size) * (object.sunlit ? 1 : SHADOW_WEIGHT) };
  });
  // Number of objects at one moment: each stays in the circle for the time that it needs to cross it.
  const across = streak.radius_deg * RADIANS;
  const atOnce = objects.reduce((sum, { speed_arcsec_s, sunlit }) => {
    const speed = (speed_arcsec_s / 3600) * RADIANS;
    return sum + (sunlit ? Math.min(1, (Math.PI * across) / 2 / speed / (2 * streak.window_s)) : 0);
  }, 0);
  // Greater than 0 even if no object was found: that does not mean that there are none.
  const density = (atOnce + 0.1) / (Math.PI * across * across);
  const directions = streak.timed ? 2 * Math.PI : Math.PI;
  const unlisted = (UNLISTED_SHARE * density) / directions / (streak.timed ? SPEED_SPREAD : 1);
  const total = weights.reduce((sum, { weight }) => sum + weight, unlisted);
  return {
    ranked: weights
      .map(({ object, chi_squared, weight }) => ({ object, chi_squared, probability: weight / total }))
      .sort((a, b) => b.probability - a.probability || a.chi_squared - b.chi_squared),
    none: unlisted / total,
  };
}
