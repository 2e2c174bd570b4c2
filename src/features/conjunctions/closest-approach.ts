import type { StateOf } from '../../orbit/observation/companions.ts';

/** One close approach of two objects, from SGP4 itself. */
export interface Approach {
  readonly first: number;
  readonly second: number;
  /** Time of closest approach, seconds on the time axis of the states. */
  readonly seconds: number;
  readonly range_km: number;
  readonly relative_speed_km_s: number;
  /** Position of the second object relative to the first, km, along the first one's radius, motion, and orbit normal. */
  readonly radial_km: number;
  readonly in_track_km: number;
  readonly cross_track_km: number;
}

const TIME_TOLERANCE_S = 1e-5;

/**
 * The minimum of the distance of two objects near a time in seconds, at most `reach` seconds away; null if an object has
 * no valid orbit there, or the distance has no minimum within reach.
 */
export function closestApproach(
  stateOf: StateOf,
  first: number,
  second: number,
  near: number,
  reach: number,
): Approach | null {
  const one = new Float64Array(6);
  const two = new Float64Array(6);
  const relative = new Float64Array(6);
  const at = (seconds: number): boolean => {
    if (!stateOf(first, seconds, one) || !stateOf(second, seconds, two)) return false;
    for (let i = 0; i < 6; i += 1) relative[i] = two[i]! - one[i]!;
    return true;
  };
  // Newton's method for the time at which relative position and velocity are perpendicular.
  let time = near;
  let speed2 = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    if (!at(time)) return null;
    speed2 = relative[3]! ** 2 + relative[4]! ** 2 + relative[5]! ** 2;
    if (speed2 === 0) break;
    const dot = relative[0]! * relative[3]! + relative[1]! * relative[4]! + relative[2]! * relative[5]!;
    // The derivative of the product includes the relative acceleration, which matters only for slow pairs: measured over a second.
    let slope = speed2;
    if (speed2 < 0.01) {
      if (!at(time + 0.5)) return null;
      const after = relative[0]! * relative[3]! + relative[1]! * relative[4]! + relative[2]! * relative[5]!;
      slope = Math.max((after - dot) / 0.5, speed2 / 10);
    }
    const change = Math.max(-reach, Math.min(reach, -dot / slope));
    time += change;
    if (Math.abs(time - near) > reach) return null;
    if (Math.abs(change) < TIME_TOLERANCE_S) break;
  }
  // SGP4's velocity is not exactly the derivative of its position, so the last correction uses positions only.
  const delta = Math.max(0.05, Math.min(5, 0.5 / Math.sqrt(speed2 || 1)));
  const square = (seconds: number): number =>
    at(seconds) ? relative[0]! ** 2 + relative[1]! ** 2 + relative[2]! ** 2 : Number.NaN;
  const [before, middle, after] = [square(time - delta), square(time), square(time + delta)];
  const curvature = before - 2 * middle + after;
  if (curvature > 0) {
    const shift = (delta * (before - after)) / (2 * curvature);
    if (Math.abs(shift) < delta) time += shift;
  }
  return approachAt(stateOf, first, second, time);
}

/** The second object as seen from the first at a time in seconds; null if either has no valid orbit then. */
export function approachAt(stateOf: StateOf, first: number, second: number, seconds: number): Approach | null {
  const one = new Float64Array(6);
  const two = new Float64Array(6);
  if (!stateOf(first, seconds, one) || !stateOf(second, seconds, two)) return null;
  const [dx, dy, dz] = [two[0]! - one[0]!, two[1]! - one[1]!, two[2]! - one[2]!];
  const radial = unit(one[0]!, one[1]!, one[2]!);
  const normal = unit(
    one[1]! * one[5]! - one[2]! * one[4]!,
    one[2]! * one[3]! - one[0]! * one[5]!,
    one[0]! * one[4]! - one[1]! * one[3]!,
  );
  const along = [
    normal[1] * radial[2] - normal[2] * radial[1],
    normal[2] * radial[0] - normal[0] * radial[2],
    normal[0] * radial[1] - normal[1] * radial[0],
  ] as const;
  return {
    first,
    second,
    seconds,
    range_km: Math.hypot(dx, dy, dz),
    relative_speed_km_s: Math.hypot(two[3]! - one[3]!, two[4]! - one[4]!, two[5]! - one[5]!),
    radial_km: dx * radial[0] + dy * radial[1] + dz * radial[2],
    in_track_km: dx * along[0] + dy * along[1] + dz * along[2],
    cross_track_km: dx * normal[0] + dy * normal[1] + dz * normal[2],
  };
}

const unit = (x: number, y: number, z: number): readonly [number, number, number] => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
};
