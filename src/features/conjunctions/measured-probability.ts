import type { AxisErrors } from '../../orbit/position-error.ts';
import type { Vector } from '../../orbit/vector.ts';
import { type Covariance, diskProbability, encounterPlane, type UncertainState } from './probability.ts';

/**
 * Measured errors have far more large values than a normal distribution with the same 68 % figure: one object in twenty has maneuvered.
 * They are described as normal with a standard deviation that itself differs from case to case, log-normally: σ = scale · exp(tail · z)
 * with z normal, the same z in all three directions of an object. `scale` and `tail` follow from the 68 % and the 95 % figure.
 */
interface Mixture {
  readonly scale: Vector;
  readonly tail: Vector;
}

/** Position and velocity (km, km/s) of an object, and its measured errors. */
export interface MeasuredState extends Pick<UncertainState, 'position' | 'velocity'> {
  readonly errors: AxisErrors;
}

/** Values of z and their weights: a sum over whole numbers integrates a normal density to 3e-9, but for its ends. */
const steps = (() => {
  const values = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  const total = values.reduce((sum, z) => sum + Math.exp((-z * z) / 2), 0);
  return values.map((z) => ({ z, weight: Math.exp((-z * z) / 2) / total }));
})();

/**
 * The probability that two objects pass within `radius` km of each other, from the measured errors of both element sets; for straight
 * relative motion and independent errors.
 */
export function measuredProbability(first: MeasuredState, second: MeasuredState, radius: number): number {
  let probability = 0;
  for (const { miss, weight, xx, xy, yy } of normalCases(first, second))
    probability += weight * diskProbability(...miss, xx, xy, yy, radius);
  return Math.min(1, probability);
}

/** Points of the plane for each case of the mixture. */
const POINTS = 64;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const normalPoints = Array.from({ length: POINTS }, (_, at) => {
  const radius = Math.sqrt(-2 * Math.log(1 - (at + 0.5) / POINTS));
  return [radius * Math.cos(at * GOLDEN_ANGLE), radius * Math.sin(at * GOLDEN_ANGLE)] as const;
});

/** The distances between which the closest approach really is, with a probability of 68 % and of 95 %, km. */
export interface LikelyRanges {
  readonly p68: readonly [low: number, high: number];
  readonly p95: readonly [low: number, high: number];
}

/** A distance at the closest approach, km, and the part of all cases that it stands for. */
interface PossibleDistance {
  readonly km: number;
  readonly weight: number;
}

/** Distances that the measured errors of both element sets make possible, ascending. Their weights add up to 1. */
export function possibleDistances(first: MeasuredState, second: MeasuredState): readonly PossibleDistance[] {
  const distances: PossibleDistance[] = [];
  for (const { miss, weight, xx, xy, yy } of normalCases(first, second)) {
    // The Cholesky factor of the covariance turns normal points into points of the error.
    const a = Math.sqrt(xx);
    const b = a > 0 ? xy / a : 0;
    const c = Math.sqrt(Math.max(0, yy - b * b));
    for (const [u, v] of normalPoints)
      distances.push({ km: Math.hypot(miss[0] + a * u, miss[1] + b * u + c * v), weight: weight / POINTS });
  }
  return distances.sort((one, other) => one.km - other.km);
}

/** The likely ones of `possibleDistances`. The parts below and above are equally probable. */
export function likelyRanges(distances: readonly PossibleDistance[]): LikelyRanges {
  const quantile = (part: number): number => {
    let sum = 0;
    for (const { km, weight } of distances) {
      sum += weight;
      if (sum >= part) return km;
    }
    return distances.at(-1)!.km;
  };
  return { p68: [quantile(0.16), quantile(0.84)], p95: [quantile(0.025), quantile(0.975)] };
}

/** The combined error in the plane of the encounter, as weighted normal distributions about the miss. */
function* normalCases(first: MeasuredState, second: MeasuredState) {
  const { miss, covariance } = encounterPlane(first, second);
  const sizes = ([first, second] as const).map(({ errors }, object) => {
    const mixture = mixtureOf(errors);
    return steps.map(({ z, weight }) => ({ weight, ...covariance(object as 0 | 1, sigmaAt(mixture, z)) }));
  }) as [(Covariance & { weight: number })[], (Covariance & { weight: number })[]];
  for (const one of sizes[0])
    for (const other of sizes[1])
      yield {
        miss,
        weight: one.weight * other.weight,
        xx: one.xx + other.xx,
        xy: one.xy + other.xy,
        yy: one.yy + other.yy,
      };
}

const sigmaAt = ({ scale, tail }: Mixture, z: number): Vector => [
  scale[0] * Math.exp(tail[0] * z),
  scale[1] * Math.exp(tail[1] * z),
  scale[2] * Math.exp(tail[2] * z),
];

function mixtureOf({ p68, p95 }: AxisErrors): Mixture {
  const fits = ([0, 1, 2] as const).map((axis) => fitOf(p68[axis], p95[axis]));
  const of = (part: 'scale' | 'tail'): Vector => [fits[0]![part], fits[1]![part], fits[2]![part]];
  return { scale: of('scale'), tail: of('tail') };
}

/** The scale and tail of errors of which 68 % and 95 % are smaller than these. */
function fitOf(p68: number, p95: number): { readonly scale: number; readonly tail: number } {
  const ratio = p68 > 0 ? p95 / p68 : 1;
  let at = tails.findIndex((one) => one.ratio >= ratio);
  if (at < 0) at = tails.length - 1;
  const [after, before] = [tails[at]!, tails[Math.max(0, at - 1)]!];
  const part = after.ratio > before.ratio ? Math.min(1, (ratio - before.ratio) / (after.ratio - before.ratio)) : 0;
  const between = (low: number, high: number) => low + part * (high - low);
  return { tail: between(before.tail, after.tail), scale: p68 / between(before.p68, after.p68) };
}

/** For tails from 0 (normal) to 3: the 68 % figure for the scale 1, and the ratio of the 95 % figure to it. */
const tails = Array.from({ length: 61 }, (_, at) => {
  const tail = at / 20;
  const p68 = quantileOf(0.68, tail);
  return { tail, p68, ratio: quantileOf(0.95, tail) / p68 };
});

/** The size below which a part of the errors with the scale 1 is. */
function quantileOf(part: number, tail: number): number {
  const share = (size: number) =>
    steps.reduce((sum, { z, weight }) => sum + weight * normalShare(size / Math.exp(tail * z)), 0);
  let [low, high] = [1e-3, 1e7];
  for (let turn = 0; turn < 60; turn++) {
    const middle = Math.sqrt(low * high);
    if (share(middle) < part) low = middle;
    else high = middle;
  }
  return high;
}

/** The share of a normal distribution within so many standard deviations: erf(x / √2), to 1.5e-7 (Abramowitz and Stegun 7.1.26). */
function normalShare(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const series =
    t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  return 1 - series * Math.exp(-x * x);
}
