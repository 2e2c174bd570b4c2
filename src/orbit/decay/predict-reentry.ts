import { shapeOf } from '../shape.ts';
import { type DecayingOrbit, DecayPath } from './decay-path.ts';

/** The part of an element set that its decay is predicted from. */
export interface FallingOrbit extends DecayingOrbit {
  /** Milliseconds since 1970, UTC. */
  readonly epoch: number;
  /** Half of the first derivative of the mean motion, as in a TLE: revolutions per day². */
  readonly mean_motion_dot: number;
  /** Inverse Earth radii. */
  readonly bstar: number;
}

/** The source of the drag: the growth of the mean motion between sets, or the drag terms of the newest set alone. */
type ReentryBasis = 'decay_rate' | 'single_set';

/** When an object reenters. Times are milliseconds since 1970, UTC. */
export interface PredictedReentry {
  readonly median: number;
  /** Four out of five objects reenter between these times. */
  readonly from: number;
  readonly to: number;
  readonly basis: ReentryBasis;
  /** Element sets that were used, and the days between the first and the last of them. */
  readonly sets: number;
  readonly span_days: number;
  /** Ballistic coefficient (drag coefficient times area by mass) that explains the fall in this air, m²/kg. */
  readonly drag_m2_kg: number;
}

/** Reentries later than this are not predicted: solar activity until then is unknown. */
const LONGEST_DAYS = 60;
/** An object that is higher than this now does not reenter by drag within that time. */
export const HIGHEST_PERIGEE_KM = 700;

const DAY_MS = 86_400_000;
/**
 * The rate of decay is taken over a quarter of the remaining time, within these limits in days: last week's air density
 * and attitude predict little about the last day, and over less than a day and a half noise dominates.
 */
export const SPAN_DAYS = { part: 0.25, least: 1.5, most: 10 };
/** Sets closer to the newest one than this yield no rate, days. */
const LEAST_GAP = 0.3;
/** A rate has to span at least this many days. */
const LEAST_SPAN = 1;
/**
 * An active satellite that falls as if it had more than this (m²/kg) above this perigee thrusts: satellites that fall by drag have
 * 0.008 to 0.03 there, deorbited satellites 0.04 to 2. Below, panels that turn into the flow can explain even more.
 */
const THRUST = { drag_m2_kg: 0.03, perigee_km: 270 };
/**
 * Without earlier sets, reentries of an active satellite later than this are not predicted, days: a satellite that
 * stays low for long maintains its orbit.
 */
const LONGEST_OF_ONE = 20;
/** Above that perigee, rates over different spans that differ by more than this fraction are not due to drag. */
const UNSTEADY = 0.6;

/**
 * The 80 % window as fractions of the remaining time, by the upper limit of that time in days. Fitted to the real series of May to August
 * 2026: each holds at least 80 % of n + 1 of the n objects that reentered then, as split conformal prediction requires of few objects, and
 * most hold more, because these weeks had no solar storm. For validation, each object is compared with windows fitted to all others: `npx
 * vitest run test/orbit/reentry-backtest.test.ts` prints how many reentered inside.
 */
export const windows: readonly { readonly days: number; readonly from: number; readonly to: number }[] = [
  { days: 5, from: 0.8, to: 1.25 },
  { days: 20, from: 0.5, to: 1.4 },
  { days: LONGEST_DAYS, from: 0.75, to: 1.4 },
];
/** The 80 % window for a prediction from a single set, as fractions of the remaining time. */
export const singleWindow = { from: 0.75, to: 1.45 };
/**
 * Minimum growth of the mean motion of an orbit that reenters within the longest time, revolutions per day²: the growth
 * doubles with every scale height of the air, 0.15 to 0.25 revolutions per day.
 */
const LEAST_GROWTH = 0.0015;
/** Minimum distance of each end from the median, days: the last revolution is uncertain by that much. */
export const LEAST_WINDOW = 0.1;

/** Other facts about an object. */
export interface FallingObject {
  /** Whether the object is operational, and so may have an engine. */
  readonly active: boolean;
  /** Whether the object was launched less than `YOUNG_DAYS` ago: its orbit may still be raised. */
  readonly young: boolean;
}
export const YOUNG_DAYS = 120;

export const perigeeKm = ({ mean_motion, eccentricity }: DecayingOrbit): number =>
  shapeOf(mean_motion, eccentricity).perigee_km;

/**
 * Predicts the reentry of an object from its element sets of the last days: at least one, in any order. Null if it does
 * not decay, decays too slowly to reenter within 60 days, or decays in a way that drag does not explain.
 */
export function predictReentry(
  sets: readonly FallingOrbit[],
  { active, young }: FallingObject,
): PredictedReentry | null {
  const newest = sets.reduce((a, b) => (b.epoch > a.epoch ? b : a));
  const low = perigeeKm(newest) < THRUST.perigee_km;
  if (active && young && !low) return null;
  const earlier = earlierSets(sets, newest);
  const fall = earlier ? fallSince(earlier, newest) : low || !active ? fallOfOne(newest) : null;
  if (!fall || !(fall.drag > 0)) return null;
  if (!low && (fall.spread > UNSTEADY || (active && fall.drag > THRUST.drag_m2_kg))) return null;
  const days = fall.left / fall.drag;
  if (days > (active && fall.sets === 1 ? LONGEST_OF_ONE : LONGEST_DAYS)) return null;
  const { from, to } = fall.sets === 1 ? singleWindow : windows.find((window) => days <= window.days)!;
  const at = (after: number) => Math.round(newest.epoch + after * DAY_MS);
  return {
    median: at(days),
    from: at(Math.max(0, Math.min(days * from, days - LEAST_WINDOW))),
    to: at(Math.max(days * to, days + LEAST_WINDOW)),
    basis: fall.sets === 1 ? 'single_set' : 'decay_rate',
    sets: fall.sets,
    span_days: fall.span,
    drag_m2_kg: fall.drag,
  };
}

/** How an object decays: its drag (m²/kg), the time left by the clock of its path, and the quality of the estimate. */
interface Fall {
  readonly drag: number;
  readonly left: number;
  readonly sets: number;
  readonly span: number;
  /** The spread of the rates over different spans, as a fraction of their median. */
  readonly spread: number;
}

/** A set before the newest one, and how much older it is, days. */
interface EarlierSet {
  readonly set: FallingOrbit;
  readonly gap: number;
}

/** The sets of the last days that a rate can be derived from; null if there are too few. */
function earlierSets(sets: readonly FallingOrbit[], newest: FallingOrbit): EarlierSet[] | null {
  const earlier = sets
    .map((set) => ({ set, gap: (newest.epoch - set.epoch) / DAY_MS }))
    .filter(({ gap }) => gap > LEAST_GAP && gap <= SPAN_DAYS.most);
  return earlier.length >= 2 && earlier.some(({ gap }) => gap >= LEAST_SPAN) ? earlier : null;
}

/** The decay by the median of the rates from earlier sets to the newest one. Null if the object decays too slowly. */
function fallSince(earlier: readonly EarlierSet[], newest: FallingOrbit): Fall | null {
  if (earlier.every(({ set, gap }) => newest.mean_motion - set.mean_motion < LEAST_GROWTH * gap)) return null;
  const highest = earlier.reduce((a, b) => (b.set.mean_motion < a.set.mean_motion ? b : a)).set;
  const path = new DecayPath(highest.mean_motion < newest.mean_motion ? highest : newest);
  const here = path.at(newest.mean_motion);
  const left = path.end - here;
  const rates = earlier.map(({ set, gap }) => ({ gap, drag: (here - path.at(set.mean_motion)) / gap }));
  let used = rates;
  for (let round = 0; round < 3; round++) {
    const part = (SPAN_DAYS.part * left) / Math.max(median(used), Number.MIN_VALUE);
    const near = rates.filter(({ gap }) => gap <= Math.max(SPAN_DAYS.least, part));
    if (near.length < 2) break;
    used = near;
  }
  const drag = median(used);
  const drags = used.map((rate) => rate.drag);
  return {
    drag,
    left,
    sets: used.length + 1,
    span: Math.max(...used.map(({ gap }) => gap)),
    spread: (Math.max(...drags) - Math.min(...drags)) / drag,
  };
}

/**
 * The decay from the newest set alone: the drag that its mean motion derivative implies. Null if its two drag terms contradict each other.
 */
function fallOfOne(set: FallingOrbit): Fall | null {
  if (!(set.bstar > 0 && 2 * set.mean_motion_dot > LEAST_GROWTH)) return null;
  const path = new DecayPath(set);
  return { drag: (2 * set.mean_motion_dot) / path.rate, left: path.end, sets: 1, span: 0, spread: 0 };
}

const median = (rates: readonly { readonly drag: number }[]): number =>
  rates.map(({ drag }) => drag).sort((a, b) => a - b)[Math.floor(rates.length / 2)]!;
