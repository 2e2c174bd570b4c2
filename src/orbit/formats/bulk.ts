import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator } from 'satellite.js';
import { ElementOrbit, type NoOrbit } from '../element-orbit.ts';
import type { LimitedElements } from '../sgp4-record.ts';
import { revolutionShares } from '../shape.ts';
import { STATE_SIZE } from '../vector.ts';

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
  readonly #orbits: readonly ElementOrbit[];
  readonly #bulk: BulkPropagator<readonly [EciBaseCalculator], SingleThreadRuntime>;

  /** Several instances may share one runtime. */
  constructor(orbits: readonly ElementOrbit[], runtime: SingleThreadRuntime) {
    this.#orbits = orbits;
    this.#bulk = new BulkPropagator({
      runtime,
      calculators: [new EciBaseCalculator()],
      satRecsCount: orbits.length,
      datesCount: 1,
    });
    this.#bulk.setSatRecs(orbits.map(({ record }) => record));
  }

  /** Reads element sets. Throws if WebAssembly is unavailable. */
  static async open(sets: readonly LimitedElements[]): Promise<BulkOrbits> {
    return new BulkOrbits(
      sets.map((set) => new ElementOrbit(set, { until: set.until })),
      await createSingleThreadRuntime(),
    );
  }

  get count(): number {
    return this.#orbits.length;
  }

  /** The orbit of a row. */
  orbitOf(row: number): ElementOrbit {
    return this.#orbits[row]!;
  }

  /** Why the set of a row is not an orbit at a time (milliseconds, UTC); null if it is one. */
  noOrbitAt(row: number, time: number, allowOld: boolean): NoOrbit | null {
    return this.#orbits[row]!.noOrbitAt(time, allowOld);
  }

  /**
   * Writes the state of every object at a time (milliseconds, UTC) into `states`, `STATE_SIZE` numbers each; all zeros for sets that are
   * no orbit then. `allowOld`: up to two years from their epochs.
   */
  statesAt(time: number, states: Float32Array, allowOld = false): void {
    states.fill(0, 0, this.#orbits.length * STATE_SIZE);
    const rows = this.#orbits.flatMap((orbit, row) => (orbit.noOrbitAt(time, allowOld) === null ? [row] : []));
    if (rows.length === 0) return;
    this.#bulk.setDates([new Date(time)]);
    this.#bulk.run({ eci: { communityDecayCheckEnabled: true } });
    const { position, velocity, error } = this.#bulk.getRawOutput().eci;
    for (const row of rows) {
      const [from, to] = [row * 3, row * STATE_SIZE];
      if (error[row] !== 0 || !Number.isFinite(position[from]!)) continue;
      for (let axis = 0; axis < 3; axis += 1) {
        states[to + axis] = position[from + axis]!;
        states[to + 3 + axis] = velocity[from + axis]!;
      }
    }
  }

  /**
   * Positions of one object over the revolution that begins at a time, and their times (ms, UTC); null if its set is no orbit throughout.
   */
  revolution(row: number, time: number, steps: number): Revolution | null {
    const orbit = this.#orbits[row];
    if (!orbit) return null;
    const { record, epoch } = orbit;
    const period = ((2 * Math.PI) / record.no) * 60_000; // `no` is in radians per minute
    const places = new Float32Array((steps + 1) * 3);
    const mean = record.mo + record.no * ((time - epoch) / 60_000);
    const times = revolutionShares(mean, record.ecco, steps).map((share) => time + period * share);
    for (const [step, at] of times.entries()) {
      const state = orbit.stateAt(at);
      if (!state) return null;
      places.set([state.position.x, state.position.y, state.position.z], step * 3);
    }
    return { places, times: Float64Array.from(times) };
  }
}
