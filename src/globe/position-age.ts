import { comparisonWords, type ErrorCurve, errorAt, errorWords } from '../orbit/position-error.ts';

/** Days after which a position in low Earth orbit is meaningless: the object may be thousands of km away along its track. */
export const LEO_DAYS = 14;

/** The error of a position computed from elements of an age (days, past or future). */
export interface PositionError {
  /** As text, such as `off by ± 8 km, about 1 s`. */
  readonly words: string;
  /** Whether the elements are too old for a position. */
  readonly lost: boolean;
}

/**
 * The error of a position computed with SGP4 by the age of its elements, as measured for orbits of its kind. Below
 * 2,000 km, drag makes the error grow with the square of the age, and after two weeks no position is shown; above, the
 * error grows ten times slower.
 */
export function positionError(ageDays: number, orbitClass: string, curve: ErrorCurve): PositionError {
  const error = errorAt(curve, ageDays);
  const days = Math.abs(ageDays) / (orbitClass === 'LEO' ? 1 : 10);
  return { words: error ? `off by ${errorWords(error)}` : 'error not measured', lost: days > LEO_DAYS };
}

/** `by 7 pairs of its own element sets`; null if the error was not measured. */
export function measuredOn(ageDays: number, curve: ErrorCurve): string | null {
  const error = errorAt(curve, ageDays);
  return error && comparisonWords(error);
}

/** `4.2 hours old`, `12.3 days old`, `3.0 days ahead`: the age of elements in days. */
export function ageText(days: number): string {
  const size = Math.abs(days);
  const text = size < 2 ? `${(size * 24).toFixed(1)} hours` : `${size.toFixed(1)} days`;
  return `${text} ${days < 0 ? 'ahead' : 'old'}`;
}
