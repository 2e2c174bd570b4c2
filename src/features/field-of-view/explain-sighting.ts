import { type Reason, reasonsFor, type Stated } from './sighting-words.ts';
import { type FoundSightings, mismatchOf, type Seen } from './sightings.ts';

/** Maximum number of named candidates. */
export const MOST_CANDIDATES = 3;

/** Minutes searched before and after a sighting: by default, and at most. */
export const [USUAL_MIN, LONGEST_MIN] = [5, 30];

/** Limits of the candidates, without the period: part of every answer. */
export const sightingLimits =
  'Computed from public element sets, and from sizes for the brightness. Objects without elements or of unknown size are not considered, nor is anything else that shines';

/** An object that fits a sighting, with the reasons for and against it. */
export interface Explained extends Seen {
  /** The smaller, the better; not a probability. */
  readonly mismatch: number;
  readonly reasons: readonly Reason[];
}

/**
 * Penalty for an unlikely light: an object that is not active may tumble, and so flash, which makes a steady light less
 * likely; for an active object, a flashing light is less likely.
 */
const UNLIKE_LIGHT = 1;

/** The objects that fit a sighting at a time (milliseconds), the best first. */
export function explained(
  found: FoundSightings,
  stated: Stated,
  at: number,
  objectIn: (row: number) => { readonly id: number; readonly active: boolean },
): Explained[] {
  return found.seen
    .map((seen) => {
      const { id, active } = objectIn(seen.row);
      const unlike = stated.light !== undefined && (stated.light === 'flashing') === active;
      const mismatch = mismatchOf(seen.differences) + (unlike ? UNLIKE_LIGHT : 0);
      return { id, explained: { ...seen, mismatch, reasons: reasonsFor(seen, stated, at, !active) } };
    })
    .sort((a, b) => a.explained.mismatch - b.explained.mismatch || a.id - b.id)
    .map(({ explained }) => explained);
}
