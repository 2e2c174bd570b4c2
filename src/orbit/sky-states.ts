import { sgp4 } from 'satellite.js';
import { ElementOrbit } from './element-orbit.ts';
import type { Sgp4Elements } from './sgp4-record.ts';

/** The orbit of one object on the time axis: the seconds between which it is valid, and the minutes from its epoch to second 0. */
interface Axis {
  readonly orbit: ElementOrbit;
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
}

/** SGP4 for many objects on one time axis, in seconds since a moment: positions and velocities in TEME. */
export class SkyStates {
  readonly #axes: readonly Axis[];
  /** The period of each object, seconds. */
  readonly periods: Float64Array;

  /** `start` in milliseconds since 1970, UTC. */
  constructor(sets: readonly Sgp4Elements[], start: number) {
    this.#axes = sets.map((set) => {
      const orbit = new ElementOrbit(set);
      const validity = orbit.validity();
      return {
        orbit,
        from: validity ? (validity.from - start) / 1000 : Number.POSITIVE_INFINITY,
        to: validity ? (validity.to - start) / 1000 : Number.NEGATIVE_INFINITY,
        minutes: (start - orbit.epoch) / 60_000,
      };
    });
    this.periods = Float64Array.from(this.#axes, ({ orbit }) => (2 * Math.PI * 60) / orbit.record.no);
  }

  get count(): number {
    return this.#axes.length;
  }

  /** Whether the elements of an object are an orbit at any time between two, seconds. */
  isOrbitWithin(object: number, from: number, to: number): boolean {
    const axis = this.#axes[object]!;
    return axis.from <= to && axis.to >= from;
  }

  /** Writes position (km) and velocity (km/s) of an object; false if its elements are no orbit at that time. */
  readonly stateOf = (object: number, seconds: number, state: Float64Array): boolean => {
    const { orbit, from, to, minutes } = this.#axes[object]!;
    if (seconds < from || seconds > to) return false;
    const result = sgp4(orbit.record, minutes + seconds / 60);
    if (!result || !Number.isFinite(result.position.x)) return false;
    const { position, velocity } = result;
    state[0] = position.x;
    state[1] = position.y;
    state[2] = position.z;
    state[3] = velocity.x;
    state[4] = velocity.y;
    state[5] = velocity.z;
    return true;
  };
}
