import { isGap } from '../coverage.ts';
import { orbitClass, shapeOf } from '../shape.ts';
import { type OrbitSample, type OrbitSeries, orbitSeries, type Series } from './orbit-series.ts';
import { findSteps, type SearchRules, type Step, type StepRules } from './step-search.ts';
import { findThrust, type Thrust } from './thrust-search.ts';

/**
 * The kind of change: `maneuver`, one burn or a few within a day; `station_keeping`, a change that keeps a geosynchronous satellite in its
 * place; `low_thrust`, days or weeks of thrust.
 */
type ManeuverKind = 'maneuver' | 'station_keeping' | 'low_thrust';

/** A change of an orbit that neither drag nor gravity makes. Times are ISO 8601, UTC. */
export interface Maneuver {
  readonly kind: ManeuverKind;
  /**
   * The maneuver lies between these epochs of element sets. The fit of a set reaches beyond its epoch, so they are not the closest ones.
   */
  readonly from: string;
  readonly to: string;
  /** Whether the maneuver shows only in the orbits on both sides of a gap without element sets. */
  readonly across_gap: boolean;
  /** Whether the maneuver was still going on at the last element set. */
  readonly ongoing: boolean;
  readonly semi_major_axis_km: number;
  readonly inclination_deg: number;
  /** The share of such detections that were burns on satellites with known burns; null if none of the kind and orbit are known. */
  readonly confidence: number | null;
}

interface Regime extends SearchRules {
  readonly axis: StepRules;
  readonly inclination: StepRules;
  /** Continuous thrust changes the semi-major axis by at least this, km a day. */
  readonly thrust_km_day: number;
  /** The share of burns among detections from these scores on, ascending; empty if no burns are known to compare with. */
  readonly right: readonly { readonly score: number; readonly share: number }[];
}

/**
 * LEO and GEO are tuned on Jason-1, Sentinel-3A, Fengyun-2D and Fengyun-4A, with their operators' burn times; the documentation has the
 * figures of four other satellites. Nothing of the kind is public for MEO and HEO: their limits are larger by how much noisier sets are.
 * `right` was counted on all eight, and checked on each with the shares of the others.
 */
const regimes: Readonly<Record<'LEO' | 'MEO' | 'GEO' | 'HEO', Regime>> = {
  LEO: {
    axis: { window: 6, before: 3, after: 2, threshold: 4, floor: 0.0005 },
    inclination: { window: 4, before: 3, after: 3, threshold: 12, floor: 0.000_15 },
    apart: 1,
    echo: { days: 4, share: 0.3 },
    thrust_km_day: 0.1,
    right: [
      { score: 1, share: 0.62 },
      { score: 1.25, share: 0.93 },
    ],
  },
  MEO: {
    axis: { window: 7, before: 3, after: 2, threshold: 6, floor: 0.01 },
    inclination: { window: 6, before: 3, after: 3, threshold: 12, floor: 0.0005 },
    apart: 2,
    echo: { days: 6, share: 0.4 },
    thrust_km_day: 0.5,
    right: [],
  },
  GEO: {
    axis: { window: 7, before: 3, after: 2, threshold: 5, floor: 0.15 },
    inclination: { window: 6, before: 3, after: 3, threshold: 12, floor: 0.001 },
    apart: 2,
    echo: { days: 6, share: 0.4 },
    thrust_km_day: 3,
    right: [{ score: 1, share: 0.82 }],
  },
  HEO: {
    axis: { window: 7, before: 4, after: 3, threshold: 8, floor: 0.5 },
    inclination: { window: 6, before: 4, after: 3, threshold: 15, floor: 0.002 },
    apart: 2,
    echo: { days: 6, share: 0.4 },
    thrust_km_day: 5,
    right: [],
  },
};

/** Station keeping of a geosynchronous satellite changes the orbit by no more than this. */
const STATION = { semi_major_axis_km: 15, inclination_deg: 0.3 };
/** With fewer sets or days, the usual noise of an object cannot be estimated. */
export const leastHistory = { sets: 12, days: 8 };

/**
 * Mean motion in revolutions a day below which no maneuvers are sought: the average altitude is then above 60,000 km, and the Moon changes
 * an orbit as much as a burn would.
 */
export const slowestMotion = 0.5;
const LARGEST = { semi_major_axis_km: 2000, inclination_deg: 5 };

/** Sets on each side of a gap that have to agree that the orbit rose. */
const GAP_SETS = { least: 2, most: 3 };
/**
 * Twice the largest rise of objects that can't maneuver: none of 2,583 pieces of debris and rocket stages below 2,000 km rose by over
 * 0.05 km from July to August 2026. Kilometers.
 */
const GAP_RISE_KM = 0.1;

const DAY_MS = 86_400_000;
/** Sets before and after the closest ones whose fits may contain a burn. */
const FIT_SETS = 1;

/**
 * Finds the maneuvers of one object in its element sets, given in any order; oldest first. Null if there are too few
 * sets, or the orbit is too high. The last days are the least certain: a maneuver is found once two sets after it agree.
 */
export function findManeuvers(samples: readonly OrbitSample[]): Maneuver[] | null {
  const series = orbitSeries(samples);
  const { days } = series;
  if (days.length < leastHistory.sets || days.at(-1)! - days[0]! < leastHistory.days) return null;
  const last = samples.reduce((a, b) => (b.epoch > a.epoch ? b : a));
  if (last.mean_motion < slowestMotion) return null;
  const name = orbitClass(shapeOf(last.mean_motion, last.eccentricity));
  const regime = regimes[name];
  const thrust = findThrust(series, regime.thrust_km_day);
  const found = thrust.map((phase) => lowThrust(phase, series));
  for (const part of partsBetween(series, thrust)) {
    const steps = findSteps(
      [
        [part.drift, regime.axis],
        [part.inclination, regime.inclination],
      ],
      regime,
    );
    found.push(...steps.map((step) => maneuverOf(step, part, name === 'GEO', regime)).filter(isPossible));
  }
  if (name === 'LEO') found.push(...risesAcrossGaps(series, found));
  return found.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/**
 * Finds maneuvers that raised a low orbit during a gap without element sets; no natural force does. The gap gives their time.
 * A gap is skipped if a maneuver already found begins or ends in it.
 */
function risesAcrossGaps({ days, axis_km, inclination }: OrbitSeries, known: readonly Maneuver[]): Maneuver[] {
  return days.flatMap((to, at) => {
    const from = days[at - 1];
    if (from === undefined || !isGap(from * DAY_MS, to * DAY_MS)) return [];
    const [begin, end] = [instant(from), instant(to)];
    if (known.some((one) => one.from < end && one.to > begin)) return [];
    const [before, after] = [axis_km.slice(Math.max(0, at - GAP_SETS.most), at), axis_km.slice(at, at + GAP_SETS.most)];
    if (before.length < GAP_SETS.least || after.length < GAP_SETS.least) return [];
    const rise = Math.min(...after) - Math.max(...before);
    if (rise < GAP_RISE_KM || rise > LARGEST.semi_major_axis_km) return [];
    return {
      kind: 'maneuver',
      from: begin,
      to: end,
      across_gap: true,
      ongoing: false,
      semi_major_axis_km: Number(rise.toFixed(4)),
      inclination_deg: Number((inclination.values[at]! - inclination.values[at - 1]!).toFixed(4)),
      confidence: null,
    };
  });
}

/** A change larger than any burn means that another object's sets are under this number. */
const isPossible = ({ semi_major_axis_km, inclination_deg }: Maneuver) =>
  Math.abs(semi_major_axis_km) < LARGEST.semi_major_axis_km && Math.abs(inclination_deg) < LARGEST.inclination_deg;

const instant = (day: number) => new Date(Math.round(day * DAY_MS)).toISOString();

function lowThrust({ from, to, ongoing, axis_km }: Thrust, { inclination }: OrbitSeries): Maneuver {
  const tilt = valueAt(inclination, to) - valueAt(inclination, from);
  return {
    kind: 'low_thrust',
    from: instant(from),
    to: instant(to),
    across_gap: false,
    ongoing,
    semi_major_axis_km: Number(axis_km.toFixed(3)),
    inclination_deg: Number(tilt.toFixed(4)),
    confidence: null,
  };
}

function maneuverOf(step: Step, { days, drift, inclination }: StepSeries, geo: boolean, regime: Regime): Maneuver {
  const middle = (step.from + step.to) / 2;
  // A step between two points of the drift, each in a gap, is one between the sets around the two. The fit of a set reaches beyond its
  // epoch.
  const first = days.findLastIndex((day) => day <= step.from) - FIT_SETS;
  const last = days.findIndex((day) => day >= step.to);
  const from = days[Math.max(0, first)]!;
  const to = days[last < 0 ? days.length - 1 : Math.min(days.length - 1, last + FIT_SETS)]!;
  const [axis, tilt] = [stepOf(drift, middle, 3), stepOf(inclination, middle, 3)];
  const size = step.quantity === 0 ? step.size : axis;
  const turn = step.quantity === 1 ? step.size : tilt;
  const keeping = geo && Math.abs(size) < STATION.semi_major_axis_km && Math.abs(turn) < STATION.inclination_deg;
  return {
    kind: keeping ? 'station_keeping' : 'maneuver',
    from: instant(from),
    to: instant(to),
    across_gap: false,
    ongoing: false,
    semi_major_axis_km: Number(size.toFixed(4)),
    inclination_deg: Number(turn.toFixed(4)),
    confidence: confidenceOf(step.score, regime),
  };
}

/** The share of burns among detections of this score. */
const confidenceOf = (score: number, { right }: Regime): number | null =>
  right.findLast((one) => score >= one.score)?.share ?? null;

/** The median of the values within `reach` days after a time, minus that of the values before it. */
function stepOf({ days, values }: Series, middle: number, reach: number): number {
  const between = (from: number, to: number) => {
    const near = values.filter((_, at) => days[at]! > from && days[at]! < to).sort((a, b) => a - b);
    return near[Math.floor(near.length / 2)] ?? 0;
  };
  return between(middle, middle + reach) - between(middle - reach, middle);
}

function valueAt({ days, values }: Series, day: number): number {
  const at = days.findIndex((one) => one >= day);
  return values[at < 0 ? values.length - 1 : at]!;
}

/** The series that are searched for steps. */
type StepSeries = Pick<OrbitSeries, 'days' | 'drift' | 'inclination'>;

/** The series before, between and after phases of thrust: only these are searched for steps. */
function partsBetween(series: StepSeries, thrust: readonly Thrust[]): StepSeries[] {
  const edges = [Number.NEGATIVE_INFINITY, ...thrust.flatMap(({ from, to }) => [from, to]), Number.POSITIVE_INFINITY];
  const parts: StepSeries[] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const inside = (day: number) => day >= edges[at]! && day <= edges[at + 1]!;
    const cut = ({ days, values }: Series): Series => ({
      days: days.filter(inside),
      values: values.filter((_, k) => inside(days[k]!)),
    });
    const days = series.days.filter(inside);
    if (days.length < leastHistory.sets / 2) continue;
    parts.push({ days, drift: cut(series.drift), inclination: cut(series.inclination) });
  }
  return parts;
}
