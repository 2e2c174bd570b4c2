import { STATE_SIZE } from '../../orbit/vector.ts';
import type { Vector } from './drawing/camera.ts';

/** The radius that is 1 in the drawing, km: the Earth's at the equator, WGS-72. */
export const EARTH_RADIUS = 6378.135;

/** The states of all objects at one time: x, y, z in km and km/s each, inertial. All zeros for an object without a state. */
export interface Keyframe {
  /** Milliseconds, UTC. */
  readonly time: number;
  readonly states: Float32Array<ArrayBuffer>;
}

/** Two times that enclose a third. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Simulated seconds between two propagated times, by the speed of the globe as a multiple of real time. */
export function spanSeconds(speed: number): number {
  return speed > 60 ? 300 : 60;
}

/** The two propagated times around a time. They lie on a fixed grid, so that the second of one is the first of the next. */
export function spanAround(time: number, seconds: number): Span {
  const from = Math.floor(time / (seconds * 1000)) * seconds * 1000;
  return { from, to: from + seconds * 1000 };
}

/** The weights of Hermite's cubic at a share of the span: first position, first velocity, second position, second velocity. */
export function hermiteWeights(share: number, seconds: number): [number, number, number, number] {
  const [s, s2, s3] = [share, share * share, share ** 3];
  return [2 * s3 - 3 * s2 + 1, (s3 - 2 * s2 + s) * seconds, 3 * s2 - 2 * s3, (s3 - s2) * seconds];
}

/**
 * Position of an object between two keyframes, Earth-fixed, in Earth radii; null if one of them has no state of it.
 * `sidereal` is the Earth's rotation angle then, radians.
 */
export function placeBetween(
  row: number,
  first: Keyframe,
  second: Keyframe,
  weights: readonly number[],
  sidereal: number,
): Vector | null {
  const at = row * STATE_SIZE;
  const [a, b] = [first.states, second.states];
  if ((a[at] === 0 && a[at + 2] === 0) || (b[at] === 0 && b[at + 2] === 0)) return null;
  const [w0, w1, w2, w3] = weights as [number, number, number, number];
  const along = (axis: number) =>
    (w0 * a[at + axis]! + w1 * a[at + axis + 3]! + w2 * b[at + axis]! + w3 * b[at + axis + 3]!) / EARTH_RADIUS;
  return earthFixed([along(0), along(1), along(2)], sidereal);
}

/** A vector of the inertial frame in the Earth's frame, which has turned by `sidereal` radians. */
export function earthFixed([x, y, z]: Vector, sidereal: number): Vector {
  const [c, s] = [Math.cos(sidereal), Math.sin(sidereal)];
  return [c * x + s * y, c * y - s * x, z];
}

/** The place below an Earth-fixed point: degrees, seen from the Earth's center. */
export function placeOn([x, y, z]: Vector): { latitude_deg: number; longitude_deg: number } {
  const degrees = 180 / Math.PI;
  return { latitude_deg: Math.atan2(z, Math.hypot(x, y)) * degrees, longitude_deg: Math.atan2(y, x) * degrees };
}

/** Height of an Earth-fixed place (Earth radii) above the flattened Earth, km, within a hundredth of its height. */
export function altitudeOf(place: Vector): number {
  const radius = Math.hypot(...place);
  const sine = place[2] / radius;
  return radius * EARTH_RADIUS - EARTH_RADIUS * (1 - (sine * sine) / 298.257);
}
