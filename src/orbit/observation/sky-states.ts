import { type SatRec, sgp4 } from 'satellite.js';
import { ElementOrbit } from '../element-orbit.ts';
import type { LimitedElements } from '../sgp4-record.ts';

/** The orbits of many objects as numbers, which threads share. */
export interface SharedOrbits {
  /** Names of the numbers that SGP4 keeps for an object. */
  readonly names: readonly SgpNumber[];
  /** Those of the first object, then those of the next. */
  readonly numbers: Float64Array;
  /** 1 if SGP4 computes the effects of Sun and Moon. */
  readonly deep: Uint8Array;
  /** The seconds between which the elements are an orbit. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Minutes from the epoch to second 0. */
  readonly minutes: Float64Array;
  /** Seconds. */
  readonly periods: Float64Array;
}

type SgpNumber = { [Name in keyof SatRec]-?: SatRec[Name] extends number ? Name : never }[keyof SatRec];

/** SGP4 for many objects on one time axis, in seconds since a moment: positions and velocities in TEME. */
export class SkyStates {
  /** For `new SkyStates` in another thread. */
  readonly shared: SharedOrbits;
  readonly #recordOf: (object: number) => SatRec;

  /** `start` in milliseconds since 1970, UTC. */
  constructor(sets: readonly LimitedElements[], start: number);
  constructor(shared: SharedOrbits);
  constructor(given: readonly LimitedElements[] | SharedOrbits, start = 0) {
    this.shared = 'numbers' in given ? given : sharedOrbits(given, start);
    this.#recordOf = recordReader(this.shared);
  }

  get count(): number {
    return this.shared.deep.length;
  }

  /** The period of each object, seconds. */
  get periods(): Float64Array {
    return this.shared.periods;
  }

  /** The part of the time between two, seconds, in which the elements of an object are an orbit; null if they are not. */
  orbitWithin(object: number, from: number, to: number): { readonly from: number; readonly to: number } | null {
    const [begin, end] = [Math.max(from, this.shared.from[object]!), Math.min(to, this.shared.to[object]!)];
    return begin <= end ? { from: begin, to: end } : null;
  }

  /** Writes position (km) and velocity (km/s) of an object; false if its elements are no orbit at that time. */
  readonly stateOf = (object: number, seconds: number, state: Float64Array): boolean => {
    const { from, to, minutes } = this.shared;
    if (seconds < from[object]! || seconds > to[object]!) return false;
    const result = sgp4(this.#recordOf(object), minutes[object]! + seconds / 60);
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

/** Records are read one by one: a record takes 3 kB of memory, its numbers 0.8 kB. */
function sharedOrbits(sets: readonly LimitedElements[], start: number): SharedOrbits {
  const count = sets.length;
  const doubles = (each = 1) => new Float64Array(new SharedArrayBuffer(8 * each * count));
  const [from, to, minutes, periods] = [doubles(), doubles(), doubles(), doubles()];
  const deep = new Uint8Array(new SharedArrayBuffer(count));
  let names: SgpNumber[] = [];
  let numbers: Float64Array = new Float64Array();
  for (const [object, set] of sets.entries()) {
    const orbit = new ElementOrbit(set, { until: set.until });
    const { record } = orbit;
    const validity = orbit.validity();
    from[object] = validity ? (validity.from - start) / 1000 : Number.POSITIVE_INFINITY;
    to[object] = validity ? (validity.to - start) / 1000 : Number.NEGATIVE_INFINITY;
    minutes[object] = (start - orbit.epoch) / 60_000;
    periods[object] = (2 * Math.PI * 60) / record.no;
    // SGP4 may have given up within the record of elements that are no orbit.
    if (!validity) continue;
    if (names.length === 0) {
      names = Object.entries(record).flatMap(([name, value]) => (typeof value === 'number' ? (name as SgpNumber) : []));
      numbers = doubles(names.length);
    }
    deep[object] = record.method === 'd' ? 1 : 0;
    for (const [at, name] of names.entries()) numbers[object * names.length + at] = record[name];
  }
  return { names, numbers, deep, from, to, minutes, periods };
}

/** The numbers of a record that SGP4 overwrites before it reads them. */
const written = ['t', 'error', 'tempa'] as const satisfies readonly SgpNumber[];
/** Those that it overwrites if it computes the effects of Sun and Moon, and else reads. */
const sometimesWritten = ['aycof', 'xlcof', 'con41', 'x1mth2', 'x7thm1'] as const satisfies readonly SgpNumber[];

/**
 * Returns one record for all objects, which reads the numbers of the object of the last call from the shared table. Numbers that SGP4
 * writes belong to the record, so threads do not disturb each other.
 */
function recordReader({ names, numbers, deep }: SharedOrbits): (object: number) => SatRec {
  let row = 0;
  let method: SatRec['method'] = 'n';
  const read = Object.fromEntries(names.map((name, at) => [name, { get: () => numbers[row + at] }]));
  const shown = Object.create(null, { ...read, operationmode: { value: 'i' }, method: { get: () => method } });
  const own = Object.fromEntries(
    [...written, ...sometimesWritten].map((name) => [name, { value: Number.NaN, writable: true }]),
  );
  const record = Object.create(shown, own) as SatRec;
  const places = sometimesWritten.map((name) => [name, names.indexOf(name)] as const);
  return (object) => {
    row = object * names.length;
    method = deep[object] === 1 ? 'd' : 'n';
    for (const [name, at] of places) record[name] = numbers[row + at]!;
    return record;
  };
}
