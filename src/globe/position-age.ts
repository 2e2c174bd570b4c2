/** Days after which a position in low Earth orbit says little: along its track it may be anywhere within thousands of km. */
export const LEO_DAYS = 14;

const steps = [
  [3, 'a few kilometers'],
  [7, 'tens of kilometers'],
  [LEO_DAYS, 'up to hundreds of kilometers'],
  [Number.POSITIVE_INFINITY, 'hundreds to thousands of kilometers'],
] as const;

/** What a position computed from elements of an age (days, either way) can be off by. */
export interface PositionError {
  /** In words, such as `tens of kilometers`. */
  readonly words: string;
  /** Whether it is too old to be drawn as a position. */
  readonly lost: boolean;
}

/**
 * How far off a position computed with SGP4 can be, by the age of its elements. Below 2,000 km drag makes the error grow
 * with the square of the age; above it grows ten times slower.
 */
export function positionError(ageDays: number, orbitClass: string): PositionError {
  const low = orbitClass === 'LEO';
  const days = Math.abs(ageDays) / (low ? 1 : 10);
  const [, words] = steps.find(([least]) => days <= least)!;
  return { words, lost: days > LEO_DAYS };
}

/** `4.2 hours`, `12.3 days`: an age in days, or how far ahead the epoch lies. */
export function ageText(days: number): string {
  const size = Math.abs(days);
  const text = size < 2 ? `${(size * 24).toFixed(1)} hours` : `${size.toFixed(1)} days`;
  return days < 0 ? `${text} ahead` : text;
}
