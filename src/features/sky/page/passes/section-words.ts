import { element } from '../../../../dom/element.ts';
import type { NoOrbit } from '../../../../orbit/element-orbit.ts';
import type { Interval, PassMoment } from '../../../../orbit/observation/passes.ts';
import { NoPosition } from '../../../../orbit/observer.ts';
import { formatCount, plural } from '../../../../schema/plain-text.ts';
import { countdown, heightWords } from '../pass-words.ts';
import { dishWords } from './pass-chart.ts';
import type { DrawnPass, ElementsAge, FoundPasses } from './pass-search.ts';

const DAY_MS = 86_400_000;

/** Why there are no passes, in a sentence or two. */
export function noOrbitWords(reason: NoOrbit, { days, meaning }: ElementsAge): string {
  const age = `The newest elements are ${plural(Math.round(Math.abs(days)), 'day')} ${days < 0 ? 'ahead' : 'old'}`;
  if (reason === 'too_old')
    return `${age}. That is too far for passes: ${meaning}. Times are given up to 30 days from the epoch in low orbit, 90 above.`;
  if (reason === 'decayed')
    return `${age}. They describe no orbit at this time: SGP4 fails before, or the perigee is below 80 km. No passes are listed.`;
  if (reason === 'reentered')
    return 'The window of its predicted reentry has passed, and there are no newer elements, so no passes are listed.';
  return 'Its elements cannot be propagated with SGP4 to this time, so no passes are listed.';
}

/** Why a search for passes failed. */
export function problemWords(error: unknown): string {
  if (!(error instanceof NoPosition)) return 'The passes could not be computed. Reloading the page may help.';
  return error.reason === 'too_old'
    ? 'Its newest elements are too old for all of the next five days, so no passes are listed.'
    : 'Its newest elements describe no orbit for all of the next five days, so no passes are listed.';
}

/** A sentence instead of the table if there is nothing to list; null if there are passes. */
export function emptyWords(found: FoundPasses, listed: readonly DrawnPass[], minElevation: number): string | null {
  const above = minElevation > 0 ? `above ${minElevation}°` : 'above the horizon';
  if (found.state === 'always_up') {
    const heights = found.passes[0]!.path.map(({ elevation_deg }) => elevation_deg);
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const swing =
      high - low < 0.2
        ? 'It hardly moves.'
        : `In the next five days its height is between ${low.toFixed(1)}° and ${high.toFixed(1)}°.`;
    return `Always ${above} here: it neither rises nor sets. ${swing}`;
  }
  if (found.state === 'never_rises') return `It does not rise ${above} here in the next five days.`;
  if (listed.length > 0) return null;
  return found.passes.length === 1
    ? 'The only pass of the next five days is not visible: it is in daylight or in the Earth’s shadow.'
    : `None of the ${found.passes.length} passes of the next five days is visible: each is in daylight or in the Earth’s shadow.`;
}

/** The next pass over a place, visible or not, for the head of the page. */
export function headWords({ state, passes }: FoundPasses, { from, to }: Interval, place: string, now: number): string {
  if (state === 'always_up') return `always up over ${place}`;
  const pass = state === 'rises_and_sets' ? passes.find(({ set }) => set.at > now) : undefined;
  if (!pass) return `none in ${Math.round((to - from) / DAY_MS)} days over ${place}`;
  if (pass.rise.at <= now) return `now over ${place}`;
  return `in ${countdown(pass.rise.at - now)} over ${place}${pass.visible.length > 0 ? ', visible' : ''}`;
}

/** The direction and distance of an object that is always up; `frequencies` follow. */
export const upWords = (look: PassMoment, frequencies: string): (Node | string)[] => [
  element('b', {}, 'Up now'),
  ` ${dishWords(look)}, ${formatCount(look.range_km)} km away${frequencies}`,
];

/** The time until a pass, or until the end of the current one. */
export function nextWords(pass: DrawnPass, look: PassMoment | null, frequencies: string, now: number) {
  const timer = (until: number) => element('b', { role: 'timer' }, countdown(until - now));
  if (pass.rise.at > now) return [`Next ${pass.visible.length > 0 ? 'visible pass' : 'pass'} in `, timer(pass.rise.at)];
  const where = look ? `, ${heightWords(look)}` : '';
  return [element('b', {}, 'Up now'), `${where}${frequencies}, sets in `, timer(pass.set.at)];
}
