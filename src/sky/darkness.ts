import { Observer } from '../orbit/observer.ts';
import { DARK_DEG, type Interval, intervals } from '../orbit/passes.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** Elevation of the Sun over a place, degrees. */
export const sunHeight = (place: Place, time: number): number => new Observer(place).sunElevation(time);

/**
 * The dark hours of the next day, milliseconds, UTC: the rest of the current night, else the next one. Null if the
 * Sun does not go 6° below the horizon within 24 hours.
 */
export function nextNight(place: Place, now: number): Interval | null {
  const depth = (time: number) => DARK_DEG - sunHeight(place, time);
  return intervals(depth, now, now + DAY_MS, () => STEP_MS)[0] ?? null;
}

/** The light of the sky in words, by the Sun's height in degrees. */
export function skyLight(sun: number): string {
  if (sun > 0) return 'day';
  if (sun > DARK_DEG) return 'bright twilight';
  return sun > -18 ? 'dark twilight' : 'night';
}
