import { EARTH_MU } from '../../orbit/element-orbit.ts';
import type { StateOf } from '../../orbit/observation/companions.ts';
import { EARTH_RADIUS_KM, J2 } from '../../orbit/shape.ts';

const J2_TERM = 1.5 * J2 * EARTH_MU * EARTH_RADIUS_KM ** 2;

/** Numbers of one state: position (km), velocity (km/s), acceleration (km/s²). */
const STATE = 9;

/** Coefficients of one object over one interval: six for each axis, of powers of the time in seconds since the middle. */
const COEFFICIENTS = 18;

/**
 * The motion of all objects between two knots as quintic Hermite polynomials. They agree with SGP4 in position and
 * velocity at both knots, and in the acceleration of the two-body problem with J2; in between they differ from SGP4 by
 * meters (see the test for the measured error).
 */
export class KnotInterval {
  readonly count: number;
  readonly spacing: number;
  /** Seconds of the first knot. */
  start = Number.NaN;
  /** 1 if the object has a valid orbit at both knots. */
  readonly valid: Uint8Array;
  readonly coefficients: Float64Array;
  readonly #stateOf: StateOf;
  #first: Float64Array;
  #second: Float64Array;
  #firstValid: Uint8Array;
  #secondValid: Uint8Array;
  #secondTime = Number.NaN;

  /** `spacing` is the time between knots in seconds. */
  constructor(count: number, spacing: number, stateOf: StateOf) {
    this.count = count;
    this.spacing = spacing;
    this.valid = new Uint8Array(count);
    this.coefficients = new Float64Array(count * COEFFICIENTS);
    this.#stateOf = stateOf;
    this.#first = new Float64Array(count * STATE);
    this.#second = new Float64Array(count * STATE);
    this.#firstValid = new Uint8Array(count);
    this.#secondValid = new Uint8Array(count);
  }

  /** Computes the polynomials of the interval that begins at a time in seconds. Successive intervals share a knot. */
  moveTo(start: number): void {
    if (this.#secondTime === start) {
      [this.#first, this.#second] = [this.#second, this.#first];
      [this.#firstValid, this.#secondValid] = [this.#secondValid, this.#firstValid];
    } else {
      this.#fill(start, this.#first, this.#firstValid);
    }
    this.start = start;
    this.#secondTime = start + this.spacing;
    this.#fill(this.#secondTime, this.#second, this.#secondValid);
    for (let object = 0; object < this.count; object += 1) {
      this.valid[object] = this.#firstValid[object]! & this.#secondValid[object]!;
      if (this.valid[object]) this.#fit(object);
    }
  }

  /** Writes position and velocity of an object at a time in seconds within the interval. */
  stateAt(object: number, seconds: number, state: Float64Array): void {
    const c = this.coefficients;
    const t = seconds - this.start - this.spacing / 2;
    for (let axis = 0; axis < 3; axis += 1) {
      const o = object * COEFFICIENTS + axis * 6;
      state[axis] = c[o]! + t * (c[o + 1]! + t * (c[o + 2]! + t * (c[o + 3]! + t * (c[o + 4]! + t * c[o + 5]!))));
      state[axis + 3] = c[o + 1]! + t * (2 * c[o + 2]! + t * (3 * c[o + 3]! + t * (4 * c[o + 4]! + t * 5 * c[o + 5]!)));
    }
  }

  /** Writes the positions of all valid objects at a time in seconds, one array for each axis; NaN in `x` if an object is not valid. */
  positionsAt(seconds: number, x: Float64Array, y: Float64Array, z: Float64Array): void {
    const c = this.coefficients;
    const t = seconds - this.start - this.spacing / 2;
    for (let object = 0, o = 0; object < this.count; object += 1, o += COEFFICIENTS) {
      if (!this.valid[object]) {
        x[object] = Number.NaN;
        continue;
      }
      x[object] = c[o]! + t * (c[o + 1]! + t * (c[o + 2]! + t * (c[o + 3]! + t * (c[o + 4]! + t * c[o + 5]!))));
      y[object] = c[o + 6]! + t * (c[o + 7]! + t * (c[o + 8]! + t * (c[o + 9]! + t * (c[o + 10]! + t * c[o + 11]!))));
      z[object] =
        c[o + 12]! + t * (c[o + 13]! + t * (c[o + 14]! + t * (c[o + 15]! + t * (c[o + 16]! + t * c[o + 17]!))));
    }
  }

  #fill(seconds: number, states: Float64Array, valid: Uint8Array): void {
    const state = new Float64Array(6);
    for (let object = 0, at = 0; object < this.count; object += 1, at += STATE) {
      if (!this.#stateOf(object, seconds, state)) {
        valid[object] = 0;
        continue;
      }
      valid[object] = 1;
      const [x, y, z] = [state[0]!, state[1]!, state[2]!];
      const r2 = x * x + y * y + z * z;
      const r = Math.sqrt(r2);
      const central = -EARTH_MU / (r2 * r);
      const oblate = J2_TERM / (r2 * r2 * r);
      const polar = (5 * z * z) / r2;
      states.set(state, at);
      states[at + 6] = x * (central + oblate * (polar - 1));
      states[at + 7] = y * (central + oblate * (polar - 1));
      states[at + 8] = z * (central + oblate * (polar - 3));
    }
  }

  /** The quintic through both knots, in powers of the time since the middle: even and odd parts are solved separately. */
  #fit(object: number): void {
    const h = this.spacing / 2;
    const [h2, h3] = [h * h, h * h * h];
    const [h4, h5] = [h2 * h2, h2 * h3];
    for (let axis = 0; axis < 3; axis += 1) {
      const at = object * STATE + axis;
      const [p0, v0, a0] = [this.#first[at]!, this.#first[at + 3]!, this.#first[at + 6]!];
      const [p1, v1, a1] = [this.#second[at]!, this.#second[at + 3]!, this.#second[at + 6]!];
      const o = object * COEFFICIENTS + axis * 6;
      // Even part: e(h) = c0 + c2 h² + c4 h⁴, e'(h) = 2 c2 h + 4 c4 h³, e''(h) = 2 c2 + 12 c4 h².
      const [e, de, dde] = [(p1 + p0) / 2, (v1 - v0) / 2, (a1 + a0) / 2];
      const c4 = (dde - de / h) / (8 * h2);
      const c2 = (de / h - 4 * c4 * h2) / 2;
      this.coefficients[o] = e - c2 * h2 - c4 * h4;
      this.coefficients[o + 2] = c2;
      this.coefficients[o + 4] = c4;
      // Odd part: d(h) = c1 h + c3 h³ + c5 h⁵, d'(h) = c1 + 3 c3 h² + 5 c5 h⁴, d''(h) = 6 c3 h + 20 c5 h³.
      const [d, dd, ddd] = [(p1 - p0) / 2, (v1 + v0) / 2, (a1 - a0) / 2];
      const c5 = (ddd * h2 - 3 * (dd * h - d)) / (8 * h5);
      const c3 = ((dd * h - d) / h3 - 4 * c5 * h2) / 2;
      this.coefficients[o + 1] = d / h - c3 * h2 - c5 * h4;
      this.coefficients[o + 3] = c3;
      this.coefficients[o + 5] = c5;
    }
  }
}
