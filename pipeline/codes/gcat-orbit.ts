/**
 * GCAT's OpOrbit: the category of the orbit the object worked in.
 * Source: https://planet4589.org/space/gcat/web/intro/orbits.html. There "height" is semi-major axis less 6378 km.
 */
import type { OrbitClass as SchemaOrbitClass } from '../../src/schema/vocabulary.ts';
import type { OrbitType } from './orbit-type.ts';
import { own } from './own.ts';

type OrbitClass = Exclude<SchemaOrbitClass, 'UNKNOWN'>;

export interface OrbitCategory {
  code: string;
  /** Null where the object never was in orbit. */
  orbit_class: OrbitClass | null;
  /** True where GCAT's limits do not fit inside our class: use elements first (LEO there is by mean height, ours by apogee). */
  approximate: boolean;
  orbit_type: OrbitType | null;
  meaning: string;
  uncertain: boolean;
}

type Row = [orbit_class: OrbitClass | null, approximate: boolean, orbit_type: OrbitType | null, meaning: string];

const TILT: [suffix: string, orbit_type: OrbitType, words: string][] = [
  ['E', 'EQUATORIAL', 'equatorial, 0 to 25°'],
  ['I', 'INCLINED', 'intermediate, 25 to 85°'],
  ['P', 'POLAR', 'polar, 85 to 95°'],
  ['S', 'SUN_SYNCHRONOUS', 'sun-synchronous, 95 to 104°'],
  ['R', 'RETROGRADE', 'retrograde, over 104°'],
];

export const ORBIT_CATEGORIES: Record<string, Row> = {
  ATM: [null, false, 'SUBORBITAL', 'atmospheric, apogee under 80 km'],
  SO: [null, false, 'SUBORBITAL', 'suborbital, perigee under the ground'],
  TA: ['LEO', true, null, 'trans-atmospheric, perigee under 80 km'],
  ...Object.fromEntries(
    TILT.map(([s, type, words]): [string, Row] => [
      `LLEO/${s}`,
      ['LEO', true, type, `low Earth orbit under 600 km, ${words}`],
    ]),
  ),
  ...Object.fromEntries(
    TILT.map(([s, type, words]): [string, Row] => [
      `LEO/${s}`,
      ['LEO', true, type, `low Earth orbit, 600 to 2000 km, ${words}`],
    ]),
  ),
  MEO: ['MEO', true, null, 'medium Earth orbit, eccentricity under 0.5'],
  HEO: ['HEO', false, 'ELLIPTICAL', 'highly elliptical, eccentricity 0.5 to 0.92'],
  'HEO/M': ['HEO', false, 'MOLNIYA', 'Molniya'],
  GTO: ['HEO', false, 'GEOSTATIONARY_TRANSFER', 'geostationary transfer'],
  'GEO/S': ['GEO', false, 'GEOSTATIONARY', 'geostationary'],
  'GEO/I': ['GEO', false, 'INCLINED_GEOSYNCHRONOUS', 'geosynchronous, inclined'],
  'GEO/T': ['GEO', false, 'INCLINED_GEOSYNCHRONOUS', 'geosynchronous'],
  'GEO/D': ['GEO', true, 'GEO_DRIFT', 'geosynchronous, drifting'],
  'GEO/SI': ['GEO', false, 'INCLINED_GEOSYNCHRONOUS', 'geostationary, inclined'],
  'GEO/ID': ['GEO', true, 'GEO_DRIFT', 'geosynchronous, inclined and drifting'],
  'GEO/NS': ['GEO', true, 'GEO_DRIFT', 'near synchronous'],
  VHEO: ['HEO', true, 'DEEP_ELLIPTICAL', 'very high Earth orbit, beyond synchronous'],
  DSO: ['DEEP_SPACE', false, 'DEEP_ELLIPTICAL', 'deep space, still about the Earth'],
  CLO: ['DEEP_SPACE', false, 'CISLUNAR', 'cislunar or translunar'],
  EEO: ['DEEP_SPACE', false, 'ESCAPE', 'escape from the Earth'],
  HCO: ['DEEP_SPACE', false, 'HELIOCENTRIC', 'about the Sun'],
  PCO: ['DEEP_SPACE', false, 'PLANETOCENTRIC', 'about another planet or moon'],
  SSE: ['DEEP_SPACE', false, 'ESCAPE', 'escape from the solar system'],
};

/** @returns `null` where upstream is blank or `-`; `undefined` for a category nobody lists. */
export function gcatOrbit(raw: string): OrbitCategory | null | undefined {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const uncertain = text.endsWith('?');
  const code = text.replace(/\s*\?$/, '');
  const row = own(ORBIT_CATEGORIES, code);
  return row && { code, orbit_class: row[0], approximate: row[1], orbit_type: row[2], meaning: row[3], uncertain };
}
