import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator, propagate, type SatRec } from 'satellite.js';
import { revolutionShares } from '../anomaly.ts';
import { epochOfRecord, type Sgp4Elements, sgp4Record } from '../sgp4-record.ts';
import { STATE_SIZE } from '../state-size.ts';

type SingleThreadRuntime = Awaited<ReturnType<typeof createSingleThreadRuntime>>;

/** One revolution of an object. */
export interface Revolution {
  /** x, y, z of each point in km, TEME. */
  readonly places: Float32Array<ArrayBuffer>;
  /** Milliseconds, UTC, of each point. */
  readonly times: Float64Array<ArrayBuffer>;
}

/** SGP4 for many objects together, in WebAssembly. All records are written into its memory once. */
export class BulkOrbits {
  readonly #records: readonly SatRec[];
  readonly #bulk: BulkPropagator<readonly [EciBaseCalculator], SingleThreadRuntime>;

  /** Several may share one runtime. */
  constructor(records: readonly SatRec[], runtime: SingleThreadRuntime) {
    this.#records = records;
    this.#bulk = new BulkPropagator({
      runtime,
      calculators: [new EciBaseCalculator()],
      satRecsCount: records.length,
      datesCount: 1,
    });
    this.#bulk.setSatRecs([...records]);
  }

  /** Reads element sets. Throws if WebAssembly is unavailable. */
  static async open(sets: readonly Sgp4Elements[]): Promise<BulkOrbits> {
    return new BulkOrbits(sets.map(sgp4Record), await createSingleThreadRuntime());
  }

  get count(): number {
    return this.#records.length;
  }

  /** Writes the state of every object at a time (milliseconds, UTC) into `states`, `STATE_SIZE` numbers each; all zeros if SGP4 fails. */
  statesAt(time: number, states: Float32Array): void {
    this.#bulk.setDates([new Date(time)]);
    this.#bulk.run({ eci: { communityDecayCheckEnabled: true } });
    const { position, velocity, error } = this.#bulk.getRawOutput().eci;
    for (let row = 0; row < this.#records.length; row += 1) {
      const [from, to] = [row * 3, row * STATE_SIZE];
      const good = error[row] === 0 && this.#records[row]!.error === 0 && Number.isFinite(position[from]!);
      for (let axis = 0; axis < 3; axis += 1) {
        states[to + axis] = good ? position[from + axis]! : 0;
        states[to + 3 + axis] = good ? velocity[from + axis]! : 0;
      }
    }
  }

  /** Positions of one object over the revolution that begins at a time, and their times (ms, UTC); null if SGP4 fails. */
  revolution(row: number, time: number, steps: number): Revolution | null {
    const record = this.#records[row];
    if (!record || record.error !== 0) return null;
    const period = ((2 * Math.PI) / record.no) * 60_000; // `no` is in radians per minute
    const places = new Float32Array((steps + 1) * 3);
    const mean = record.mo + record.no * ((time - epochOfRecord(record)) / 60_000);
    const times = revolutionShares(mean, record.ecco, steps).map((share) => time + period * share);
    for (const [step, at] of times.entries()) {
      const state = propagate(record, new Date(at));
      if (!state) return null;
      places.set([state.position.x, state.position.y, state.position.z], step * 3);
    }
    return { places, times: Float64Array.from(times) };
  }
}
