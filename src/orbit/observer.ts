import { ElementOrbit, type NoOrbit, type OrbitLimits, type Sgp4State, type Validity } from './element-orbit.ts';
import { moonPosition } from './observation/moon.ts';
import { siderealAngle, sunDirection, sunPlace } from './observation/sky.ts';
import type { Sgp4Elements } from './sgp4-record.ts';
import { dot, length, minus, type Vector } from './vector.ts';

const RADIANS = Math.PI / 180;
const DEGREES = 180 / Math.PI;
/** How fast the Earth turns, radians a second (WGS-84). */
export const EARTH_RATE = 7.292_115e-5;
/** WGS-84. */
export const EQUATOR_KM = 6378.137;
const FLATTENING = 1 / 298.257_223_563;

/** A place on the Earth: degrees, north and east positive; meters above the ellipsoid (WGS-84), 0 if not given. */
export interface ObserverPlace {
  readonly lat: number;
  readonly lon: number;
  readonly alt_m?: number | undefined;
}

/** Position and velocity of an object: kilometers and kilometers a second. */
export interface State {
  readonly position: Vector;
  readonly velocity: Vector;
}

/** A state of SGP4 as vectors. */
export const vectorState = ({ position: p, velocity: v }: Sgp4State): State => ({
  position: [p.x, p.y, p.z],
  velocity: [v.x, v.y, v.z],
});

/** An object as seen by an observer: degrees, kilometers, kilometers a second (positive: the object recedes). */
export interface Look {
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
  readonly range_km: number;
  readonly range_rate_km_s: number;
}

/** The element set is no orbit at the requested time. */
export class NoPosition extends Error {
  override readonly name = 'NoPosition';
  readonly reason: NoOrbit;
  /** The time range in which the set is an orbit; null if it is empty. */
  readonly validity: Validity | null;

  constructor(reason: NoOrbit, validity: Validity | null) {
    super(`The element set is no orbit at this time: ${reason}`);
    this.reason = reason;
    this.validity = validity;
  }
}

/** An element set, ready to be propagated. Throws NoPosition if it is an orbit at no time. */
export class Satellite {
  readonly #orbit: ElementOrbit;

  constructor(set: Sgp4Elements, limits: OrbitLimits = {}) {
    this.#orbit = new ElementOrbit(set, limits);
    const reason = this.#orbit.noOrbitAt(this.#orbit.epoch);
    if (reason === 'refused' || reason === 'not_sgp4') throw new NoPosition(reason, null);
  }

  /** Minutes of one revolution at the epoch. */
  get periodMinutes(): number {
    return (2 * Math.PI) / this.#orbit.record.no;
  }

  get eccentricity(): number {
    return this.#orbit.record.ecco;
  }

  /** The window in which the set is an orbit; null if it is empty. */
  get validity(): Validity | null {
    return this.#orbit.validity();
  }

  /** Throws NoPosition if the set is no orbit at a time (milliseconds since 1970, UTC). */
  check(time: number): void {
    const reason = this.#orbit.noOrbitAt(time);
    if (reason) throw new NoPosition(reason, this.validity);
  }

  /** Position and velocity at a time (milliseconds since 1970, UTC), in TEME. Throws NoPosition. */
  teme(time: number): State {
    const state = this.#orbit.stateAt(time);
    if (!state) throw new NoPosition(this.#orbit.noOrbitAt(time) ?? 'decayed', this.validity);
    return vectorState(state);
  }

  /** The same state in the frame that turns with the Earth (ITRF without polar motion). */
  itrf(time: number): State {
    return earthFixed(this.teme(time), time);
  }
}

/** A state in TEME, in the frame that turns with the Earth. */
export function earthFixed({ position, velocity }: State, time: number): State {
  const angle = siderealAngle(time);
  const fixed = turned(position, angle);
  const moving = turned(velocity, angle);
  return {
    position: fixed,
    velocity: [moving[0] + EARTH_RATE * fixed[1], moving[1] - EARTH_RATE * fixed[0], moving[2]],
  };
}

/** A vector seen from axes that have turned about z by an angle. */
export function turned(vector: Vector, angle: number): Vector {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [cos * vector[0] + sin * vector[1], cos * vector[1] - sin * vector[0], vector[2]];
}

/** An observer: its place in the frame that turns with the Earth, and the directions east, north and up. */
export class Observer {
  readonly position: Vector;
  readonly #east: Vector;
  readonly #north: Vector;
  readonly up: Vector;

  constructor({ lat, lon, alt_m = 0 }: ObserverPlace) {
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

  lookAngles({ position, velocity }: State): Look {
    const line = minus(position, this.position);
    const range = length(line);
    return {
      azimuth_deg: this.azimuth(line),
      elevation_deg: Math.asin(dot(line, this.up) / range) * DEGREES,
      range_km: range,
      range_rate_km_s: dot(line, velocity) / range,
    };
  }

  /** Degrees from north through east of a direction in the frame that turns with the Earth. */
  azimuth(line: Vector): number {
    return (Math.atan2(dot(line, this.#east), dot(line, this.#north)) * DEGREES + 360) % 360;
  }

  /** The direction of an azimuth and elevation, degrees, in the frame that turns with the Earth: a unit vector. */
  direction(azimuth: number, elevation: number): Vector {
    const [around, height] = [azimuth * RADIANS, elevation * RADIANS];
    const [north, east, up] = [
      Math.cos(height) * Math.cos(around),
      Math.cos(height) * Math.sin(around),
      Math.sin(height),
    ];
    return [0, 1, 2].map(
      (axis) => north * this.#north[axis]! + east * this.#east[axis]! + up * this.up[axis]!,
    ) as unknown as Vector;
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

  /** Elevation of the Sun, degrees. The Sun's parallax is 0.002° and left out. */
  sunElevation(time: number): number {
    return Math.asin(dot(turned(sunDirection(time), siderealAngle(time)), this.up)) * DEGREES;
  }

  /** Topocentric elevation of the Moon, degrees, accurate to 0.15°. */
  moonElevation(time: number): number {
    return this.elevation(turned(moonPosition(time), siderealAngle(time)));
  }

  /** Position of an object among the stars, seen from here: degrees, by the true equator and mean equinox of the date (TEME). */
  equatorial(position: Vector, time: number): { right_ascension_deg: number; declination_deg: number } {
    const line = minus(position, turned(this.position, -siderealAngle(time)));
    const around = Math.atan2(line[1], line[0]) * DEGREES;
    return {
      right_ascension_deg: (around + 360) % 360,
      declination_deg: Math.asin(line[2] / length(line)) * DEGREES,
    };
  }
}

/**
 * Degrees between the Sun's center and the Earth's limb, as an object sees them; negative if the center is behind the
 * Earth, which counts as eclipse: the middle of the penumbra, half of the light blocked. Position in TEME, time in milliseconds UTC.
 */
export function sunMargin(position: Vector, time: number): number {
  const { between, earth } = sunAndEarth(position, time);
  return (between - earth) * DEGREES;
}

const SUN_RADIUS_KM = 695_700;

/** The sky of an object in TEME: the angle between the centers of Sun and Earth, and the radius of each, radians. */
function sunAndEarth(position: Vector, time: number): { between: number; earth: number; sun: number } {
  const { direction, distance_km } = sunPlace(time);
  const toSun: Vector = [
    direction[0] * distance_km - position[0],
    direction[1] * distance_km - position[1],
    direction[2] * distance_km - position[2],
  ];
  const [distance, sunDistance] = [length(position), length(toSun)];
  return {
    between: Math.acos(Math.max(-1, Math.min(1, -dot(position, toSun) / distance / sunDistance))),
    earth: Math.asin(Math.min(1, EQUATOR_KM / distance)),
    sun: Math.asin(SUN_RADIUS_KM / sunDistance),
  };
}

/** How the Sun lights an object: in full, in part (penumbra), or not at all (umbra). */
export interface Illumination {
  readonly state: 'sunlit' | 'penumbra' | 'umbra';
  /** The part of the Sun's disk that the Earth leaves visible, 0 to 1. */
  readonly fraction: number;
}

/**
 * The Earth's conical shadow: the overlap of two disks, those of the Sun and of a round Earth of the equatorial radius
 * without air. The real limb is up to 21 km lower at the poles, and air bends light by as much: edges are good to 3 s in
 * low orbit. Position in TEME, time in milliseconds UTC.
 */
export function illumination(position: Vector, time: number): Illumination {
  const { between, earth, sun } = sunAndEarth(position, time);
  if (between >= earth + sun) return { state: 'sunlit', fraction: 1 };
  if (between <= earth - sun) return { state: 'umbra', fraction: 0 };
  // The Earth's disk lies within the Sun's, seen from beyond the tip of the umbra, 1.4 million km out.
  if (between <= sun - earth) return { state: 'penumbra', fraction: 1 - (earth / sun) ** 2 };
  const inSun = (between ** 2 + sun ** 2 - earth ** 2) / (2 * between);
  const inEarth = between - inSun;
  const hidden =
    sun ** 2 * Math.acos(inSun / sun) -
    inSun * Math.sqrt(sun ** 2 - inSun ** 2) +
    earth ** 2 * Math.acos(inEarth / earth) -
    inEarth * Math.sqrt(earth ** 2 - inEarth ** 2);
  return { state: 'penumbra', fraction: Math.max(0, Math.min(1, 1 - hidden / (Math.PI * sun ** 2))) };
}

/** The angle at an object between observer and Sun, radians: 0 is full light. Position in TEME, observer turned into it. */
export function phaseAngle(position: Vector, observer: Observer, time: number): number {
  const sun = sunDirection(time);
  const here = turned(observer.position, -siderealAngle(time));
  const toObserver = minus(here, position);
  return Math.acos(Math.max(-1, Math.min(1, dot(toObserver, sun) / length(toObserver))));
}
