import type { OrbitClass } from '../schema/vocabulary.ts';

/** Gravitational parameter of the Earth in WGS-72, the constants of SGP4, km³/s². */
const MU = 398_600.8;
/** Equatorial radius of the Earth in WGS-72, km. Altitudes are above it. */
export const EARTH_RADIUS_KM = 6378.135;
const MINUTES_PER_DAY = 1440;

/** Size and shape of an orbit. Minutes, kilometres; altitudes above the equatorial radius. */
export interface Shape {
  readonly period_min: number;
  readonly semi_major_axis_km: number;
  readonly eccentricity: number;
  readonly apogee_km: number;
  readonly perigee_km: number;
}

/** The shape behind a mean motion (revolutions per day) and an eccentricity, by Kepler's third law. */
export function shapeOf(meanMotion: number, eccentricity: number): Shape {
  const a = semiMajorAxis(meanMotion);
  return {
    period_min: MINUTES_PER_DAY / meanMotion,
    semi_major_axis_km: a,
    eccentricity,
    apogee_km: a * (1 + eccentricity) - EARTH_RADIUS_KM,
    perigee_km: a * (1 - eccentricity) - EARTH_RADIUS_KM,
  };
}

/** Semi-major axis in km of a mean motion in revolutions per day. */
export function semiMajorAxis(meanMotion: number): number {
  const radiansPerSecond = (meanMotion * 2 * Math.PI) / 86_400;
  return Math.cbrt(MU / (radiansPerSecond * radiansPerSecond));
}

/** Eccentricity of an orbit between two altitudes in km. */
export function eccentricityOf(apogeeKm: number, perigeeKm: number): number {
  return (apogeeKm - perigeeKm) / (apogeeKm + perigeeKm + 2 * EARTH_RADIUS_KM);
}

/** The class of an orbit about the Earth, by the limits that the documentation prints. */
export function orbitClass(shape: Pick<Shape, 'period_min' | 'eccentricity' | 'apogee_km'>): OrbitClass {
  if (shape.apogee_km < 2000) return 'LEO';
  if (Math.abs(shape.period_min - 1436) <= 20 && shape.eccentricity < 0.1) return 'GEO';
  if (shape.eccentricity >= 0.25 || shape.apogee_km > 40_000) return 'HEO';
  return 'MEO';
}
