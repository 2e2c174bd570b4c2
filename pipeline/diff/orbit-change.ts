import { type ErrorCurve, errorAt } from '../../src/orbit/position-error.ts';
import { epochOf, type MeanOrbit, meanOrbitAt } from '../../src/orbit/propagate.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import { shapeOf } from '../../src/orbit/shape.ts';
import type { OrbitClass } from '../../src/schema/vocabulary.ts';
import { largestBstar, longestGapDays, lowestPerigeeKm, thresholds, usualGapDays } from './thresholds.ts';

/** A maneuver or breakup, distinguished from drag: the orbit before and after, the predicted one, and the difference from it. */
export interface OrbitChange {
  readonly epoch_before: string;
  readonly epoch_after: string;
  readonly before: MeanOrbit;
  readonly after: MeanOrbit;
  /** Null if the sets are too far apart for a prediction: `delta` is then the difference from the orbit before. */
  readonly predicted: MeanOrbit | null;
  readonly delta: MeanOrbit;
}

/** An orbit that now belongs to another class. */
export interface ClassChange extends OrbitChange {
  readonly orbit_class: { readonly before: OrbitClass; readonly after: OrbitClass };
  /** The orbit crossed the limit of a class by no more change than was predicted. */
  readonly within_drift: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Compares two element sets of one object: SGP4 propagates the older one to the epoch of the newer, which removes the effects
 * of drag and gravity. Null if the rest is insignificant, or if the two can't be compared. `errors` is the measured error
 * growth for such orbits, if any.
 */
export function orbitChange(
  older: Sgp4Elements,
  newer: Sgp4Elements,
  orbitClass: OrbitClass,
  errors: ErrorCurve = [],
): OrbitChange | null {
  const compared = compare(older, newer, orbitClass, errors);
  return compared?.significant ? compared.change : null;
}

/** The difference from the prediction, and whether it is more than drag, gravity, and noise explain. Null if the sets can't be compared. */
function compare(older: Sgp4Elements, newer: Sgp4Elements, orbitClass: OrbitClass, errors: ErrorCurve) {
  const limit = thresholds[orbitClass];
  const gap = (epochOf(newer).getTime() - epochOf(older).getTime()) / DAY_MS;
  if (!limit || gap <= 0 || gap > longestGapDays || !predictable(older) || !predictable(newer)) return null;
  const change = differenceOf(older, newer);
  if (!change) return null;
  const { semi_major_axis_km, inclination_deg, eccentricity } = change.delta;
  const wider = Math.max(1, gap / usualGapDays);
  const significant =
    Math.abs(semi_major_axis_km) > limit.semi_major_axis_km * axisGrowth(gap, errors) ||
    Math.abs(inclination_deg) > limit.inclination_deg * wider ||
    Math.abs(eccentricity) > limit.eccentricity * wider;
  return { change, significant };
}

/**
 * The change of an object whose orbit is in another class: always an orbit change, however far apart its element sets
 * are. If they are too far apart for a prediction, the difference is from the orbit before. Null if SGP4 rejects one of
 * the sets.
 */
export function classChange(
  older: Sgp4Elements,
  newer: Sgp4Elements,
  orbit_class: ClassChange['orbit_class'],
  errors: ErrorCurve = [],
): ClassChange | null {
  const compared = compare(older, newer, orbit_class.after, errors);
  if (compared) return { ...compared.change, orbit_class, within_drift: !compared.significant };
  const change = unpredicted(older, newer);
  return change && { ...change, orbit_class, within_drift: false };
}

/** The orbit before and after, and their difference. */
function unpredicted(older: Sgp4Elements, newer: Sgp4Elements): OrbitChange | null {
  const [before, after] = [older, newer].map((set) => meanOrbitAt(set, epochOf(set)));
  if (!before || !after) return null;
  return {
    epoch_before: epochOf(older).toISOString(),
    epoch_after: epochOf(newer).toISOString(),
    before: rounded(before),
    after: rounded(after),
    predicted: null,
    delta: rounded(difference(after, before)),
  };
}

/**
 * The factor by which the limit for the semi-major axis grows with the gap in days. The along-track error is the error of the semi-major
 * axis accumulated over the gap, so the latter grows by the factor of the former divided by the days.
 */
function axisGrowth(gap: number, errors: ErrorCurve): number {
  const [first, now] = [errorAt(errors, 1), errorAt(errors, gap)];
  const measured = first && now && first.km > 0 ? now.km / first.km / gap : 0;
  return Math.max(1, gap, measured);
}

/** The orbit before and after, and its difference from SGP4's prediction. Null if SGP4 can't propagate one of the sets. */
export function differenceOf(older: Sgp4Elements, newer: Sgp4Elements): OrbitChange | null {
  const time = epochOf(newer);
  const before = meanOrbitAt(older, epochOf(older));
  const predicted = meanOrbitAt(older, time);
  const after = meanOrbitAt(newer, time);
  if (!before || !predicted || !after) return null;
  const delta = difference(after, predicted);
  return {
    epoch_before: epochOf(older).toISOString(),
    epoch_after: time.toISOString(),
    before: rounded(before),
    after: rounded(after),
    predicted: rounded(predicted),
    delta: rounded(delta),
  };
}

/** Whether a set can be used for a prediction, or compared with one. */
function predictable(set: Sgp4Elements): boolean {
  const { perigee_km } = shapeOf(Number(set.mean_motion), Number(set.eccentricity));
  return Math.abs(Number(set.bstar)) <= largestBstar && perigee_km >= lowestPerigeeKm;
}

function difference(a: MeanOrbit, b: MeanOrbit): MeanOrbit {
  return {
    semi_major_axis_km: a.semi_major_axis_km - b.semi_major_axis_km,
    inclination_deg: a.inclination_deg - b.inclination_deg,
    eccentricity: a.eccentricity - b.eccentricity,
  };
}

/** Rounds to meters, ten-thousandths of a degree, and the seven decimals that a TLE has for eccentricity. */
function rounded(orbit: MeanOrbit): MeanOrbit {
  return {
    semi_major_axis_km: Number(orbit.semi_major_axis_km.toFixed(3)),
    inclination_deg: Number(orbit.inclination_deg.toFixed(4)),
    eccentricity: Number(orbit.eccentricity.toFixed(7)),
  };
}
