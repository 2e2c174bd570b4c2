import { Observer } from '../orbit/observer.ts';
import type { Interval } from '../orbit/passes.ts';
import type { Place } from './place.ts';

/** The Sun's height, degrees, below which sunlit objects can be seen. */
const DARK_DEG = -6;
const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** How high the Sun is over a place, degrees. */
export const sunHeight = (place: Place, time: number): number =>
  new Observer({ lat: place.lat, lon: place.lon, alt_m: 0 }).sunElevation(time);

/**
 * The dark hours of the next day, milliseconds, UTC: the rest of the night that it is, else the next night. Null where the
 * Sun does not go 6° below the horizon within 24 hours.
 */
export function nextNight(place: Place, now: number): Interval | null {
  const observer = new Observer({ lat: place.lat, lon: place.lon, alt_m: 0 });
  const isDark = (time: number) => observer.sunElevation(time) <= DARK_DEG;
  const end = now + DAY_MS;
  /** The first moment from a time on at which it is dark or not; the end of the day where there is none. */
  const first = (from: number, dark: boolean): number => {
    let time = from;
    while (time < end && isDark(time) !== dark) time += STEP_MS;
    if (time === from || time >= end) return Math.min(time, end);
    let [before, after] = [time - STEP_MS, time];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (isDark(middle) === dark) after = middle;
      else before = middle;
    }
    return after;
  };
  const from = first(now, true);
  return from >= end ? null : { from, to: first(from, false) };
}

/** What the light of the sky is, by the Sun's height in degrees. */
export function skyLight(sun: number): string {
  if (sun > 0) return 'day';
  if (sun > DARK_DEG) return 'bright twilight';
  return sun > -18 ? 'dark twilight' : 'night';
}
