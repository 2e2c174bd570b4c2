import { type SatRec, sgp4 } from 'satellite.js';
import { type Sgp4Elements, sgp4Record } from './sgp4-record.ts';
import { siderealAngle, sunDirection } from './sky.ts';

const RADIANS = Math.PI / 180;
const DEGREES = 180 / Math.PI;
const DAY_MS = 86_400_000;
const UNIX_EPOCH_JD = 2_440_587.5;
/** How fast the Earth turns, radians a second (WGS-84). */
export const EARTH_RATE = 7.292_115e-5;
/** WGS-84. */
export const EQUATOR_KM = 6378.137;
const FLATTENING = 1 / 298.257_223_563;
const SUN_KM = 149_597_870.7;

export type Vector = readonly [x: number, y: number, z: number];

/** A place on the Earth: degrees, north and east positive; meters above the ellipsoid (WGS-84). */
export interface ObserverPlace {
  readonly lat: number;
  readonly lon: number;
  readonly alt_m: number;
}

/** Where an object is and how it moves: kilometers and kilometers a second. */
export interface State {
  readonly position: Vector;
  readonly velocity: Vector;
}

/** How an observer sees an object: degrees, kilometers, kilometers a second (positive: it goes away). */
export interface Look {
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
  readonly range_km: number;
  readonly range_rate_km_s: number;
}

/** SGP4 refuses: the object has decayed by then, or its elements are bad. */
export class NoPosition extends Error {
  override readonly name = 'NoPosition';
}

/** An element set, ready to be propagated. Throws NoPosition where SGP4 refuses the elements. */
export class Satellite {
  readonly #record: SatRec;
  readonly #epoch: number;

  constructor(set: Sgp4Elements) {
    this.#record = sgp4Record(set);
    if (this.#record.error) throw new NoPosition('SGP4 refuses these elements');
    this.#epoch = (this.#record.jdsatepoch - UNIX_EPOCH_JD) * DAY_MS;
  }

  /** Minutes of one revolution at the epoch. */
  get periodMinutes(): number {
    return (2 * Math.PI) / this.#record.no;
  }

  get eccentricity(): number {
    return this.#record.ecco;
  }

  /** Where it is at a time (milliseconds since 1970, UTC), in TEME. Throws NoPosition. */
  teme(time: number): State {
    const state = sgp4(this.#record, (time - this.#epoch) / 60_000);
    if (!state || !Number.isFinite(state.position.x))
      throw new NoPosition('SGP4 gives no position at this time: the object has decayed, or the elements are too old');
    const { position: p, velocity: v } = state;
    return { position: [p.x, p.y, p.z], velocity: [v.x, v.y, v.z] };
  }

  /** The same in the frame that turns with the Earth (ITRF without polar motion, UT1 taken as UTC). */
  itrf(time: number): State {
    const { position, velocity } = this.teme(time);
    const angle = siderealAngle(time);
    const [x, y, z] = turned(position, angle);
    const [vx, vy, vz] = turned(velocity, angle);
    return { position: [x, y, z], velocity: [vx + EARTH_RATE * y, vy - EARTH_RATE * x, vz] };
  }
}

/** A vector seen from axes that have turned about z by an angle. */
function turned([x, y, z]: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * x + sin * y, cos * y - sin * x, z];
}

/** An observer: its place in the frame that turns with the Earth, and the directions east, north and up. */
export class Observer {
  readonly position: Vector;
  readonly #east: Vector;
  readonly #north: Vector;
  readonly up: Vector;

  constructor({ lat, lon, alt_m }: ObserverPlace) {
    const [phi, lambda] = [lat * RADIANS, lon * RADIANS];
    const [sp, cp, sl, cl] = [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)];
    const squared = FLATTENING * (2 - FLATTENING);
    const normal = EQUATOR_KM / Math.sqrt(1 - squared * sp * sp);
    const height = alt_m / 1000;
    this.position = [(normal + height) * cp * cl, (normal + height) * cp * sl, (normal * (1 - squared) + height) * sp];
    this.#east = [-sl, cl, 0];
    this.#north = [-sp * cl, -sp * sl, cp];
    this.up = [cp * cl, cp * sl, sp];
  }

  look({ position, velocity }: State): Look {
    const line = minus(position, this.position);
    const range = length(line);
    const azimuth = Math.atan2(dot(line, this.#east), dot(line, this.#north)) * DEGREES;
    return {
      azimuth_deg: (azimuth + 360) % 360,
      elevation_deg: Math.asin(dot(line, this.up) / range) * DEGREES,
      range_km: range,
      range_rate_km_s: dot(line, velocity) / range,
    };
  }

  /** Degrees above the horizon. */
  elevation(position: Vector): number {
    const line = minus(position, this.position);
    return Math.asin(dot(line, this.up) / length(line)) * DEGREES;
  }

  /** Whether an object climbs (positive) or sinks: the sign of the change of its elevation. */
  climbing({ position, velocity }: State): number {
    const line = minus(position, this.position);
    return dot(velocity, this.up) * dot(line, line) - dot(line, this.up) * dot(line, velocity);
  }

  /** How high the Sun stands, degrees. The Sun's parallax is 0.002° and left out. */
  sunElevation(time: number): number {
    return Math.asin(dot(turned(sunDirection(time), siderealAngle(time)), this.up)) * DEGREES;
  }
}

export const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z;
export const length = (vector: Vector): number => Math.sqrt(dot(vector, vector));
const minus = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [a - x, b - y, c - z];

/**
 * Degrees between the Sun's center and the Earth's limb, as an object sees them; negative where the center is behind the
 * Earth, which is what counts as eclipse. Position in TEME, time in milliseconds UTC.
 */
export function sunMargin(position: Vector, time: number): number {
  const sun = sunDirection(time);
  const toSun: Vector = [sun[0] * SUN_KM - position[0], sun[1] * SUN_KM - position[1], sun[2] * SUN_KM - position[2]];
  const [distance, sunDistance] = [length(position), length(toSun)];
  const between = Math.acos(Math.max(-1, Math.min(1, -dot(position, toSun) / distance / sunDistance)));
  const earth = Math.asin(Math.min(1, EQUATOR_KM / distance));
  return (between - earth) * DEGREES;
}

/** The angle at an object between observer and Sun, radians: 0 is full light. Position in TEME, observer turned into it. */
export function phaseAngle(position: Vector, observer: Observer, time: number): number {
  const sun = sunDirection(time);
  const here = turned(observer.position, -siderealAngle(time));
  const toObserver = minus(here, position);
  return Math.acos(Math.max(-1, Math.min(1, dot(toObserver, sun) / length(toObserver))));
}
