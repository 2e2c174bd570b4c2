import { type SatRec, sgp4 } from 'satellite.js';
import { epochOfRecord, type Sgp4Elements, sgp4Record } from './sgp4-record.ts';

/** SGP4 for many objects on one time axis, in seconds since a moment: positions and velocities in TEME. */
export class SkyStates {
  readonly #records: readonly SatRec[];
  /** Minutes from the epoch of each element set to the moment. */
  readonly #minutes: Float64Array;
  /** The period of each object, seconds. */
  readonly periods: Float64Array;

  /** `start` in milliseconds since 1970, UTC. */
  constructor(sets: readonly Sgp4Elements[], start: number) {
    this.#records = sets.map(sgp4Record);
    this.#minutes = Float64Array.from(this.#records, (record) => (start - epochOfRecord(record)) / 60_000);
    this.periods = Float64Array.from(this.#records, ({ no }) => (2 * Math.PI * 60) / no);
  }

  get count(): number {
    return this.#records.length;
  }

  /** Writes position (km) and velocity (km/s) of an object; false if its elements are no orbit at that time. */
  readonly stateOf = (object: number, seconds: number, state: Float64Array): boolean => {
    const record = this.#records[object]!;
    if (record.error !== 0) return false;
    const result = sgp4(record, this.#minutes[object]! + seconds / 60);
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
