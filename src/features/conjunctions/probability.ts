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

/** The integral of a normal density centered at (x, y) over a disk about the origin. Covariance in km². */
export function diskProbability(x: number, y: number, xx: number, xy: number, yy: number, radius: number): number {
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return Math.hypot(x, y) <= radius ? 1 : 0;
  // Rings and spokes so fine that the density changes little between them.
  const smallest = (xx + yy) / 2 - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy);
  const rings = Math.min(2_000, 1 + Math.ceil((24 * radius) / Math.sqrt(Math.max(smallest, 1e-12))));
  const spokes = 4 * rings;
  let sum = 0;
  for (let ring = 0; ring < rings; ring += 1) {
    const r = (radius * (ring + 0.5)) / rings;
    let around = 0;
    for (let spoke = 0; spoke < spokes; spoke += 1) {
      const angle = (2 * Math.PI * (spoke + 0.5)) / spokes;
      const [u, v] = [r * Math.cos(angle) - x, r * Math.sin(angle) - y];
      around += Math.exp(-(yy * u * u - 2 * xy * u * v + xx * v * v) / (2 * determinant));
    }
    sum += (r * around) / spokes;
  }
  return Math.min(1, (sum * radius) / rings / Math.sqrt(determinant));
}

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
