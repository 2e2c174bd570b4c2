import { SLOW_KM_S } from '../../orbit/observation/companions.ts';
import type { KnotInterval } from './knot-interval.ts';

/** Half the extent of the grid, km. It covers every orbit of the catalog about the Earth within a million kilometers. */
const HALF_EXTENT = 1_048_576;

/**
 * Places of the table from one row of cells along x to the next, and from one layer of rows to the next. Rows that are longer, of
 * more than 10,000 km to each side of the Earth, share places with others: pairs that are far apart are compared, but none is lost.
 */
const ROW = 61;
const LAYER = ROW * ROW;
/** In a smaller table, two of the rows next to an object could begin at the same place. */
const LEAST_ROWS = 1024;

/**
 * Objects near the escape speed at a low perigee (10.95 km/s) and objects in low circular orbits (7.8 km/s) approach each other no faster
 * than this, km/s.
 */
const MAX_RELATIVE_SPEED = 19;

/** The linear estimate of a minimum is at most this much too large, km: the curvature of both orbits over half a step. */
const CURVATURE_KM = 0.1;

/** Receives two objects and the time in seconds of the step at which they are close. */
export type OnPair = (first: number, second: number, seconds: number) => void;

/**
 * Finds pairs of objects that come close, step by step over an interval, with a grid whose cells are twice as large as the distance
 * that two objects can cover within half a step. Objects are sorted by cell, so that those of cells side by side are side by side.
 * Pairs without a primary object are left out.
 */
export class ClosePairs {
  readonly #interval: KnotInterval;
  readonly #primary: Uint8Array;
  readonly #step: number;
  readonly #threshold: number;
  readonly #radius: number;
  readonly #margins: Float64Array;
  /** Positions by object, km. */
  readonly #positions: readonly [x: Float64Array, y: Float64Array, z: Float64Array];
  /** The same, and the objects themselves, sorted by cell. */
  readonly #sorted: readonly [x: Float64Array, y: Float64Array, z: Float64Array];
  readonly #objects: Int32Array;
  /** Cell of each object; -1 if it is outside of the grid. */
  readonly #cells: Int32Array;
  /** Place of the first object of each cell in the sorted list. */
  readonly #starts: Int32Array;
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
    const axes = () => [new Float64Array(count), new Float64Array(count), new Float64Array(count)] as const;
    this.#positions = axes();
    this.#sorted = axes();
    this.#objects = new Int32Array(count);
    this.#cells = new Int32Array(count);
    const rows = 2 ** Math.ceil(Math.log2(Math.max(LEAST_ROWS, count * 4)));
    // A row begins anywhere, and is as long as the grid.
    this.#starts = new Int32Array(rows + Math.ceil(HALF_EXTENT / this.#radius) + 3);
    this.#mask = rows - 1;
  }

  /**
   * Reports each pair whose distance has a minimum near the threshold or below within half a step of a time in seconds,
   * and each pair that is within the threshold and slow.
   */
  at(seconds: number, onPair: OnPair, onSlowPair?: OnPair): void {
    const [mask, starts, objects, primary] = [this.#mask, this.#starts, this.#objects, this.#primary];
    const [limit, cell] = [this.#radius * this.#radius, 2 * this.#radius];
    const [x, y, z] = this.#sorted;
    const count = this.#sort(seconds);
    for (let at = 0; at < count; at += 1) {
      const [px, py, pz] = [x[at]!, y[at]!, z[at]!];
      const [gx, gy, gz] = [(px + HALF_EXTENT) / cell, (py + HALF_EXTENT) / cell, (pz + HALF_EXTENT) / cell];
      const [ix, iy, iz] = [gx | 0, gy | 0, gz | 0];
      // A sphere of the radius reaches at most one neighbor on each axis: on the nearer side.
      const left = gx - ix < 0.5 ? ix - 1 : ix;
      const sy = gy - iy < 0.5 ? -1 : 1;
      const sz = gz - iz < 0.5 ? -1 : 1;
      for (let corner = 0; corner < 4; corner += 1) {
        const row = ((iy + (corner & 1 ? sy : 0)) * ROW + (iz + (corner & 2 ? sz : 0)) * LAYER) & mask;
        // Two cells side by side. Each pair is found at the later one of its objects.
        const end = Math.min(at, starts[row + left + 3]!);
        for (let other = starts[row + left + 1]!; other < end; other += 1) {
          const dx = x[other]! - px;
          const dy = y[other]! - py;
          const dz = z[other]! - pz;
          if (dx * dx + dy * dy + dz * dz >= limit) continue;
          const [one, two] = [objects[at]!, objects[other]!];
          if (primary[one]! | primary[two]!) this.#judge(one, two, seconds, onPair, onSlowPair);
        }
      }
    }
  }

  /** Sorts the positions at a time in seconds by cell. Returns the number of objects in the grid. */
  #sort(seconds: number): number {
    const [x, y, z] = this.#positions;
    const [cells, starts, mask, cell] = [this.#cells, this.#starts, this.#mask, 2 * this.#radius];
    this.#interval.positionsAt(seconds, x, y, z);
    starts.fill(0);
    for (let object = 0; object < x.length; object += 1) {
      const px = x[object]!;
      if (!(Math.abs(px) < HALF_EXTENT)) {
        cells[object] = -1;
        continue;
      }
      const ix = ((px + HALF_EXTENT) / cell) | 0;
      const iy = ((y[object]! + HALF_EXTENT) / cell) | 0;
      const iz = ((z[object]! + HALF_EXTENT) / cell) | 0;
      const at = ((iy * ROW + iz * LAYER) & mask) + ix + 1;
      cells[object] = at;
      starts[at] = starts[at]! + 1;
    }
    let sum = 0;
    for (let at = 0; at < starts.length; at += 1) {
      sum += starts[at]!;
      // The end of the cell, until its objects are placed from there.
      starts[at] = sum;
    }
    const [sx, sy, sz] = this.#sorted;
    for (let object = x.length - 1; object >= 0; object -= 1) {
      const at = cells[object]!;
      if (at < 0) continue;
      const place = starts[at]! - 1;
      starts[at] = place;
      this.#objects[place] = object;
      sx[place] = x[object]!;
      sy[place] = y[object]!;
      sz[place] = z[object]!;
    }
    return sum;
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
