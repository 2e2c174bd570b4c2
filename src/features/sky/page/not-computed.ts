import { formatCount, plural } from '../../../schema/plain-text.ts';

/** How many objects have a position at a time, and how many have none; of the latter, how many because of old elements. */
export interface Computed {
  readonly computed: number;
  readonly leftOut: number;
  readonly tooOld: number;
}

/** `too old`; less exact if other objects have no position for another reason. */
export const reasonWords = ({ leftOut, tooOld }: Pick<Computed, 'leftOut' | 'tooOld'>): string =>
  tooOld < leftOut ? 'too old, or no orbit at this time' : 'too old';

/**
 * `Not computed: the orbits of all 16,396 objects are too old`, instead of a count of nothing. Null if an object has a position,
 * or if there are no objects.
 */
export function nothingComputed({ computed, leftOut, tooOld }: Computed): string | null {
  if (computed > 0 || leftOut === 0) return null;
  const orbits = tooOld < leftOut ? 'elements' : 'orbits';
  const all = leftOut === 1 ? `${orbits} of its one object` : `${orbits} of all ${formatCount(leftOut)} objects`;
  return `Not computed: the ${all} are ${reasonWords({ leftOut, tooOld })}`;
}

/** The same of a search that tells objects with old elements from others without a position. */
export function computedOf(count: number, tooOld: number, withoutPosition: number): Computed {
  const leftOut = tooOld + withoutPosition;
  return { computed: count - leftOut, leftOut, tooOld };
}

/** ` 12 objects could not be computed.`, behind a sentence about the others; empty if there are no such objects. */
export const partNotComputed = ({ leftOut }: Pick<Computed, 'leftOut'>): string =>
  leftOut === 0 ? '' : ` ${plural(leftOut, 'object')} could not be computed.`;
