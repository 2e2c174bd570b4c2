import { DARK_DEG, type Interval, intervals } from '../../../orbit/observation/passes.ts';
import { Observer } from '../../../orbit/observer.ts';
import type { TimeWords } from './pass-words.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** Elevation of the Sun over a place, degrees. */
export const sunHeight = (place: Place, time: number): number => new Observer(place).sunElevation(time);

/**
 * The dark hours of the current night, else of the next one, milliseconds, UTC: from dusk to dawn. A night that lasts longer is cut a day
 * before and after `now`. Null if the Sun does not go 6° below the horizon within 24 hours.
 */
export function nextNight(place: Place, now: number): Interval | null {
  const depth = (time: number) => DARK_DEG - sunHeight(place, time);
  const nights = intervals(depth, now - DAY_MS, now + DAY_MS, () => STEP_MS);
  return nights.find(({ to }) => to > now) ?? null;
}

/**
 * A night in words: `Saturday 22 August, dark from 20:51 to 04:40`. `now` is the time for which it was found: a night that was cut a day
 * from then has no dusk or dawn there.
 */
export function nightWords({ from, to }: Interval, now: number, words: TimeWords): string {
  const clock = (at: number) => words.time(at).slice(0, 5);
  const [dusk, dawn] = [from > now - DAY_MS, to < now + DAY_MS];
  const day = words.day(dusk ? from : now);
  if (dusk && dawn) return `${day}, dark from ${clock(from)} to ${clock(to)}`;
  if (dusk) return `${day}, dark from ${clock(from)}, and for the rest of the next 24 hours`;
  return dawn ? `${day}, dark until ${clock(to)}` : `${day}, dark all day`;
}

/** The light of the sky in words, by the Sun's height in degrees. */
export function skyLight(sun: number): string {
  if (sun > 0) return 'day';
  if (sun > DARK_DEG) return 'bright twilight';
  return sun > -18 ? 'dark twilight' : 'night';
}
