import { withZone } from '../schema/epoch-text.ts';
import { ElementOrbit, type OrbitLimits } from './element-orbit.ts';
import { rounded } from './formats/decimal.ts';
import { siderealAngle } from './observation/sky.ts';
import type { State } from './observer.ts';
import type { Sgp4Elements } from './sgp4-record.ts';
import { EARTH_RADIUS_KM } from './shape.ts';

/** The same numbers as decimal text, with every digit that upstream gave. */
export type MeanElements = Sgp4Elements<string>;

/** Size, shape and tilt of an orbit at one moment: kilometers, degrees. */
export interface MeanOrbit {
  readonly semi_major_axis_km: number;
  readonly eccentricity: number;
  readonly inclination_deg: number;
}

const DEGREES = 180 / Math.PI;
const DAY_MS = 86_400_000;

/** SGP4's mean orbit at a time within two years of an element set; null if the set is not an orbit then (decayed, bad elements). */
export function meanOrbitAt(set: Sgp4Elements, time: Date): MeanOrbit | null {
  const mean = new ElementOrbit(set, { allowOld: true }).stateAt(time.getTime())?.meanElements;
  if (!mean || !Number.isFinite(mean.am)) return null;
  return {
    semi_major_axis_km: mean.am * EARTH_RADIUS_KM, // satellite.js gives Earth radii
    eccentricity: mean.em,
    inclination_deg: mean.im * DEGREES,
  };
}

/** Points of a revolution that its mean longitude is taken from. */
const POINTS = 24;

/**
 * East longitude beneath the object, averaged over the revolution about the epoch of its elements, because the
 * longitude of an inclined or eccentric orbit oscillates once a day. Degrees from -180 to 180, to a hundredth; null if
 * SGP4 fails.
 */
export function geoLongitude(set: MeanElements): number | null {
  const epoch = epochOf(set).getTime();
  const period = DAY_MS / Number(set.mean_motion);
  const times = Array.from({ length: POINTS }, (_, point) => epoch + period * ((point + 0.5) / POINTS - 0.5));
  const places = placesAt(set, times);
  let sum = 0;
  let last = 0;
  for (const [point, place] of places.entries()) {
    if (!place) return null;
    // Take each longitude in the turn that is nearest to the previous one, so that crossing 180° is not a jump.
    const turns = point === 0 ? 0 : Math.round((last - place.longitude_deg) / 360);
    last = place.longitude_deg + 360 * turns;
    sum += last;
  }
  const mean = sum / POINTS;
  return Math.round(((((mean + 180) % 360) + 360) % 360) * 100 - 18_000) / 100;
}

/** Geodetic position of an object at a time. */
export interface Place {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** Geodetic, degrees, north and east positive; longitude from -180 to 180. */
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  /** Above the ellipsoid, km. */
  readonly altitude_km: number;
}

/** The place of an object at each of some times (milliseconds, UTC); null if its set is not an orbit then (decayed, too old, bad). */
export function placesAt(set: Sgp4Elements, times: readonly number[], limits: OrbitLimits = {}): (Place | null)[] {
  const orbit = new ElementOrbit(set, limits);
  return times.map((time) => {
    const position = orbit.stateAt(time)?.position;
    if (!position || !Number.isFinite(position.x)) return null;
    const { x, y, z } = position;
    const east = (Math.atan2(y, x) - siderealAngle(time)) * DEGREES;
    return { time, ...geodetic(Math.hypot(x, y), z), longitude_deg: ((((east + 180) % 360) + 360) % 360) - 180 };
  });
}

/** Latitude and height (degrees, km) from the distances to the axis and to the equatorial plane, km: Bowring's formula, WGS-84. */
export function geodetic(away: number, above: number): { latitude_deg: number; altitude_km: number } {
  const [a, b] = [6378.137, 6356.7523142];
  const [squeezed, second] = [1 - (b * b) / (a * a), (a * a) / (b * b) - 1];
  const across = Math.hypot(away * b, above * a);
  const [sine, cosine] = [(above * a) / across, (away * b) / across];
  const latitude = Math.atan2(above + second * b * sine ** 3, away - squeezed * a * cosine ** 3);
  const up = Math.sin(latitude);
  const altitude_km = away * Math.cos(latitude) + above * up - a * Math.sqrt(1 - squeezed * up * up);
  return { latitude_deg: latitude * DEGREES, altitude_km };
}

/** The moment of an element set. Epochs are UTC and carry no zone upstream. */
export function epochOf(set: Pick<MeanElements, 'epoch'>): Date {
  return new Date(withZone(set.epoch));
}

/** Place beneath an object in the Earth-fixed frame, and its height. */
export function beneath([x, y, z]: State['position']) {
  const { latitude_deg, altitude_km } = geodetic(Math.hypot(x, y), z);
  return {
    latitude_deg: rounded(latitude_deg, 4),
    longitude_deg: rounded((Math.atan2(y, x) * 180) / Math.PI, 4),
    altitude_km: rounded(altitude_km, 3),
  };
}

const FRESH_DAYS = 3;

/** Age in days of elements with an epoch (ISO 8601, UTC); negative if the epoch lies ahead, NaN if it is not a date. */
export function ageInDays(epoch: string, now: Date): number {
  return (now.getTime() - epochOf({ epoch }).getTime()) / DAY_MS;
}

/** A warning about elements more than three days from a time, in one ASCII sentence with their age; null for fresher ones. */
export function staleWarning(epoch: string, now: Date): string | null {
  const age = ageInDays(epoch, now);
  if (!(Math.abs(age) > FRESH_DAYS)) return null;
  const moment = withZone(epoch);
  return `These elements are ${Math.abs(age).toFixed(1)} days ${age < 0 ? 'ahead' : 'old'} (epoch ${moment}): positions computed from them may be wrong by many kilometers.`;
}
