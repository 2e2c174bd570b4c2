/** Position in km and velocity in km/s, TEME, of an object at a time in seconds; false if it has no valid orbit then. */
export type StateOf = (object: number, seconds: number, state: Float64Array) => boolean;

/** Two objects slower than this relative to each other may fly together, km/s. */
export const SLOW_KM_S = 0.01;

/**
 * Two objects that fly together are docked if their distance stays below this for a revolution, km: their element sets
 * are the same.
 */
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

/** Only objects that are this close to each other at one time are compared over a revolution, km. */
const CELL_KM = 1;

/**
 * Docked objects, each with the object that represents it, which is the first one of the group. `objects` are compared
 * at a time in seconds, and by `companions` if they are close then. `periodOf` is in seconds.
 */
export function dockedObjects(
  objects: Iterable<number>,
  stateOf: StateOf,
  periodOf: (object: number) => number,
  seconds: number,
): Map<number, number> {
  const cells = new Map<string, number[]>();
  const docked = new Map<number, number>();
  const state = new Float64Array(6);
  const cellOf = (axis: number) => Math.floor(state[axis]! / CELL_KM);
  for (const object of objects) {
    if (!stateOf(object, seconds, state)) continue;
    const [x, y, z] = [cellOf(0), cellOf(1), cellOf(2)];
    const near = [-1, 0, 1].flatMap((i) =>
      [-1, 0, 1].flatMap((j) => [-1, 0, 1].flatMap((k) => cells.get(keyOf(x + i, y + j, z + k)) ?? [])),
    );
    const host = near.find((other) => companions(stateOf, other, object, seconds, periodOf(object)) === 'docked');
    if (host !== undefined) {
      docked.set(object, host);
      continue;
    }
    const key = keyOf(x, y, z);
    const cell = cells.get(key);
    if (cell) cell.push(object);
    else cells.set(key, [object]);
  }
  return docked;
}
const keyOf = (x: number, y: number, z: number): string => `${x} ${y} ${z}`;
