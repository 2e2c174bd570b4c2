import type { OrbitClass } from '../schema/vocabulary.ts';
import { EARTH_MU, EARTH_RADIUS_KM, semiMajorAxis } from './element-orbit.ts';

export { EARTH_RADIUS_KM, semiMajorAxis };

/** Second zonal harmonic of the Earth's gravity, WGS 72, as SGP4 uses it. */
export const J2 = 0.001_082_616;

const MINUTES_PER_DAY = 1440;

/** Size and shape of an orbit. Minutes, kilometers; altitudes above the equatorial radius. */
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

/** Period in minutes of a semi-major axis in km. */
export function periodOf(semiMajorAxisKm: number): number {
  return (2 * Math.PI * Math.sqrt(semiMajorAxisKm ** 3 / EARTH_MU)) / 60;
}

/** Eccentricity of an orbit between two altitudes in km. */
export function eccentricityOf(apogeeKm: number, perigeeKm: number): number {
  return (apogeeKm - perigeeKm) / (apogeeKm + perigeeKm + 2 * EARTH_RADIUS_KM);
}

/** The class of an orbit about the Earth, by the limits in the documentation; GEO includes drifting and graveyard orbits. */
export function orbitClass(
  shape: Pick<Shape, 'period_min' | 'eccentricity' | 'apogee_km' | 'perigee_km'>,
): Exclude<OrbitClass, 'DEEP_SPACE' | 'UNKNOWN'> {
  if (shape.apogee_km < 2000) return 'LEO';
  if (isGeosynchronous(shape)) return 'GEO';
  if (shape.perigee_km >= 2000 && shape.apogee_km < 35_000 && shape.eccentricity < 0.14) return 'MEO';
  return 'HEO';
}

/**
 * The same in SQL, from a mean motion (revolutions per day) and an eccentricity. `named` gives the SQL value of a class; `perigee` is
 * the height of the perigee, km.
 */
export function orbitClassSql(
  motion: string,
  eccentricity: string,
  named: (name: ReturnType<typeof orbitClass>, perigee: string) => string = (name) => `'${name}'`,
): string {
  const axis = `cbrt(${EARTH_MU} / pow(${motion} * 2 * pi() / 86400, 2))`;
  const perigee = `${axis} * (1 - ${eccentricity}) - ${EARTH_RADIUS_KM}`;
  const apogee = `${axis} * (1 + ${eccentricity}) - ${EARTH_RADIUS_KM}`;
  return `CASE
    WHEN ${apogee} < 2000 THEN ${named('LEO', perigee)}
    WHEN ${MINUTES_PER_DAY} / ${motion} BETWEEN 1309 AND 1600 AND ${eccentricity} < 0.1 THEN ${named('GEO', perigee)}
    WHEN ${perigee} >= 2000 AND ${apogee} < 35000 AND ${eccentricity} < 0.14 THEN ${named('MEO', perigee)}
    ELSE ${named('HEO', perigee)} END`;
}

/** Whether the period of an orbit is close to one rotation of the Earth: 1,309 to 1,600 minutes, eccentricity under 0.1. */
export function isGeosynchronous({ period_min, eccentricity }: Pick<Shape, 'period_min' | 'eccentricity'>): boolean {
  return period_min >= 1309 && period_min <= 1600 && eccentricity < 0.1;
}

const TURN = 2 * Math.PI;

/** The eccentric anomaly of a mean one, radians, on the same turn: Kepler's equation by Newton's method. */
export function eccentricAnomaly(mean: number, eccentricity: number): number {
  // From here the method converges for every eccentricity below 1.
  let anomaly = mean + eccentricity * Math.sin(mean) + (eccentricity ** 2 * Math.sin(2 * mean)) / 2;
  for (let round = 0; round < 50; round += 1) {
    const change = (anomaly - eccentricity * Math.sin(anomaly) - mean) / (1 - eccentricity * Math.cos(anomaly));
    anomaly -= change;
    if (Math.abs(change) < 1e-12) break;
  }
  return anomaly;
}

/**
 * Times within one revolution as shares of it, 0 to 1, at equal steps of the eccentric anomaly: dense at low altitude and high
 * speed, sparse at high altitude and low speed. `mean` is the mean anomaly at the beginning, radians.
 */
export function revolutionShares(mean: number, eccentricity: number, steps: number): number[] {
  const from = ((mean % TURN) + TURN) % TURN;
  const begin = eccentricAnomaly(from, eccentricity);
  const shares = Array.from({ length: steps + 1 }, (_, step) => {
    const anomaly = begin + (TURN * step) / steps;
    return (anomaly - eccentricity * Math.sin(anomaly) - from) / TURN;
  });
  shares[0] = 0;
  shares[steps] = 1;
  return shares;
}
