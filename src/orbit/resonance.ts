import type { SatRec } from 'satellite.js';

/** SGP4 integrates resonance in steps of so many minutes from the epoch. */
const STEP_MINUTES = 720;
const STEP_SQUARED_HALF = 259_200;
/** Phases of the terms for orbits of one day. */
const [DAY_1, DAY_2, DAY_3] = [0.13130908, 2.8843198, 0.37448087];
/** Phases of the terms for orbits of half a day: g22, g32, g44, g52 and g54. */
const [G22, G32, G44, G52, G54] = [5.7686396, 0.95240898, 1.8014998, 1.050833, 4.4108898];

/** Mean longitude (xli, radians) and mean motion (xni, radians a minute) after each whole step from the epoch in one direction. */
interface Steps {
  readonly longitude: number[];
  readonly motion: number[];
}

/**
 * The resonance of an orbit of one day or half a day with the Earth. SGP4 integrates it from the epoch at every call: 50,000
 * steps for a time 69 years off. This keeps the result of every step, and has the record of satellite.js continue from the
 * last one before the time. The terms are those of `dspace` in Vallado, Crawford, Hujsak and Kelso, "Revisiting Spacetrack
 * Report #3" (AIAA 2006-6753), operation by operation as satellite.js writes them: positions are the same to the last bit.
 */
export class Resonance {
  readonly #record: SatRec;
  readonly #after: Steps;
  readonly #before: Steps;

  private constructor(record: SatRec) {
    this.#record = record;
    const start = () => ({ longitude: [record.xlamo], motion: [record.no] });
    [this.#after, this.#before] = [start(), start()];
  }

  /** The resonance of a record; null where its orbit has none. */
  static of(record: SatRec): Resonance | null {
    return record.irez === 0 ? null : new Resonance(record);
  }

  /** Prepares the record for SGP4 at a time, minutes since the epoch. */
  prepare(minutes: number): void {
    const whole = Math.floor(Math.abs(minutes) / STEP_MINUTES);
    const { longitude, motion } = minutes > 0 ? this.#after : this.#before;
    const step = minutes > 0 ? STEP_MINUTES : -STEP_MINUTES;
    for (let done = longitude.length - 1; done < whole; done += 1) {
      const [xli, xni] = [longitude[done]!, motion[done]!];
      const { xldot, xndt, xnddt } = ratesAt(this.#record, done * step, xli, xni);
      longitude.push(xli + (xldot * step + xndt * STEP_SQUARED_HALF));
      motion.push(xni + (xndt * step + xnddt * STEP_SQUARED_HALF));
    }
    this.#record.atime = whole * step;
    this.#record.xli = longitude[whole]!;
    this.#record.xni = motion[whole]!;
  }
}

/** How longitude and mean motion change, `atime` minutes from the epoch. */
function ratesAt(record: SatRec, atime: number, xli: number, xni: number) {
  const xldot = xni + record.xfact;
  if (record.irez === 1) {
    const { del1, del2, del3 } = record;
    const xndt = del1 * Math.sin(xli - DAY_1) + del2 * Math.sin(2 * (xli - DAY_2)) + del3 * Math.sin(3 * (xli - DAY_3));
    const xnddt =
      del1 * Math.cos(xli - DAY_1) + 2 * del2 * Math.cos(2 * (xli - DAY_2)) + 3 * del3 * Math.cos(3 * (xli - DAY_3));
    return { xldot, xndt, xnddt: xnddt * xldot };
  }
  const { d2201, d2211, d3210, d3222, d4410, d4422, d5220, d5232, d5421, d5433 } = record;
  const xomi = record.argpo + record.argpdot * atime;
  const [x2omi, x2li] = [xomi + xomi, xli + xli];
  const xndt =
    d2201 * Math.sin(x2omi + xli - G22) +
    d2211 * Math.sin(xli - G22) +
    d3210 * Math.sin(xomi + xli - G32) +
    d3222 * Math.sin(-xomi + xli - G32) +
    d4410 * Math.sin(x2omi + x2li - G44) +
    d4422 * Math.sin(x2li - G44) +
    d5220 * Math.sin(xomi + xli - G52) +
    d5232 * Math.sin(-xomi + xli - G52) +
    d5421 * Math.sin(xomi + x2li - G54) +
    d5433 * Math.sin(-xomi + x2li - G54);
  const xnddt =
    d2201 * Math.cos(x2omi + xli - G22) +
    d2211 * Math.cos(xli - G22) +
    d3210 * Math.cos(xomi + xli - G32) +
    d3222 * Math.cos(-xomi + xli - G32) +
    d5220 * Math.cos(xomi + xli - G52) +
    d5232 * Math.cos(-xomi + xli - G52) +
    2 *
      (d4410 * Math.cos(x2omi + x2li - G44) +
        d4422 * Math.cos(x2li - G44) +
        d5421 * Math.cos(xomi + x2li - G54) +
        d5433 * Math.cos(-xomi + x2li - G54));
  return { xldot, xndt, xnddt: xnddt * xldot };
}
