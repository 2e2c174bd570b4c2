import { isGap } from '../coverage.ts';
import type { OrbitSeries } from './orbit-series.ts';

const DAY_MS = 86_400_000;

/** Thrust over several days. Days since 1970. */
export interface Thrust {
  readonly from: number;
  readonly to: number;
  readonly ongoing: boolean;
  /** The change of the semi-major axis, km. */
  readonly axis_km: number;
}

/** A rate is measured over at least this many days: over fewer, it is noise. */
const SPAN = 0.75;
/** Days without thrust that do not end a phase, and the days and sets that a phase has at least. */
const PAUSE = 1.2;
const LEAST = { days: 3, sets: 5 };
/** Below this perigee, lowering cannot be distinguished from drag. Kilometers. */
const DRAG_PERIGEE_KM = 300;
/** A natural decay does not suddenly become this many times faster. */
const FASTER = 5;

/** Whether a gap without sets follows. */
const isAtGap = (days: readonly number[], at: number): boolean =>
  at + 1 < days.length && isGap(days[at]! * DAY_MS, days[at + 1]! * DAY_MS);

/** Finds phases in which the semi-major axis climbs, or falls much faster than it does otherwise, for days. */
export function findThrust({ days, axis_km, perigee_km }: OrbitSeries, leastRate: number): Thrust[] {
  const rates = days.map((day, at) => {
    let next = at + 1;
    while (next < days.length && days[next]! - day < SPAN) next++;
    return next < days.length && days[next]! - day < 3 ? (axis_km[next]! - axis_km[at]!) / (days[next]! - day) : null;
  });
  const falling = rates.flatMap((rate) => (rate !== null && rate < 0 ? -rate : [])).sort((a, b) => a - b);
  const natural = falling[Math.floor(falling.length / 2)] ?? 0;
  const least = { up: leastRate, down: Math.max(leastRate * 2, FASTER * natural) };
  const direction = rates.map((rate, at) => {
    if (rate === null) return 0;
    if (rate > least.up) return 1;
    return rate < -least.down && perigee_km[at]! > DRAG_PERIGEE_KM ? -1 : 0;
  });
  const phases: Thrust[] = [];
  for (let at = 0; at < days.length; at++) {
    const sign = direction[at]!;
    if (sign === 0) continue;
    let last = at;
    let sets = 1;
    for (let next = at + 1; next < days.length && days[next]! - days[last]! <= PAUSE; next++)
      if (direction[next] === sign) {
        last = next;
        sets++;
      }
    let end = last + 1;
    while (end < days.length - 1 && days[end]! - days[last]! < SPAN) end++;
    end = Math.min(end, days.length - 1);
    // At the edge of a gap, thrust may have begun or ended within the gap, so the phase is extended to the other side.
    if (end + 1 < days.length && isAtGap(days, end)) end++;
    const begin = at > 0 && isAtGap(days, at - 1) ? at - 1 : at;
    if (sets >= LEAST.sets && days[last]! - days[at]! >= LEAST.days)
      phases.push({
        from: days[begin]!,
        to: days[end]!,
        ongoing: days.at(-1)! - days[last]! <= PAUSE,
        axis_km: axis_km[end]! - axis_km[begin]!,
      });
    at = last;
  }
  return phases;
}
