import type { Accuracy, AccuracyRegime, MeasuredAge, RegimeAccuracy } from '../schema/objects/accuracy.ts';
import { formatCount } from '../schema/plain-text.ts';
import { FACTOR_STEP, HELD_WITHIN, NO_CONSTELLATION } from '../schema/vocabulary.ts';
import { indexOfId } from './index-of-id.ts';
import type { Sgp4Elements } from './sgp4-record.ts';
import { orbitClass, shapeOf } from './shape.ts';
import type { Vector } from './vector.ts';

type OrbitNumbers = Pick<Sgp4Elements, 'mean_motion' | 'eccentricity'>;

/** An object of which a position is computed. */
export interface MeasuredSet extends OrbitNumbers {
  /** Undefined if it has no catalog number, or may not be compared with its own history. */
  readonly norad_cat_id?: number | undefined;
  readonly object_name?: string | undefined;
}

/**
 * The pairs that an error is measured on: those of the object itself; of its constellation; of satellites in no constellation whose
 * history shows thrust, or shows none; or of everything of its activity in the kind of orbit.
 */
export type ErrorBasis = 'object' | 'constellation' | 'thrust' | 'regime';

/** From the widest comparison to the closest. */
export const errorBases = ['regime', 'thrust', 'constellation', 'object'] as const satisfies readonly ErrorBasis[];

/** How an error was measured. */
interface Measured {
  readonly basis: ErrorBasis;
  /** Number of pairs of element sets; for an object, its own. */
  readonly comparisons: number;
}

/** The along-track error of a position computed from elements. Two of three errors are smaller (68 %). */
export interface PositionError extends Measured {
  readonly km: number;
  /** The time in which the object moves by that distance, seconds. */
  readonly s: number;
  /** 95 % of the errors are smaller, km. */
  readonly p95_km: number;
  /** The share of newer pairs within this figure, 0.68 if it holds; undefined if it was not checked on enough of them. */
  readonly held?: number | undefined;
}

/** The error at some ages of the elements, in days, ascending. */
export type ErrorCurve = readonly (PositionError & { readonly days: number })[];

/** The measured errors of kinds of objects, and of single ones: typed arrays, so that threads get them at little cost. */
export interface MeasuredErrors {
  readonly kinds: readonly RegimeAccuracy[];
  /** Ages of the factors, days. */
  readonly ages: readonly number[];
  /** Ascending. */
  readonly ids: Int32Array;
  readonly thrust: Int8Array;
  /** By age, then by object. */
  readonly factor: Int8Array;
  readonly comparisons: Uint8Array;
}

/** Reads the measured errors of a release; null: it has none. */
export function measuredErrors(accuracy: Pick<Accuracy, 'data' | 'objects'> | null): MeasuredErrors {
  const { objects } = accuracy ?? {};
  return {
    kinds: accuracy?.data ?? [],
    ages: objects?.ages ?? [],
    ids: Int32Array.from(objects?.norad_cat_id ?? []),
    thrust: Int8Array.from(objects?.thrust ?? []),
    factor: Int8Array.from(objects?.factor.flat() ?? []),
    comparisons: Uint8Array.from(objects?.comparisons.flat() ?? []),
  };
}

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
 * The errors of an object by the age of its elements, each from the closest comparison that has been measured: its own earlier sets, else
 * its constellation, else whether its sets show thrust, else its kind of orbit. Empty if none was measured.
 */
export const errorCurve = (errors: MeasuredErrors, set: MeasuredSet, active: boolean): ErrorCurve =>
  errorCurveOf(errors, accuracyRegime(set), set, active);

/** The same for an object whose kind of orbit is known. */
export function errorCurveOf(
  errors: MeasuredErrors,
  regime: AccuracyRegime,
  set: Pick<MeasuredSet, 'norad_cat_id' | 'object_name'>,
  active: boolean,
): ErrorCurve {
  const { row, compared, ages } = comparisonsOf(errors, regime, set, active);
  return ages.map(({ measured, basis }) => {
    const own = ownError(errors, row, compared, measured.days);
    return (
      own ?? { days: measured.days, ...kindError(measured, set, comparisonsAt(errors, row, measured.days)), basis }
    );
  });
}

/** 68 % and 95 % of the errors along radius, motion, and orbit normal are smaller, km. */
export interface AxisErrors {
  readonly p68: Vector;
  readonly p95: Vector;
}

/** Errors in all directions at some ages of the elements, in days, ascending. */
export type AxisCurve = readonly (AxisErrors & { readonly days: number })[];

/**
 * The errors of an object in all directions by the age of its elements. Along the motion, they are those of `errorCurve`; the other two
 * have not been measured for single objects, and are those of its kind. Empty in a release from before they were measured.
 */
export function axisCurve(errors: MeasuredErrors, set: MeasuredSet, active: boolean): AxisCurve {
  const { row, compared, ages } = comparisonsOf(errors, accuracyRegime(set), set, active);
  return ages.flatMap(({ measured }) => {
    const { days, radial_km, cross_track_km } = measured;
    if (!radial_km || !cross_track_km) return [];
    const own = ownError(errors, row, compared, days);
    const { km, p95_km } = own ?? kindError(measured, set, comparisonsAt(errors, row, days));
    const along = { p68: km, p95: p95_km };
    const at = (part: 'p68' | 'p95'): Vector => [radial_km[part], along[part], cross_track_km[part]];
    return [{ days, p68: at('p68'), p95: at('p95') }];
  });
}

/** The row of an object (-1 if it has none), the kind that it is compared with, and for each age the closest measurement of a kind. */
function comparisonsOf(
  errors: MeasuredErrors,
  regime: AccuracyRegime,
  set: Pick<MeasuredSet, 'norad_cat_id' | 'object_name'>,
  active: boolean,
) {
  const row = set.norad_cat_id === undefined ? -1 : indexOfId(errors.ids, set.norad_cat_id);
  const named = active && set.object_name !== undefined;
  const constellation = named ? constellationOf(set.object_name!) : null;
  const inConstellation = constellation !== null && kindOf(errors, regime, active, constellation) !== undefined;
  const part = inConstellation ? constellation : named ? NO_CONSTELLATION : null;
  const seen = row < 0 ? -1 : errors.thrust[row]!;
  const candidates: readonly (readonly [RegimeAccuracy | undefined, ErrorBasis])[] = [
    ...(inConstellation ? [[kindOf(errors, regime, active, constellation), 'constellation'] as const] : []),
    ...(part === NO_CONSTELLATION && seen >= 0
      ? [[kindOf(errors, regime, active, part, seen === 1), 'thrust'] as const]
      : []),
    ...(part === NO_CONSTELLATION ? [[kindOf(errors, regime, active, part), 'regime'] as const] : []),
    [kindOf(errors, regime, active), 'regime'],
  ];
  const compared = kindOf(errors, regime, active, active ? part : null);
  const days = [...new Set(candidates.flatMap(([kind]) => (kind?.ages ?? []).map((one) => one.days)))].sort(
    (a, b) => a - b,
  );
  const ages = days.map((age) => {
    const [kind, basis] = candidates.find(([one]) => one?.ages.some((known) => known.days === age))!;
    return { measured: kind!.ages.find((known) => known.days === age)!, basis };
  });
  return { row, compared, ages };
}

/** The error of an object by its own earlier sets; null if they are too few, or those of its kind. */
function ownError(
  errors: MeasuredErrors,
  row: number,
  kind: RegimeAccuracy | undefined,
  days: number,
): ErrorCurve[0] | null {
  const comparisons = comparisonsAt(errors, row, days);
  const measured = kind?.ages.find((one) => one.days === days);
  if (!measured?.by_object || comparisons === 0) return null;
  const factor = 2 ** (errors.factor[errors.ages.indexOf(days) * errors.ids.length + row]! * FACTOR_STEP);
  const { p68, p95 } = measured.by_object.along_track_km;
  const held = measured.by_object.held_out?.within_p68;
  const km = p68 * factor;
  return { days, km, s: km * secondsPerKm(measured), p95_km: p95 * factor, basis: 'object', comparisons, held };
}

/** The number of its own pairs from which the factor of an object follows at an age; 0 if it has none. */
function comparisonsAt(errors: MeasuredErrors, row: number, days: number): number {
  const age = errors.ages.indexOf(days);
  return age < 0 || row < 0 ? 0 : errors.comparisons[age * errors.ids.length + row]!;
}

/**
 * The error of a kind. If an object has a number but no pairs of its own (`comparisons` is 0), it is compared with such objects of the
 * kind: most of them are new or seldom tracked, and the errors of others say less about them.
 */
function kindError(
  measured: MeasuredAge,
  { norad_cat_id }: Pick<MeasuredSet, 'norad_cat_id'>,
  comparisons: number,
): Omit<PositionError, 'basis'> {
  // Releases of earlier versions lack it.
  const others = norad_cat_id !== undefined && comparisons === 0 ? (measured.without_own ?? null) : null;
  const { along_track_km, pairs, held_out } = others ?? measured;
  const km = along_track_km.p68;
  const s = others ? km * secondsPerKm(measured) : measured.time_s.p68;
  return { km, s, p95_km: along_track_km.p95, comparisons: pairs, held: held_out?.within_p68 };
}

const secondsPerKm = ({ along_track_km, time_s }: MeasuredAge) =>
  along_track_km.p68 > 0 ? time_s.p68 / along_track_km.p68 : 0;

/** The measurement of a kind of orbit, or of a part of it; undefined if there is none. */
function kindOf(
  { kinds }: Pick<MeasuredErrors, 'kinds'>,
  regime: AccuracyRegime,
  active: boolean,
  constellation: string | null = null,
  thrust: boolean | null = null,
): RegimeAccuracy | undefined {
  // Older releases have no constellations, or no thrust.
  return kinds.find(
    (one) =>
      one.regime === regime &&
      one.active === active &&
      (one.constellation ?? null) === constellation &&
      (one.thrust ?? null) === thrust &&
      one.ages.length > 0,
  );
}

/**
 * The error of a position by the age of its elements (days, either way). Below the first measured age, the error of
 * that age applies: down to a third of it, or to 0 if it is at most a day. Between two ages, the logarithms are
 * interpolated. Null for any other age.
 */
export function errorAt(curve: ErrorCurve, ageDays: number): PositionError | null {
  const place = placeOf(curve, ageDays);
  if (!place) return null;
  const { before, after, between } = place;
  const { days: _days, ...error } = after;
  if (!before) return error;
  // Of two bases, the wider one is stated: the closer one supports only a part of the figure.
  const wider = errorBases.indexOf(before.basis) < errorBases.indexOf(after.basis) ? before : after;
  return {
    km: between(before.km, after.km),
    s: between(before.s, after.s),
    p95_km: between(before.p95_km, after.p95_km),
    basis: wider.basis,
    comparisons:
      wider.basis === before.basis && wider.basis === after.basis
        ? Math.min(before.comparisons, after.comparisons)
        : wider.comparisons,
    held: leastOf(before.held, after.held),
  };
}

const leastOf = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** The errors in all directions by the age of the elements, days, for the same ages as `errorAt`; null for any other. */
export function axisErrorsAt(curve: AxisCurve, ageDays: number): AxisErrors | null {
  const place = placeOf(curve, ageDays);
  if (!place) return null;
  const { before, after, between } = place;
  if (!before) return { p68: after.p68, p95: after.p95 };
  const at = (part: 'p68' | 'p95'): Vector => [
    between(before[part][0], after[part][0]),
    between(before[part][1], after[part][1]),
    between(before[part][2], after[part][2]),
  ];
  return { p68: at('p68'), p95: at('p95') };
}

/** The measured ages around an age, and the interpolation between them; `before` is undefined below the first one. */
function placeOf<At extends { readonly days: number }>(curve: readonly At[], ageDays: number) {
  const days = Math.abs(ageDays);
  const next = curve.findIndex((one) => one.days >= days);
  if (next < 0) return null;
  const after = curve[next]!;
  const before = curve[next - 1];
  if (!before)
    return after.days > Math.max(1, 3 * days) ? null : { before, after, between: (_: number, high: number) => high };
  const part = Math.log(days / before.days) / Math.log(after.days / before.days);
  const between = (low: number, high: number) => (low > 0 && high > 0 ? low * (high / low) ** part : high);
  return { before, after, between };
}

/** `± 8 km, about 1 s`: an error as the site shows it. */
export function errorWords({ km, s }: Pick<PositionError, 'km' | 's'>): string {
  return `± ${sizeWords(km)} km, ${timeErrorWords(s)}`;
}

/** The objects whose errors the figure describes: two of three are smaller. */
const basisWords: Readonly<Record<ErrorBasis, string>> = {
  object: 'in two of three cases, by earlier elements of this object',
  constellation: 'for two of three satellites of its constellation',
  thrust: 'for two of three satellites in such orbits with as much or as little thrust',
  regime: 'for two of three objects in such orbits',
};

/** `, but in the last days only for 52 %`: the end of a sentence that a figure of 68 % was too small for newer pairs; else empty. */
export const heldWords = ({ held }: Pick<PositionError, 'held'>): string =>
  held === undefined || held >= 0.68 - HELD_WITHIN ? '' : `, but in the last days only for ${Math.round(100 * held)} %`;

/** `by 7 pairs of its own element sets`: the basis of an error, as the end of a sentence. */
export function comparisonWords({
  basis,
  comparisons,
  held,
}: Pick<PositionError, 'basis' | 'comparisons' | 'held'>): string {
  const pairs = `by ${formatCount(comparisons)} pairs of element sets`;
  const words = {
    object: `by ${comparisons} pairs of its own element sets`,
    constellation: `${pairs} of its constellation`,
    thrust: `${pairs} of satellites with as much or as little thrust`,
    regime: `${pairs} of objects in such orbits`,
  };
  return `${words[basis]}${heldWords({ held })}`;
}

/** The effect of an error of so many seconds on the times of passes, as the end of a sentence; null: the error is unknown. */
export const timesMeaning = (error: Pick<PositionError, 's' | 'basis' | 'held'> | null): string =>
  error === null
    ? 'how far off times are has not been measured for such orbits and this age'
    : `times are off by ${timeErrorWords(error.s)} or less ${basisWords[error.basis]}${heldWords(error)}`;

/**
 * `Elements of 2026-08-22 12:21 UTC, 0.6 days before: times are off by about 12 s or less for two of three objects in such orbits.`
 * Age and error are rounded as in the API first, so that both give the same words.
 */
export function elementsWords(
  epoch: string,
  ageDays: number,
  error: Pick<PositionError, 's' | 'basis' | 'held'> | null,
): string {
  const days = `${Number(Math.abs(ageDays).toFixed(2)).toFixed(1)} days ${ageDays < 0 ? 'after' : 'before'}`;
  const rounded = error && { ...error, s: Number(error.s.toPrecision(2)) };
  return `Elements of ${epoch.slice(0, 16).replace('T', ' ')} UTC, ${days}: ${timesMeaning(rounded)}.`;
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
