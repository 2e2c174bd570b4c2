import { Observer } from '../orbit/observer.ts';
import { DARK_DEG, type Interval, intervals } from '../orbit/passes.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** How high the Sun is over a place, degrees. */
export const sunHeight = (place: Place, time: number): number => new Observer(place).sunElevation(time);

/**
 * The dark hours of the next day, milliseconds, UTC: the rest of the night that it is, else the next night. Null where the
 * Sun does not go 6° below the horizon within 24 hours.
 */
export function nextNight(place: Place, now: number): Interval | null {
  const depth = (time: number) => DARK_DEG - sunHeight(place, time);
  return intervals(depth, now, now + DAY_MS, () => STEP_MS)[0] ?? null;
}

/** What the light of the sky is, by the Sun's height in degrees. */
export function skyLight(sun: number): string {
  if (sun > 0) return 'day';
  if (sun > DARK_DEG) return 'bright twilight';
  return sun > -18 ? 'dark twilight' : 'night';
}
