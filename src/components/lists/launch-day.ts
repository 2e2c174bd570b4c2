import type { LaunchDays } from '../../schema/objects/launch.ts';
import { html } from '../markup.ts';

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
