import type { z } from 'zod';
import { html } from '../../../components/markup.ts';
import { plural } from '../../../components/words.ts';
import type { LaunchDays, launch } from '../../../schema/objects/launch.ts';

export type Launch = z.infer<typeof launch>;

/** How a launch went. */
export const launchOutcomeWords: Readonly<Record<NonNullable<Launch['outcome']>, string>> = {
  SUCCESS: 'Success',
  PARTIAL: 'Partial failure',
  FAILURE: 'Failure',
};

/**
 * The name of a launch; null if it has none. If it is that of one of its payloads, the others are counted: `STARLINK-40083 and 26 other
 * payloads`.
 */
export function launchName(
  { launch_id, name, payloads }: Pick<Launch, 'launch_id' | 'name' | 'payloads'>,
  namedByPayload: ReadonlySet<string> | undefined,
): string | null {
  if (name === null || !namedByPayload?.has(launch_id) || payloads < 2) return name;
  return `${name} and ${plural(payloads - 1, 'other payload')}`;
}

/** The day of a launch, or the days between which it was; null if neither is known. */
export function launchDay(date: string | null, days: LaunchDays | undefined): string | null {
  if (date !== null || !days) return date;
  return days.from === days.to ? days.from : `between ${days.from} and ${days.to}`;
}

/** The same as HTML, in two lines if it is two days; a dash if it is unknown. */
export function launchDayMarkup(date: string | null, days: LaunchDays | undefined) {
  if (date !== null || !days || days.from === days.to) return html`${launchDay(date, days) ?? '—'}`;
  return html`<span class="between"><span>between ${days.from}</span> <span>and ${days.to}</span></span>`;
}

/** The most frequent values of a fact among some launches, at most `limit`. */
export function frequent(launches: readonly Launch[], fact: (one: Launch) => string | null, limit: number): string[] {
  const counts = new Map<string, number>();
  for (const one of launches) {
    const value = fact(one);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, many], [b, fewer]) => fewer - many || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value]) => value);
}
