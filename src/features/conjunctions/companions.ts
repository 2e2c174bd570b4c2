import { SLOW_KM_S } from './close-pairs.ts';
import type { StateOf } from './knot-interval.ts';

/** Two objects that fly together are docked if their distance stays below this for a revolution, km: their element sets are the same. */
const DOCKED_RANGE_KM = 0.1;

const POINTS = 16;

/** How two objects fly together over the revolution about a time in seconds; null if they do not. The period is in seconds. */
export function companions(
  stateOf: StateOf,
  first: number,
  second: number,
  seconds: number,
  period: number,
): 'docked' | 'formation' | null {
  const one = new Float64Array(6);
  const two = new Float64Array(6);
  let farthest = 0;
  for (let point = 0; point <= POINTS; point += 1) {
    const time = seconds + period * (point / POINTS - 0.5);
    // An orbit that begins or ends within the revolution is judged by the rest.
    if (!stateOf(first, time, one) || !stateOf(second, time, two)) continue;
    if (Math.hypot(two[3]! - one[3]!, two[4]! - one[4]!, two[5]! - one[5]!) >= SLOW_KM_S) return null;
    farthest = Math.max(farthest, Math.hypot(two[0]! - one[0]!, two[1]! - one[1]!, two[2]! - one[2]!));
  }
  return farthest < DOCKED_RANGE_KM ? 'docked' : 'formation';
}
