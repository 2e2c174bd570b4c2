/**
 * GCAT's OpOrbit: the category of the orbit the object worked in.
 * Source: https://planet4589.org/space/gcat/web/intro/orbits.html. There "height" is semi-major axis less 6378 km.
 */
import type { OrbitClass as SchemaOrbitClass } from '../../../src/schema/vocabulary.ts';
import type { OrbitType } from '../orbit-type.ts';
import { own } from '../own.ts';

type OrbitClass = Exclude<SchemaOrbitClass, 'UNKNOWN'>;

export interface OrbitCategory {
  /** Null if the object never was in orbit. GCAT's limits may differ from those of our classes: elements take precedence. */
  orbit_class: OrbitClass | null;
  orbit_type: OrbitType | null;
  uncertain: boolean;
}

type Row = [orbit_class: OrbitClass | null, orbit_type: OrbitType | null];

/** Below and above 600 km: equatorial to 25°, intermediate to 85°, polar to 95°, sun-synchronous to 104°, retrograde. */
const low: Record<string, Row> = {
  E: ['LEO', 'EQUATORIAL'],
  I: ['LEO', 'INCLINED'],
  P: ['LEO', 'POLAR'],
  S: ['LEO', 'SUN_SYNCHRONOUS'],
  R: ['LEO', 'RETROGRADE'],
};

export const ORBIT_CATEGORIES: Record<string, Row> = {
  ATM: [null, 'SUBORBITAL'], // apogee under 80 km
  SO: [null, 'SUBORBITAL'], // perigee under the ground
  TA: ['LEO', null], // trans-atmospheric, perigee under 80 km
  ...Object.fromEntries(
    Object.entries(low).flatMap(([tilt, row]) => [`LLEO/${tilt}`, `LEO/${tilt}`].map((code) => [code, row])),
  ),
  MEO: ['MEO', null], // eccentricity under 0.5
  HEO: ['HEO', 'ELLIPTICAL'], // eccentricity 0.5 to 0.92
  'HEO/M': ['HEO', 'MOLNIYA'],
  GTO: ['HEO', 'GEOSTATIONARY_TRANSFER'],
  'GEO/S': ['GEO', 'GEOSTATIONARY'],
  'GEO/I': ['GEO', 'INCLINED_GEOSYNCHRONOUS'],
  'GEO/T': ['GEO', 'INCLINED_GEOSYNCHRONOUS'], // geosynchronous
  'GEO/D': ['GEO', 'GEO_DRIFT'],
  'GEO/SI': ['GEO', 'INCLINED_GEOSYNCHRONOUS'], // geostationary, inclined
  'GEO/ID': ['GEO', 'GEO_DRIFT'], // inclined and drifting
  'GEO/NS': ['GEO', 'GEO_DRIFT'], // near synchronous
  VHEO: ['HEO', 'DEEP_ELLIPTICAL'], // beyond synchronous
  DSO: ['DEEP_SPACE', 'DEEP_ELLIPTICAL'], // still about the Earth
  CLO: ['DEEP_SPACE', 'CISLUNAR'],
  EEO: ['DEEP_SPACE', 'ESCAPE'], // from the Earth
  HCO: ['DEEP_SPACE', 'HELIOCENTRIC'],
  PCO: ['DEEP_SPACE', 'PLANETOCENTRIC'],
  SSE: ['DEEP_SPACE', 'ESCAPE'], // from the solar system
};

/** @returns `null` if upstream is blank or `-`; `undefined` for an unlisted category. */
export function gcatOrbit(raw: string): OrbitCategory | null | undefined {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const row = own(ORBIT_CATEGORIES, text.replace(/\s*\?$/, ''));
  return row && { orbit_class: row[0], orbit_type: row[1], uncertain: text.endsWith('?') };
}
