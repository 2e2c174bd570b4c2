import { type ErrorCurve, errorAt } from '../../src/orbit/position-error.ts';
import { epochOf, type MeanOrbit, meanOrbitAt } from '../../src/orbit/propagate.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import { shapeOf } from '../../src/orbit/shape.ts';
import type { OrbitClass } from '../../src/schema/vocabulary.ts';
import { largestBstar, longestGapDays, lowestPerigeeKm, thresholds, usualGapDays } from './thresholds.ts';

/** A manoeuvre or a break-up, distinguished from drag: the orbit before, after, as predicted for after, and how far off it is. */
export interface OrbitChange {
  readonly epoch_before: string;
  readonly epoch_after: string;
  readonly before: MeanOrbit;
  readonly after: MeanOrbit;
  readonly predicted: MeanOrbit;
  readonly delta: MeanOrbit;
}

const DAY_MS = 86_400_000;

/**
 * Compares two element sets of one object: SGP4 carries the older to the epoch of the newer, so that what drag and gravity
 * do is not counted. Null where nothing significant is left, or where the two can't be compared. `errors` is how elements of
 * such orbits age, where that is measured.
 */
export function orbitChange(
  older: Sgp4Elements,
  newer: Sgp4Elements,
  orbitClass: OrbitClass,
  errors: ErrorCurve = [],
): OrbitChange | null {
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
  return significant ? change : null;
}

/**
 * How many times its limit a difference of the semi-major axis has to be after a gap in days. The error along the track is that of the
 * semi-major axis summed over the days: what the first has grown by, divided by the days, the second has.
 */
function axisGrowth(gap: number, errors: ErrorCurve): number {
  const [first, now] = [errorAt(errors, 1), errorAt(errors, gap)];
  const measured = first && now && first.km > 0 ? now.km / first.km / gap : 0;
  return Math.max(1, gap, measured);
}

/** The orbit before and after, and how far it is off what SGP4 predicts from before. Null where SGP4 refuses one. */
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

/** Whether a set can be propagated, or predicted by another. */
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

/** Metres, ten-thousandths of a degree, and the seven decimals that a TLE has for eccentricity. */
function rounded(orbit: MeanOrbit): MeanOrbit {
  return {
    semi_major_axis_km: Number(orbit.semi_major_axis_km.toFixed(3)),
    inclination_deg: Number(orbit.inclination_deg.toFixed(4)),
    eccentricity: Number(orbit.eccentricity.toFixed(7)),
  };
}
