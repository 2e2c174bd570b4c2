import { EARTH_RADIUS_KM, isGeosynchronous, semiMajorAxis } from '../../src/orbit/shape.ts';

/**
 * The kind of orbit, in a vocabulary that maps to UCS's "Type of Orbit".
 * Limits follow GCAT's (https://planet4589.org/space/gcat/web/intro/orbits.html), but SUN_SYNCHRONOUS is computed from nodal drift.
 */
export const ORBIT_TYPES = [
  'EQUATORIAL',
  'INCLINED',
  'POLAR',
  'SUN_SYNCHRONOUS',
  'RETROGRADE',
  'GEOSTATIONARY',
  'INCLINED_GEOSYNCHRONOUS',
  'GEO_DRIFT',
  'GEO_GRAVEYARD',
  'GEOSTATIONARY_TRANSFER',
  'MOLNIYA',
  'ELLIPTICAL',
  'DEEP_ELLIPTICAL',
  'CISLUNAR',
  'HELIOCENTRIC',
  'PLANETOCENTRIC',
  'ESCAPE',
  'SUBORBITAL',
] as const;
export type OrbitType = (typeof ORBIT_TYPES)[number];

/** UCS's spelling; null if UCS has no word, as it lists only active satellites of the Earth. */
export const UCS_ORBIT_TYPE: Record<OrbitType, string | null> = {
  EQUATORIAL: 'Equatorial',
  INCLINED: 'Non-Polar Inclined',
  POLAR: 'Polar',
  SUN_SYNCHRONOUS: 'Sun-Synchronous',
  RETROGRADE: 'Retrograde',
  GEOSTATIONARY: null,
  INCLINED_GEOSYNCHRONOUS: null,
  GEO_DRIFT: null,
  GEO_GRAVEYARD: null,
  GEOSTATIONARY_TRANSFER: 'Elliptical',
  MOLNIYA: 'Molniya',
  ELLIPTICAL: 'Elliptical',
  DEEP_ELLIPTICAL: 'Deep Highly Eccentric',
  CISLUNAR: 'Cislunar',
  HELIOCENTRIC: null,
  PLANETOCENTRIC: null,
  ESCAPE: null,
  SUBORBITAL: null,
};

const MU_KM3_S2 = 398_600.4418;
const J2 = 1.082_626_68e-3;
/** Mean motion of the mean Sun along the equator, degrees per day. */
const SUN_DEG_PER_DAY = 0.985_647;
/** A sidereal day, and the maximum difference of a period from it, minutes: 0.15° of longitude a day. */
const SIDEREAL_DAY_MIN = 1436.068;
const SYNCHRONOUS_WITHIN_MIN = 0.6;
/** The upper end of the protected region of the geostationary ring: 200 km above it (IADC). */
const GRAVEYARD_FROM_KM = 35_986;

/** Drift of the node caused by the Earth's flattening, in degrees a day. */
function nodeDriftDegPerDay(period_min: number, eccentricity: number, inclination_deg: number): number {
  const n = (2 * Math.PI) / (period_min * 60);
  const a = Math.cbrt(MU_KM3_S2 / (n * n));
  const p = a * (1 - eccentricity * eccentricity);
  const rate = -1.5 * n * J2 * (EARTH_RADIUS_KM / p) ** 2 * Math.cos((inclination_deg * Math.PI) / 180);
  return (rate * 86_400 * 180) / Math.PI;
}

/**
 * The kind of an orbit around the Earth, from its mean elements; it never contradicts the orbit's class.
 *
 * In this order: 1,309 to 1,600 min with an eccentricity under 0.1 is GEO: perigee 200 km or more above the ring GEO_GRAVEYARD, more than
 * 0.6 min off the sidereal day GEO_DRIFT, inclination over 3° INCLINED_GEOSYNCHRONOUS, else GEOSTATIONARY; period over 14,400 min
 * CISLUNAR; eccentricity 0.14 and more: MOLNIYA (690 to 750 min, eccentricity 0.5 to 0.77, 62 to 65°), GEOSTATIONARY_TRANSFER (600 to 750
 * min, 0.5 to 0.77, up to 60°), DEEP_ELLIPTICAL (over 1,600 min), else ELLIPTICAL; then by inclination: node drift within 0.1° a day of
 * the Sun's and 90 to 105° SUN_SYNCHRONOUS, up to 25° EQUATORIAL, to 85° INCLINED, to 104° POLAR, above RETROGRADE.
 * @returns `null` if an element is missing, or if the orbit is not an ellipse.
 */
export function orbitType(elements: {
  period_min: number | null;
  eccentricity: number | null;
  inclination_deg: number | null;
}): OrbitType | null {
  const { period_min: period, eccentricity: e, inclination_deg: i } = elements;
  if (period === null || e === null || i === null) return null;
  if (!(period > 0) || !(e >= 0 && e < 1) || !(i >= 0 && i <= 180)) return null;
  if (isGeosynchronous({ period_min: period, eccentricity: e })) {
    const perigee_km = semiMajorAxis(1440 / period) * (1 - e) - EARTH_RADIUS_KM;
    if (perigee_km >= GRAVEYARD_FROM_KM) return 'GEO_GRAVEYARD';
    if (Math.abs(period - SIDEREAL_DAY_MIN) > SYNCHRONOUS_WITHIN_MIN) return 'GEO_DRIFT';
    return i > 3 ? 'INCLINED_GEOSYNCHRONOUS' : 'GEOSTATIONARY';
  }
  if (period > 14_400) return 'CISLUNAR';
  if (e >= 0.14) {
    const half = e >= 0.5 && e <= 0.77;
    if (half && period >= 690 && period <= 750 && i >= 62 && i <= 65) return 'MOLNIYA';
    if (half && period >= 600 && period <= 750 && i <= 60) return 'GEOSTATIONARY_TRANSFER';
    return period > 1600 ? 'DEEP_ELLIPTICAL' : 'ELLIPTICAL';
  }
  if (i >= 90 && i <= 105 && Math.abs(nodeDriftDegPerDay(period, e, i) - SUN_DEG_PER_DAY) <= 0.1)
    return 'SUN_SYNCHRONOUS';
  if (i <= 25) return 'EQUATORIAL';
  if (i <= 85) return 'INCLINED';
  return i <= 104 ? 'POLAR' : 'RETROGRADE';
}
