import { SLOW_KM_S } from '../../orbit/observation/companions.ts';
import type { KnotInterval } from './knot-interval.ts';

/** Half the extent of the grid, km. It covers every orbit of the catalog about the Earth within a million kilometers. */
const HALF_EXTENT = 1_048_576;

/** No two objects in Earth orbit approach each other faster than this, km/s. */
const MAX_RELATIVE_SPEED = 16;

/** The linear estimate of a minimum is at most this much too large, km: the curvature of both orbits over half a step. */
const CURVATURE_KM = 0.1;

/** Receives two objects and the time in seconds of the step at which they are close. */
export type OnPair = (first: number, second: number, seconds: number) => void;

/**
 * Finds pairs of objects that come close, step by step over an interval, with a hashed grid whose cells are as large as
 * the distance that two objects can cover within half a step. Each primary object is compared with every other object.
 */
export class ClosePairs {
  readonly #interval: KnotInterval;
  readonly #primary: Uint8Array;
  readonly #order: Int32Array;
  readonly #step: number;
  readonly #threshold: number;
  readonly #radius: number;
  readonly #margins: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #mask: number;
  readonly #one = new Float64Array(6);
  readonly #other = new Float64Array(6);

  /** `step` in seconds; `threshold` in km; `margins` are the errors of interpolated positions, km. */
  constructor(interval: KnotInterval, primary: Uint8Array, step: number, threshold: number, margins: Float64Array) {
    this.#interval = interval;
    this.#primary = primary;
    this.#step = step;
    this.#threshold = threshold + CURVATURE_KM;
    this.#margins = margins;
    this.#radius = this.#threshold + (MAX_RELATIVE_SPEED * step) / 2;
    const { count } = interval;
    // Objects that are not primary come first: they are only inserted, and each primary finds all that were inserted before it.
    const rows = Array.from({ length: count }, (_, row) => row);
    this.#order = Int32Array.from(rows.toSorted((a, b) => primary[a]! - primary[b]! || a - b));
    this.#x = new Float64Array(count);
    this.#y = new Float64Array(count);
    this.#z = new Float64Array(count);
    const size = 2 ** Math.ceil(Math.log2(Math.max(1024, count * 4)));
    this.#heads = new Int32Array(size);
    this.#next = new Int32Array(count);
    this.#mask = size - 1;
  }

  /**
   * Reports each pair whose distance has a minimum near the threshold or below within half a step of a time in seconds,
   * and each pair that is within the threshold and slow.
   */
  at(seconds: number, onPair: OnPair, onSlowPair?: OnPair): void {
    const [x, y, z, heads, next, mask, radius] = [
      this.#x,
      this.#y,
      this.#z,
      this.#heads,
      this.#next,
      this.#mask,
      this.#radius,
    ];
    const limit = radius * radius;
    const cell = 2 * radius;
    this.#interval.positionsAt(seconds, x, y, z);
    heads.fill(-1);
    for (const object of this.#order) {
      const px = x[object]!;
      if (!(Math.abs(px) < HALF_EXTENT)) continue;
      const [py, pz] = [y[object]!, z[object]!];
      const [gx, gy, gz] = [(px + HALF_EXTENT) / cell, (py + HALF_EXTENT) / cell, (pz + HALF_EXTENT) / cell];
      const [ix, iy, iz] = [gx | 0, gy | 0, gz | 0];
      if (this.#primary[object]) {
        // A sphere of the radius reaches at most one neighbor on each axis: on the nearer side.
        const [sx, sy, sz] = [gx - ix < 0.5 ? -1 : 1, gy - iy < 0.5 ? -1 : 1, gz - iz < 0.5 ? -1 : 1];
        for (let corner = 0; corner < 8; corner += 1) {
          const key = hash(ix + (corner & 1 ? sx : 0), iy + (corner & 2 ? sy : 0), iz + (corner & 4 ? sz : 0)) & mask;
          for (let other = heads[key]!; other >= 0; other = next[other]!) {
            const dx = x[other]! - px;
            const dy = y[other]! - py;
            const dz = z[other]! - pz;
            if (dx * dx + dy * dy + dz * dz < limit) this.#judge(object, other, seconds, onPair, onSlowPair);
          }
        }
      }
      const key = hash(ix, iy, iz) & mask;
      next[object] = heads[key]!;
      heads[key] = object;
    }
  }

  #judge(object: number, other: number, seconds: number, onPair: OnPair, onSlowPair?: OnPair): void {
    const [one, two, half] = [this.#one, this.#other, this.#step / 2];
    this.#interval.stateAt(object, seconds, one);
    this.#interval.stateAt(other, seconds, two);
    const [dx, dy, dz] = [two[0]! - one[0]!, two[1]! - one[1]!, two[2]! - one[2]!];
    const [vx, vy, vz] = [two[3]! - one[3]!, two[4]! - one[4]!, two[5]! - one[5]!];
    const speed2 = vx * vx + vy * vy + vz * vz;
    const dot = dx * vx + dy * vy + dz * vz;
    const t = speed2 > 0 ? Math.max(-half, Math.min(half, -dot / speed2)) : 0;
    const [mx, my, mz] = [dx + vx * t, dy + vy * t, dz + vz * t];
    const threshold = this.#threshold + this.#margins[object]! + this.#margins[other]!;
    if (mx * mx + my * my + mz * mz > threshold * threshold) return;
    if (speed2 < SLOW_KM_S * SLOW_KM_S) onSlowPair?.(object, other, seconds);
    if (this.#rangeRate(object, other, seconds - half) < 0 && this.#rangeRate(object, other, seconds + half) >= 0) {
      onPair(object, other, seconds);
    }
  }

  /** Distance times its rate of change, km²/s. */
  #rangeRate(object: number, other: number, seconds: number): number {
    const [one, two] = [this.#one, this.#other];
    this.#interval.stateAt(object, seconds, one);
    this.#interval.stateAt(other, seconds, two);
    return (
      (two[0]! - one[0]!) * (two[3]! - one[3]!) +
      (two[1]! - one[1]!) * (two[4]! - one[4]!) +
      (two[2]! - one[2]!) * (two[5]! - one[5]!)
    );
  }
}

const hash = (ix: number, iy: number, iz: number): number => {
  const mixed = Math.imul(ix, 73_856_093) ^ Math.imul(iy, 19_349_663) ^ Math.imul(iz, 83_492_791);
  return mixed ^ (mixed >>> 15);
};
