import { companions, SLOW_KM_S, type StateOf } from '../../orbit/observation/companions.ts';
import type { SkyStates } from '../../orbit/observation/sky-states.ts';
import { ClosePairs } from './close-pairs.ts';
import { type Approach, approachAt, closestApproach } from './closest-approach.ts';
import { KnotInterval } from './knot-interval.ts';

/** Seconds between two searches of the grid. */
const STEP_S = 20;

/** Searches between two knots. */
const STEPS_PER_KNOT = 9;

/** Seconds between two knots. */
export const KNOT_SPACING_S = STEP_S * STEPS_PER_KNOT;

/**
 * The part of a search in which an object is compared, seconds from its start: an object is compared between two knots at both of which its
 * elements are an orbit. Null if there is none.
 */
export function comparedSpan(
  states: Pick<SkyStates, 'orbitWithin'>,
  object: number,
  duration: number,
): { readonly from: number; readonly to: number } | null {
  const last = Math.ceil(duration / KNOT_SPACING_S) * KNOT_SPACING_S;
  const orbit = states.orbitWithin(object, 0, last);
  if (!orbit) return null;
  const from = Math.ceil(orbit.from / KNOT_SPACING_S) * KNOT_SPACING_S;
  const to = Math.min(duration, Math.floor(orbit.to / KNOT_SPACING_S) * KNOT_SPACING_S);
  return from < to ? { from, to } : null;
}

/** The objects of a run: SGP4 states on a time axis in seconds, and their periods in seconds. */
export interface Sky {
  readonly count: number;
  readonly stateOf: StateOf;
  readonly periods: ArrayLike<number>;
  /** 1 for the objects whose approaches to every other object are searched. */
  readonly primary: Uint8Array;
}

type Kind = 'docked' | 'formation' | 'encounter';

export interface FoundApproach extends Approach {
  readonly kind: Kind;
}

/**
 * All approaches closer than `threshold` km from one time to another, seconds on the sky's axis. A pair that flies
 * together has one row, its closest approach; every other pair has one row for each minimum of its distance.
 */
export function screen(sky: Sky, from: number, to: number, threshold: number): FoundApproach[] {
  const interval = new KnotInterval(sky.count, KNOT_SPACING_S, sky.stateOf);
  const pairs = new ClosePairs(interval, sky.primary, STEP_S, threshold, interpolationErrors(sky, interval, from));
  const approaches: FoundApproach[] = [];
  const together = new Map<number, FoundApproach>();
  const keep = (approach: Approach | null): void => {
    if (!approach || approach.range_km > threshold) return;
    const pair = approach.first * sky.count + approach.second;
    const closest = together.get(pair);
    if (closest) {
      if (approach.range_km < closest.range_km) together.set(pair, { ...approach, kind: closest.kind });
      return;
    }
    const kind = kindOf(sky, approach);
    if (kind === 'encounter') approaches.push({ ...approach, kind });
    else together.set(pair, { ...approach, kind });
  };
  const onPair = (one: number, other: number, seconds: number): void => {
    keep(closestApproach(sky.stateOf, ...ordered(sky, one, other), seconds, STEP_S));
  };
  // Two objects with the same elements have no minimum of their distance.
  const onSlowPair = (one: number, other: number, seconds: number): void => {
    const [first, second] = ordered(sky, one, other);
    if (together.has(first * sky.count + second)) return;
    const approach = approachAt(sky.stateOf, first, second, seconds);
    if (approach && kindOf(sky, approach) !== 'encounter') keep(approach);
  };
  for (let start = from; start < to; start += interval.spacing) {
    interval.moveTo(start);
    for (let step = 0; step < STEPS_PER_KNOT; step += 1) {
      pairs.at(start + (step + 0.5) * STEP_S, onPair, step === 0 ? onSlowPair : undefined);
    }
  }
  return [...approaches, ...together.values()].sort(
    (a, b) => a.seconds - b.seconds || a.first - b.first || a.second - b.second,
  );
}

/** The primary object first; of two primary objects, the one with the lower index. */
const ordered = (sky: Sky, one: number, other: number): [first: number, second: number] =>
  sky.primary[one]! > sky.primary[other]! || (sky.primary[one] === sky.primary[other] && one < other)
    ? [one, other]
    : [other, one];

const kindOf = (sky: Sky, { first, second, seconds, relative_speed_km_s }: Approach): Kind =>
  relative_speed_km_s >= SLOW_KM_S
    ? 'encounter'
    : (companions(sky.stateOf, first, second, seconds, sky.periods[first]!) ?? 'encounter');

/** The largest difference of interpolated positions from SGP4 over one interval, doubled, km. */
function interpolationErrors(sky: Sky, interval: KnotInterval, start: number): Float64Array {
  const errors = new Float64Array(sky.count);
  const [interpolated, state] = [new Float64Array(6), new Float64Array(6)];
  interval.moveTo(start);
  for (let object = 0; object < sky.count; object += 1) {
    if (!interval.valid[object]) continue;
    for (const share of [0.25, 0.5, 0.75]) {
      const seconds = start + share * interval.spacing;
      interval.stateAt(object, seconds, interpolated);
      if (!sky.stateOf(object, seconds, state)) continue;
      const error = Math.hypot(
        interpolated[0]! - state[0]!,
        interpolated[1]! - state[1]!,
        interpolated[2]! - state[2]!,
      );
      errors[object] = Math.max(errors[object]!, 2 * error);
    }
  }
  return errors;
}
