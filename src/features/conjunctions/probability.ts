import { cross, dot, minus, orbitAxes, scaled, unit, type Vector } from '../../orbit/vector.ts';

/** The largest probability of a collision for any circular error, and the error at which it occurs. */
export interface MaximumProbability {
  readonly probability: number;
  /** One standard deviation of the combined error in the plane of the encounter, km. 0 if the miss is within the radius. */
  readonly dilution_km: number;
}

/**
 * The largest probability that two spheres meet, whatever the size of a circular error in the plane of the encounter.
 * `range` and the combined radius of both objects in km. With α = (radius / range)²: P = α / (1 + α) · (1 / (1 + α))^(1/α),
 * at σ² = radius² / (2 ln(1 + α)). Source: S. Alfano, "Relating Position Uncertainty to Maximum Conjunction Probability",
 * Journal of the Astronautical Sciences 53 (2005), with the density taken as that of the line through both centers.
 */
export function maximumProbability(range: number, radius: number): MaximumProbability {
  if (range <= radius) return { probability: 1, dilution_km: 0 };
  const alpha = (radius / range) ** 2;
  const log = Math.log1p(alpha);
  return {
    probability: (alpha / (1 + alpha)) * Math.exp(-log / alpha),
    dilution_km: radius / Math.sqrt(2 * log),
  };
}

/** Position and velocity (km, km/s), and the standard deviations of the position (km) along radius, motion, and orbit normal. */
export interface UncertainState {
  readonly position: Vector;
  readonly velocity: Vector;
  readonly sigma: Vector;
}

/**
 * The probability that two objects pass within `radius` km of each other, for straight relative motion and independent
 * normal errors of both positions: the density of the combined error in the plane of the encounter, integrated over the disk.
 */
export function collisionProbability(first: UncertainState, second: UncertainState, radius: number): number {
  const plane = encounterPlane(first, second);
  const [one, other] = [plane.covariance(0, first.sigma), plane.covariance(1, second.sigma)];
  return diskProbability(...plane.miss, one.xx + other.xx, one.xy + other.xy, one.yy + other.yy, radius);
}

/** A normal density is taken for 0 beyond so many standard deviations: 6e-16 of it is there. */
const DEVIATIONS = 8;
/** Points of an integral in each direction: at least so many, and so many in a standard deviation. */
const POINTS = { least: 6, perDeviation: 3 };

/** The integral of a normal density centered at (x, y) over a disk about the origin. Covariance in km². */
export function diskProbability(x: number, y: number, xx: number, xy: number, yy: number, radius: number): number {
  if (!(xx * yy - xy * xy > 0)) return Math.hypot(x, y) <= radius ? 1 : 0;
  // Along the axes of the error ellipse, both errors are independent.
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = Math.hypot((xx - yy) / 2, xy);
  const large = Math.sqrt((xx + yy) / 2 + half);
  const small = Math.sqrt(Math.max((xx * yy - xy * xy) / large ** 2, Number.MIN_VALUE));
  const [u, v] = [cos * x + sin * y, cos * y - sin * x];
  if (Math.abs(u) - radius > DEVIATIONS * large || Math.abs(v) - radius > DEVIATIONS * small) return 0;
  // Lines across the disk, at the sine of equal steps, so that their lengths are the cosine.
  const lineAngle = (at: number) => Math.asin(Math.max(-1, Math.min(1, at / radius)));
  const [from, to] = [lineAngle(v - DEVIATIONS * small), lineAngle(v + DEVIATIONS * small)];
  const lines = pointsFor(radius * (to - from), small);
  let sum = 0;
  for (let line = 0; line < lines; line += 1) {
    const turn = from + ((to - from) * (line + 0.5)) / lines;
    const end = radius * Math.cos(turn);
    const [low, high] = [Math.max(-end, u - DEVIATIONS * large), Math.min(end, u + DEVIATIONS * large)];
    if (low >= high) continue;
    const points = pointsFor(high - low, large);
    let along = 0;
    for (let point = 0; point < points; point += 1) {
      const off = (low + ((high - low) * (point + 0.5)) / points - u) / large;
      along += Math.exp(-(off * off) / 2);
    }
    const across = (radius * Math.sin(turn) - v) / small;
    sum += ((along * (high - low)) / points) * Math.exp(-(across * across) / 2) * end;
  }
  return Math.min(1, (sum * (to - from)) / lines / (2 * Math.PI * large * small));
}

const pointsFor = (length: number, deviation: number) =>
  POINTS.least + Math.ceil((POINTS.perDeviation * length) / deviation);

/** A symmetric matrix in the plane of an encounter, km². */
export interface Covariance {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/**
 * The plane perpendicular to the relative velocity of two objects: their miss in it, km, and the covariance of the position of one of
 * them in it for standard deviations along radius, motion, and orbit normal, km.
 */
export function encounterPlane(
  first: Pick<UncertainState, 'position' | 'velocity'>,
  second: Pick<UncertainState, 'position' | 'velocity'>,
) {
  const miss = minus(second.position, first.position);
  const direction = unit(minus(second.velocity, first.velocity));
  const inPlane = minus(miss, scaled(direction, dot(miss, direction)));
  const helper: Vector = Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const across = unit(dot(inPlane, inPlane) > 0 ? inPlane : cross(direction, helper));
  const along = cross(direction, across);
  const axes = [first, second].map(({ position, velocity }) =>
    orbitAxes(position, velocity).map((axis) => [dot(axis, across), dot(axis, along)] as const),
  );
  const covariance = (object: 0 | 1, sigma: Vector): Covariance => {
    let [xx, xy, yy] = [0, 0, 0];
    for (const [axis, [x, y]] of axes[object]!.entries()) {
      const variance = sigma[axis]! ** 2;
      xx += variance * x * x;
      xy += variance * x * y;
      yy += variance * y * y;
    }
    return { xx, xy, yy };
  };
  return { miss: [dot(miss, across), dot(miss, along)] as const, covariance };
}
