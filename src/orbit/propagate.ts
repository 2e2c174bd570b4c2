import { propagate, type SatRec, sgp4 } from 'satellite.js';
import { Resonance } from './resonance.ts';
import { epochOfRecord, type Sgp4Elements, sgp4Record } from './sgp4-record.ts';
import { EARTH_RADIUS_KM } from './shape.ts';
import { siderealAngle } from './sky.ts';

/** The same as decimal text, with every digit that upstream gave. */
export type MeanElements = Sgp4Elements<string>;

/** Size, shape and tilt of an orbit at one moment: kilometers, degrees. */
export interface MeanOrbit {
  readonly semi_major_axis_km: number;
  readonly eccentricity: number;
  readonly inclination_deg: number;
}

const DEGREES = 180 / Math.PI;
const DAY_MS = 86_400_000;

/** SGP4's mean orbit at a time, from an older element set; null where SGP4 refuses (decayed, bad elements). */
export function meanOrbitAt(set: Sgp4Elements, time: Date): MeanOrbit | null {
  const record = satrec(set);
  if (!record) return null;
  const mean = propagate(record, time)?.meanElements;
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
 * East longitude beneath the object, the mean of the revolution about the epoch of its elements: what is inclined or not
 * round swings about it once a day. Degrees from -180 to 180, to a hundredth; null where SGP4 refuses.
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
    // Each longitude is the one nearest to the last: the line at 180° is none in the sky.
    const turns = point === 0 ? 0 : Math.round((last - place.longitude_deg) / 360);
    last = place.longitude_deg + 360 * turns;
    sum += last;
  }
  const mean = sum / POINTS;
  return Math.round(((((mean + 180) % 360) + 360) % 360) * 100 - 18_000) / 100;
}

/** Where an object is. */
export interface Place {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** Geodetic, degrees, north and east positive; longitude from -180 to 180. */
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  /** Above the ellipsoid, km. */
  readonly altitude_km: number;
}

/** Where an object is at each of some times (milliseconds, UTC); null at those that SGP4 refuses (decayed, bad elements). */
export function placesAt(set: Sgp4Elements, times: readonly number[]): (Place | null)[] {
  const record = satrec(set);
  if (!record) return times.map(() => null);
  const epoch = epochOfRecord(record);
  const resonance = Resonance.of(record);
  return times.map((time) => {
    const minutes = (time - epoch) / 60_000;
    resonance?.prepare(minutes);
    const position = sgp4(record, minutes)?.position;
    if (!position || !Number.isFinite(position.x)) return null;
    const { x, y, z } = position;
    const east = (Math.atan2(y, x) - siderealAngle(time)) * DEGREES;
    return { time, ...geodetic(Math.hypot(x, y), z), longitude_deg: ((((east + 180) % 360) + 360) % 360) - 180 };
  });
}

/** Latitude and height (degrees, km) of what is so far from the axis and above the plane of the equator, km: Bowring's formula, WGS-84. */
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
  return new Date(set.epoch.endsWith('Z') ? set.epoch : `${set.epoch}Z`);
}

function satrec(set: Sgp4Elements): SatRec | null {
  const record = sgp4Record(set);
  return record.error ? null : record;
}
