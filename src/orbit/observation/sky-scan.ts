import { createSingleThreadRuntime, type SatRec } from 'satellite.js';
import { BulkOrbits } from '../formats/bulk.ts';
import { dot, Observer, type ObserverPlace, type State, turned, type Vector } from '../observer.ts';
import { type Sgp4Elements, sgp4Record } from '../sgp4-record.ts';
import { siderealAngle } from '../sky.ts';
import { STATE_SIZE } from '../state-size.ts';

/** An object above a place: its row among the elements, and its state in TEME. */
export interface RowAbove {
  readonly row: number;
  readonly state: State;
}

/** Objects processed in one go: other work waits about 50 ms for them. */
const CHUNK = 1000;
/** Objects in resonant orbits in one chunk. SGP4 integrates each from its epoch, which takes 10 ms for a time decades off. */
const RESONANT = 5;
/** How long chunks are computed before other work gets its turn, milliseconds. */
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

  /** Reads element sets, yielding to other work. Throws if WebAssembly is unavailable. */
  static async open(sets: readonly Sgp4Elements[]): Promise<SkyScan> {
    const runtime = await createSingleThreadRuntime();
    const chunks: Chunk[] = [];
    for (let first = 0; first < sets.length; ) {
      const records = recordsOfChunk(sets, first);
      chunks.push({ first, orbits: new BulkOrbits(records, runtime) });
      first += records.length;
      await others();
    }
    return new SkyScan(chunks);
  }

  /**
   * The rows at or above an elevation (degrees) at a time (milliseconds, UTC), and how many have no position. Positions
   * are single-precision floats: accurate to 4 m in geostationary orbit. Yields to other work between chunks.
   */
  async above(
    time: number,
    place: ObserverPlace,
    minElevation: number,
  ): Promise<{ rows: RowAbove[]; withoutPosition: number[] }> {
    const observer = new Observer(place);
    const angle = -siderealAngle(time);
    const [here, up] = [turned(observer.position, angle), turned(observer.up, angle)];
    const sine = Math.sin((minElevation * Math.PI) / 180);
    const height = dot(here, up);
    const rows: RowAbove[] = [];
    const withoutPosition: number[] = [];
    let turn = performance.now();
    for (const { first, orbits } of this.#chunks) {
      if (performance.now() - turn > TURN_MS) {
        await others();
        turn = performance.now();
      }
      const states = this.#states;
      orbits.statesAt(time, states);
      for (let n = 0; n < orbits.count; n += 1) {
        const [row, at] = [first + n, n * STATE_SIZE];
        const [x, y, z] = [states[at]!, states[at + 1]!, states[at + 2]!];
        const above = x * up[0] + y * up[1] + z * up[2] - height;
        if (x === 0 && y === 0 && z === 0) withoutPosition.push(row);
        else if (above >= sine * Math.hypot(x - here[0], y - here[1], z - here[2])) {
          const velocity: Vector = [states[at + 3]!, states[at + 4]!, states[at + 5]!];
          rows.push({ row, state: { position: [x, y, z], velocity } });
        }
      }
    }
    return { rows, withoutPosition };
  }
}

/** The records of the next chunk. */
function recordsOfChunk(sets: readonly Sgp4Elements[], first: number): SatRec[] {
  const records: SatRec[] = [];
  let resonant = 0;
  for (const set of sets.slice(first, first + CHUNK)) {
    const record = sgp4Record(set);
    records.push(record);
    if (record.irez !== 0) resonant += 1;
    if (resonant === RESONANT) break;
  }
  return records;
}

const others = () => new Promise((resume) => setImmediate(resume));
