import { checkForDecay, json2satrec, type SatRec, sgp4 } from 'satellite.js';
import type { NoOrbit, OrbitElements, OrbitLimits, Validity } from './orbit-window.ts';

export type { NoOrbit, OrbitElements, OrbitLimits, Validity };

/** The Julian day on which 1970 begins. */
const UNIX_EPOCH_JD = 2_440_587.5;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Gravitational parameter of the Earth in WGS-72, the constants of SGP4, km³/s². */
export const EARTH_MU = 398_600.8;
/** Equatorial radius of the Earth in WGS-72, km. Altitudes are above it. */
export const EARTH_RADIUS_KM = 6378.135;

/** Longest distance of a time from the epoch of an element set, days: by default in low orbit and above, and with `allowOld`. */
export const reachDays = { low: 30, above: 90, old: 730 } as const;
/** An object whose perigee is lower than this does not complete the revolution, km. */
const LOWEST_KM = 80;
/** An orbit with its apogee below this is in low orbit, km. */
const LOW_ORBIT_KM = 2000;
/** Ephemeris types that are propagated with SGP4: 0 (not stated) and 2 (SGP4). */
export const sgp4Types: readonly number[] = [0, 2];

/** True for an element set of a type that SGP4 propagates. */
export const isSgp4 = ({ ephemeris_type }: Pick<OrbitElements, 'ephemeris_type'>): boolean =>
  sgp4Types.includes(Number(ephemeris_type ?? 0));

/** First and longest time between two checks of an orbit's height, minutes. */
const [FIRST_STEP, LONGEST_STEP] = [DAY_MINUTES / 2, 15 * DAY_MINUTES];
/** A step doubles if the height above the lowest changes by less than this fraction, and halves after a change of four times that. */
const STEADY = 0.05;
/** Revolutions that are searched for the first moment without an orbit, and checks in each. */
const [LOOK_BACK, LOOKS] = [16, 48];
/** Moon and Sun may lower the perigee of a high orbit by 100 km within weeks: below this height, each perigee is checked, km. */
const EACH_PERIGEE_KM = 300;

/** The state of an object from SGP4: km and km/s in TEME; mean elements in Earth radii and radians. */
export type Sgp4State = NonNullable<ReturnType<typeof sgp4>>;

/** How far an orbit has been followed from its epoch in one direction. */
interface Side {
  /** Minutes from the epoch, 0 or more, up to which the set is known to be an orbit. */
  at: number;
  step: number;
  height: number;
  /** Minutes to the first moment without an orbit; null if none was found. */
  end: number | null;
}

/** An epoch with all its digits, ms since 1970, UTC; NaN if it is not a date. A `Date` would cut it to 1 ms, 8 m in low orbit. */
export function exactEpoch(epoch: string): number {
  const [, seconds = '', fraction = ''] = /^(.*?)(\.\d*)?Z?$/.exec(epoch.trim()) ?? [];
  return Date.parse(`${seconds}Z`) + Number(`0${fraction}`) * 1000;
}

/** Semi-major axis in km of a mean motion in revolutions per day. */
export function semiMajorAxis(meanMotion: number): number {
  const radiansPerSecond = (meanMotion * 2 * Math.PI) / 86_400;
  return Math.cbrt(EARTH_MU / (radiansPerSecond * radiansPerSecond));
}

/**
 * An element set, and the times at which it is an orbit. This class alone decides whether a set is an orbit at a time: from the
 * first moment at which SGP4 fails or the perigee is below 80 km, it is not, even if SGP4 returns numbers again, as it does after its
 * drag terms have diverged. The same applies before the epoch.
 */
export class ElementOrbit {
  readonly record: SatRec;
  /** Milliseconds since 1970, UTC, with the digits of the set. */
  readonly epoch: number;
  readonly #sgp4: boolean;
  readonly #low: boolean;
  readonly #sides: readonly [before: Side, after: Side] | null;
  readonly #limits: OrbitLimits;
  /** Times within these limits need no further check, milliseconds. */
  #sure: { from: number; to: number } = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  constructor(set: OrbitElements, limits: OrbitLimits = {}) {
    this.epoch = exactEpoch(set.epoch);
    this.record = recordOf(set, this.epoch);
    this.#limits = limits;
    this.#sgp4 = isSgp4(set);
    const apogee = semiMajorAxis(Number(set.mean_motion)) * (1 + Number(set.eccentricity)) - EARTH_RADIUS_KM;
    this.#low = apogee < LOW_ORBIT_KM;
    const height =
      Number.isFinite(this.epoch) && this.record.error === 0 ? this.#heightAt(0) : Number.NEGATIVE_INFINITY;
    const side = (): Side => ({ at: 0, step: FIRST_STEP, height, end: null });
    this.#sides = this.#sgp4 && height >= LOWEST_KM ? [side(), side()] : null;
  }

  /** Why the set is not an orbit at a time (milliseconds, UTC); null if it is one. `allowOld` replaces that of the limits. */
  noOrbitAt(time: number, allowOld = this.#limits.allowOld === true): NoOrbit | null {
    if (time >= this.#sure.from && time <= this.#sure.to) return null;
    if (!this.#sides) return this.#sgp4 ? 'refused' : 'not_sgp4';
    const { until } = this.#limits;
    if (until != null && time > until) return 'reentered';
    const minutes = (time - this.epoch) / MINUTE_MS;
    const far = Math.abs(minutes);
    // Written so that NaN is too old as well.
    if (!(far <= reachDays.old * DAY_MINUTES)) return 'too_old';
    const reach = this.#reach(allowOld);
    const { end } = this.#followed(minutes < 0 ? 0 : 1, Math.min(far, reach));
    // Beyond its reach, a set says nothing of the orbit, nor of its end.
    if (end !== null && end <= reach && far >= end) return minutes < 0 ? 'not_begun' : 'decayed';
    if (far > reach) return 'too_old';
    if (far <= this.#reach(false))
      this.#sure = { from: Math.min(this.#sure.from, time, this.epoch), to: Math.max(this.#sure.to, time, this.epoch) };
    return null;
  }

  /** The state at a time (milliseconds, UTC); null if the set is not an orbit then. `allowOld` replaces that of the limits. */
  stateAt(time: number, allowOld = this.#limits.allowOld === true): Sgp4State | null {
    if (this.noOrbitAt(time, allowOld) !== null) return null;
    const state = sgp4(this.record, (time - this.epoch) / MINUTE_MS);
    return state && heightOf(state) >= LOWEST_KM ? state : null;
  }

  /** The window in which the set is an orbit; null if it is not one at its epoch. */
  validity(): Validity | null {
    if (!this.#sides) return null;
    const reach = this.#reach(this.#limits.allowOld === true);
    const [before, after] = [0, 1].map((index) => {
      const { end } = this.#followed(index as 0 | 1, reach);
      return Math.min(reach, end ?? Number.POSITIVE_INFINITY) * MINUTE_MS;
    }) as [number, number];
    const from = Math.ceil((this.epoch - before) / 1000) * 1000;
    const to = Math.floor(Math.min(this.epoch + after, this.#limits.until ?? Number.POSITIVE_INFINITY) / 1000) * 1000;
    return to < from ? null : { from, to };
  }

  /** Minutes of a revolution at the epoch. */
  get #turn(): number {
    return (2 * Math.PI) / this.record.no;
  }

  /** Minutes from the epoch within which positions are given. */
  #reach(allowOld: boolean): number {
    const { old, low, above } = reachDays;
    return (allowOld ? old : this.#low ? low : above) * DAY_MINUTES;
  }

  /** Follows the orbit from its epoch until so many minutes after or before it. The times of checks do not depend on `minutes`. */
  #followed(index: 0 | 1, minutes: number): Side {
    const side = this.#sides![index];
    const sign = index === 0 ? -1 : 1;
    // A moment without an orbit shows itself in a check up to so many revolutions later.
    const until = minutes + LOOK_BACK * this.#turn;
    while (side.end === null && side.at < until) {
      const next = side.at + this.#step(side, sign);
      const height = this.#heightAt(sign * next);
      if (!(height >= LOWEST_KM)) {
        side.end = this.#firstBad(side.at, next, sign);
        break;
      }
      const moved = Math.abs(height - side.height) / (height - LOWEST_KM);
      if (moved < STEADY) side.step = Math.min(2 * side.step, LONGEST_STEP);
      else if (moved > 4 * STEADY) side.step = Math.max(side.step / 2, FIRST_STEP);
      side.at = next;
      side.height = height;
    }
    return side;
  }

  /** Minutes to the next check: in high orbits with a low perigee, to the next perigee. */
  #step({ at, step, height }: Side, sign: 1 | -1): number {
    if (this.record.method !== 'd' || height > EACH_PERIGEE_KM) return step;
    const mean = sgp4(this.record, sign * at)?.meanElements;
    if (!mean) return step;
    const turn = 2 * Math.PI;
    const past = ((mean.mm % turn) + turn) % turn;
    const ahead = sign > 0 ? turn - past : past;
    return (ahead < turn / 20 ? ahead + turn : ahead) / mean.nm;
  }

  /**
   * Minutes to the first moment without an orbit, to a second, from a good check and the bad one after it. Drag makes the perigee of SGP4
   * swing within each revolution: the revolutions before the result of the bisection, and before the good check, are searched for an
   * earlier moment.
   */
  #firstBad(good: number, bad: number, sign: 1 | -1): number {
    const end = this.#bisected(good, bad, sign);
    for (let at = Math.max(0, end - LOOK_BACK * this.#turn), last = at; at < end; at += this.#turn / LOOKS) {
      if (!(this.#heightAt(sign * at) >= LOWEST_KM)) return this.#bisected(last, at, sign);
      last = at;
    }
    return end;
  }

  #bisected(good: number, bad: number, sign: 1 | -1): number {
    let [low, high] = [good, bad];
    while (high - low > 1 / 60) {
      const middle = (low + high) / 2;
      if (this.#heightAt(sign * middle) >= LOWEST_KM) low = middle;
      else high = middle;
    }
    return high;
  }

  /** The height of the perigee, or of the object if that is lower, km, some minutes after the epoch; -∞ if there is no orbit. */
  #heightAt(minutes: number): number {
    const state = sgp4(this.record, minutes);
    if (!state || checkForDecay(this.record)) return Number.NEGATIVE_INFINITY;
    const { am, em } = state.meanElements;
    const height = Math.min((am * (1 - em) - 1) * EARTH_RADIUS_KM, heightOf(state));
    return Number.isNaN(height) ? Number.NEGATIVE_INFINITY : height;
  }
}

const heightOf = ({ position: { x, y, z } }: Sgp4State): number => Math.sqrt(x * x + y * y + z * z) - EARTH_RADIUS_KM;

/** SGP4's own record of an element set; its `error` is not 0 if SGP4 refuses the elements. */
function recordOf(set: OrbitElements, epoch: number): SatRec {
  const record = json2satrec({
    OBJECT_NAME: '',
    OBJECT_ID: '',
    EPOCH: Number.isFinite(epoch) ? new Date(epoch).toISOString() : '',
    MEAN_MOTION: Number(set.mean_motion),
    ECCENTRICITY: Number(set.eccentricity),
    INCLINATION: Number(set.inclination),
    RA_OF_ASC_NODE: Number(set.ra_of_asc_node),
    ARG_OF_PERICENTER: Number(set.arg_of_pericenter),
    MEAN_ANOMALY: Number(set.mean_anomaly),
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: 1,
    ELEMENT_SET_NO: 0,
    REV_AT_EPOCH: 0,
    BSTAR: Number(set.bstar),
    MEAN_MOTION_DOT: Number(set.mean_motion_dot),
    MEAN_MOTION_DDOT: Number(set.mean_motion_ddot),
  });
  // `json2satrec` truncates the epoch to a millisecond.
  record.jdsatepoch = epoch / 86_400_000 + UNIX_EPOCH_JD;
  return record;
}
