import type { AccuracyRegime, RegimeAccuracy } from '../schema/objects/accuracy.ts';
import { NO_CONSTELLATION } from '../schema/vocabulary.ts';
import type { Sgp4Elements } from './sgp4-record.ts';
import { orbitClass, shapeOf } from './shape.ts';

type OrbitNumbers = Pick<Sgp4Elements, 'mean_motion' | 'eccentricity'> & { readonly object_name?: string | undefined };

/** The along-track error of a position computed from elements. Two of three errors are smaller (68 %). */
export interface PositionError {
  readonly km: number;
  /** The time in which the object moves by that distance, seconds. */
  readonly s: number;
}

/** The error at some ages of the elements, in days, ascending. */
export type ErrorCurve = readonly (PositionError & { readonly days: number })[];

/** The kind of orbit of an element set. */
export function accuracyRegime({ mean_motion, eccentricity }: OrbitNumbers): AccuracyRegime {
  const shape = shapeOf(Number(mean_motion), Number(eccentricity));
  const name = orbitClass(shape);
  if (name !== 'LEO') return name.toLowerCase() as AccuracyRegime;
  if (shape.perigee_km < 400) return 'leo_below_400';
  if (shape.perigee_km < 600) return 'leo_400_600';
  return shape.perigee_km < 1000 ? 'leo_600_1000' : 'leo_above_1000';
}

/** The constellation that a name is of: its letters before the first digit, in words. `STARLINK` of `STARLINK-1008`. */
export const constellationOf = (name: string): string =>
  (/^[^0-9]*/.exec(name.toUpperCase())?.[0] ?? '').replace(/[^A-Z]+/g, ' ').trim();

/**
 * The measured errors of objects like this one; empty if none were measured. An active satellite whose name is known has the errors of its
 * constellation, or of those in none: elements of constellations under thrust age much faster than those of others in their orbits.
 */
export function errorCurve(measured: readonly RegimeAccuracy[], set: OrbitNumbers, active: boolean): ErrorCurve {
  const regime = accuracyRegime(set);
  const of = (constellation: string) => regimeCurve(measured, regime, active, constellation);
  const all = regimeCurve(measured, regime, active);
  if (!active || set.object_name === undefined) return all;
  const own = of(constellationOf(set.object_name));
  if (own.length > 0) return own;
  const none = of(NO_CONSTELLATION);
  return none.length > 0 ? none : all;
}

/** The measured errors of a kind of orbit, or of a constellation in it; empty if none were measured. */
export function regimeCurve(
  measured: readonly RegimeAccuracy[],
  regime: AccuracyRegime,
  active: boolean,
  constellation: string | null = null,
): ErrorCurve {
  // Releases before 4.9 have no constellations.
  const isIt = (one: RegimeAccuracy) =>
    one.regime === regime && one.active === active && (one.constellation ?? null) === constellation;
  const ages = measured.find(isIt)?.ages ?? [];
  return ages.map(({ days, along_track_km, time_s }) => ({ days, km: along_track_km.p68, s: time_s.p68 }));
}

/**
 * The error of a position by the age of its elements (days, either way). Below the first measured age, the error of
 * that age applies: down to a third of it, or to 0 if it is at most a day. Between two ages, the logarithms are
 * interpolated. Null for any other age.
 */
export function errorAt(curve: ErrorCurve, ageDays: number): PositionError | null {
  const days = Math.abs(ageDays);
  const next = curve.findIndex((one) => one.days >= days);
  if (next < 0) return null;
  const after = curve[next]!;
  const before = curve[next - 1];
  if (!before) return after.days > Math.max(1, 3 * days) ? null : { km: after.km, s: after.s };
  const part = Math.log(days / before.days) / Math.log(after.days / before.days);
  const between = (low: number, high: number) => (low > 0 && high > 0 ? low * (high / low) ** part : high);
  return { km: between(before.km, after.km), s: between(before.s, after.s) };
}

/** `± 8 km, about 1 s`: an error as the site shows it. */
export function errorWords({ km, s }: PositionError): string {
  return `± ${sizeWords(km)} km, ${timeErrorWords(s)}`;
}

/** The effect of an error of so many seconds on the times of passes, as the end of a sentence; null: the error is unknown. */
export const timesMeaning = (s: number | null): string =>
  s === null
    ? 'how far off times are has not been measured for such orbits and this age'
    : `times are off by ${timeErrorWords(s)} or less for two of three objects in such orbits`;

/**
 * `Elements of 2026-08-22 12:21 UTC, 0.6 days before: times are off by about 12 s or less for two of three objects in such orbits.`
 * Age and error are rounded as in the API first, so that both give the same words.
 */
export function elementsWords(epoch: string, ageDays: number, s: number | null): string {
  const days = `${Number(Math.abs(ageDays).toFixed(2)).toFixed(1)} days ${ageDays < 0 ? 'after' : 'before'}`;
  return `Elements of ${epoch.slice(0, 16).replace('T', ' ')} UTC, ${days}: ${timesMeaning(s && Number(s.toPrecision(2)))}.`;
}

/** `about 12 s`, `about 3 min`. */
function timeErrorWords(s: number): string {
  if (s < 0.1) return 'less than 0.1 s';
  if (s < 120) return `about ${sizeWords(s)} s`;
  return s < 7200 ? `about ${Math.round(s / 60)} min` : `about ${Math.round(s / 3600)} h`;
}

/** Two digits at most: the error of an error is large. */
const sizeWords = (value: number) => {
  const rounded = Number(value.toPrecision(value < 1 ? 1 : 2));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 4 });
};
