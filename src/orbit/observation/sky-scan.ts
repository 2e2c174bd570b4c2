import { createSingleThreadRuntime } from 'satellite.js';
import { ElementOrbit, type OrbitLimits } from '../element-orbit.ts';
import { BulkOrbits } from '../formats/bulk.ts';
import { Observer, type ObserverPlace, type State, turned } from '../observer.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { dot, STATE_SIZE, type Vector } from '../vector.ts';
import { siderealAngle } from './sky.ts';

/** An object above a place: its row among the elements, and its state in TEME. */
export interface RowAbove {
  readonly row: number;
  readonly state: State;
}

/** The rows without a position at a time: with elements that are too old, and with elements that are no orbit then. */
export interface WithoutPosition {
  readonly tooOld: number[];
  readonly withoutPosition: number[];
}

/** Number of objects in a chunk. */
const CHUNK = 1000;
/** How long chunks are computed before yielding to other work, milliseconds. */
const TURN_MS = 20;

/** Consecutive rows from a first one on. */
interface Chunk {
  readonly first: number;
  readonly orbits: BulkOrbits;
}

/** Finds the objects above a place at a time, given the elements of all objects. */
export class SkyScan {
  readonly #chunks: readonly Chunk[];
  readonly #states = new Float32Array(CHUNK * STATE_SIZE);

  private constructor(chunks: readonly Chunk[]) {
    this.#chunks = chunks;
  }

  /** Reads element sets, yielding to other work. `until`: expected reentry of each object. Throws if WebAssembly is unavailable. */
  static async open(
    sets: readonly Sgp4Elements[],
    until: (row: number) => OrbitLimits['until'] = () => null,
  ): Promise<SkyScan> {
    const runtime = await createSingleThreadRuntime();
    const chunks: Chunk[] = [];
    for (let first = 0; first < sets.length; first += CHUNK) {
      const orbits = sets
        .slice(first, first + CHUNK)
        .map((set, n) => new ElementOrbit(set, { until: until(first + n) }));
      chunks.push({ first, orbits: new BulkOrbits(orbits, runtime) });
      await others();
    }
    return new SkyScan(chunks);
  }

  /**
   * The rows at or above an elevation (degrees) at a time (milliseconds, UTC), and those without a position then: with elements that are
   * too old, and with elements that are no orbit. `allowOld`: up to two years from the epoch. Yields to other work between chunks.
   */
  async above(
    time: number,
    place: ObserverPlace,
    minElevation: number,
    allowOld = false,
  ): Promise<WithoutPosition & { rows: RowAbove[] }> {
    const observer = new Observer(place);
    const angle = -siderealAngle(time);
    const [here, up] = [turned(observer.position, angle), turned(observer.up, angle)];
    const sine = Math.sin((minElevation * Math.PI) / 180);
    const height = dot(here, up);
    const rows: RowAbove[] = [];
    const without = await this.states(time, allowOld, (row, { position, velocity }) => {
      const [x, y, z] = position;
      const above = x * up[0] + y * up[1] + z * up[2] - height;
      if (above >= sine * Math.hypot(x - here[0], y - here[1], z - here[2]))
        rows.push({ row, state: { position, velocity } });
    });
    return { ...without, rows };
  }

  /**
   * Calls `visit` with the state of each row that has one at a time (milliseconds, UTC), in TEME, and returns the other rows. Positions are
   * single-precision floats: accurate to 4 m in geostationary orbit. Yields to other work between chunks.
   */
  async states(time: number, allowOld: boolean, visit: (row: number, state: State) => void): Promise<WithoutPosition> {
    const tooOld: number[] = [];
    const withoutPosition: number[] = [];
    let turn = performance.now();
    for (const { first, orbits } of this.#chunks) {
      if (performance.now() - turn > TURN_MS) {
        await others();
        turn = performance.now();
      }
      const states = this.#states;
      orbits.statesAt(time, states, allowOld);
      for (let n = 0; n < orbits.count; n += 1) {
        const [row, at] = [first + n, n * STATE_SIZE];
        const position: Vector = [states[at]!, states[at + 1]!, states[at + 2]!];
        if (position[0] !== 0 || position[1] !== 0 || position[2] !== 0)
          visit(row, { position, velocity: [states[at + 3]!, states[at + 4]!, states[at + 5]!] });
        else (orbits.noOrbitAt(n, time, allowOld) === 'too_old' ? tooOld : withoutPosition).push(row);
      }
    }
    return { tooOld, withoutPosition };
  }

  /** The orbit of a row. */
  orbitOf(row: number): ElementOrbit {
    const { first, orbits } = this.#chunks[Math.floor(row / CHUNK)]!;
    return orbits.orbitOf(row - first);
  }
}

const others = () => new Promise((resume) => setImmediate(resume));
