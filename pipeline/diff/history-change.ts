import { findManeuvers, type Maneuver } from '../../src/orbit/maneuvers/find-maneuvers.ts';
import type { OrbitSample } from '../../src/orbit/maneuvers/orbit-series.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import type { OrbitClass } from '../../src/schema/vocabulary.ts';
import { differenceOf, type OrbitChange } from './orbit-change.ts';
import { thresholds } from './thresholds.ts';

/** An element set of the archive. */
export interface HistorySet extends OrbitSample {
  readonly bstar: number;
}

/** An orbit change that several element sets before and after agree on. */
export interface HistoryChange extends OrbitChange {
  readonly method: 'history';
  readonly kind: Maneuver['kind'];
  readonly ongoing: boolean;
  readonly confidence: number | null;
}

/** Changes that ended longer ago than this before the newest set are not reported, days. */
const NEWS_DAYS = 5;
const KNOWN_DAYS = 2;
const DAY_MS = 86_400_000;

/**
 * The newest orbit change in the history of an object that is large enough to be an event. Smaller ones, such as
 * station-keeping burns, are only in its timeline. Null if there is none.
 */
export function historyChange(sets: readonly HistorySet[], orbitClass: OrbitClass): HistoryChange | null {
  const limit = thresholds[orbitClass];
  if (!limit) return null;
  const newest = Math.max(...sets.map(({ epoch }) => epoch));
  const oldest = Math.min(...sets.map(({ epoch }) => epoch));
  const found = findManeuvers(sets)?.findLast(
    ({ kind, from, to, semi_major_axis_km, inclination_deg }) =>
      Date.parse(to) > newest - NEWS_DAYS * DAY_MS &&
      // Thrust that began before the first set has no known start, and was reported at the time.
      (kind !== 'low_thrust' || Date.parse(from) > oldest + KNOWN_DAYS * DAY_MS) &&
      (Math.abs(semi_major_axis_km) > limit.semi_major_axis_km || Math.abs(inclination_deg) > limit.inclination_deg),
  );
  if (!found) return null;
  const at = (time: string) => sets.find(({ epoch }) => Math.abs(epoch - Date.parse(time)) < 1);
  const [before, after] = [at(found.from), at(found.to)];
  const change = before && after && differenceOf(elementsOf(before), elementsOf(after));
  if (!change) return null;
  const { kind, ongoing, confidence, semi_major_axis_km, inclination_deg } = found;
  return {
    ...change,
    // Measured over several sets, and so less affected by the noise of one.
    delta: { ...change.delta, semi_major_axis_km: Number(semi_major_axis_km.toFixed(3)), inclination_deg },
    ...{ method: 'history', kind, ongoing, confidence },
  };
}

const elementsOf = (set: HistorySet): Sgp4Elements => ({
  ...set,
  epoch: new Date(set.epoch).toISOString(),
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
});
