import { formatCount, formatUtc } from '../../../components/format.ts';
import { plural } from '../../../components/words.ts';
import type { FeedEntry } from '../../../schema/changes/event-feed.ts';
import type { ReentryMessage, ReentryPrediction, ReentryScore } from '../../../schema/reentries/reentry.ts';

/** `2026-08-25 to 2026-08-28`; with the time of day if the window is shorter than two days. */
export function reentryWindow({
  window_from,
  window_to,
}: Pick<ReentryPrediction, 'window_from' | 'window_to'>): string {
  const short = Date.parse(window_to) - Date.parse(window_from) < 2 * 86_400_000;
  const text = (instant: string) => (short ? formatUtc(instant) : instant.slice(0, 10));
  return `${text(window_from)} to ${text(window_to)}`;
}

/** `5 element sets of 1.6 days`, `one element set`. */
export const reentryBasis = ({ basis, element_sets, span_days }: ReentryPrediction): string =>
  basis === 'single_set' ? 'one element set' : `${element_sets} element sets of ${span_days.toFixed(1)} days`;

/** `2026-10-13 00:12 ± 14.0 h, sent 2026-10-10 00:02`: the error applies to either side. */
export const messageWords = ({ reenters_at, window_min, message_at }: ReentryMessage): string => {
  const window = window_min < 60 ? `${window_min.toFixed(0)} min` : `${(window_min / 60).toFixed(1)} h`;
  return `${formatUtc(reenters_at)} ± ${window}, sent ${formatUtc(message_at)}`;
};

/** An object has one entry in the feed, which appears as new after it gets newer elements. */
export const reentryEntry = (prediction: ReentryPrediction): FeedEntry => ({
  id: `reentry-prediction-${prediction.norad_cat_id}`,
  title: `${prediction.name}: reentry predicted for ${formatUtc(prediction.reenters_at)} UTC`,
  updated: prediction.elements_epoch,
  published: prediction.elements_epoch,
  path: `/satellites/${prediction.norad_cat_id}`,
  category: 'reentry_prediction',
  summary: `80 % window ${formatUtc(prediction.window_from)} to ${formatUtc(prediction.window_to)} UTC. From ${reentryBasis(prediction)}, the newest of ${formatUtc(prediction.elements_epoch)} UTC; perigee ${prediction.perigee_km.toFixed(0)} km.`,
});

/** `12 hours`, `3 days`: from one time to another. */
export function spanWords(from: string, to: string): string {
  const hours = Math.max(0, (Date.parse(to) - Date.parse(from)) / 3_600_000);
  return hours < 48 ? plural(Math.round(hours), 'hour') : plural(Math.round(hours / 24), 'day');
}

/** How a closed case ended, in words. */
export const outcomeWords: Readonly<Record<ReentryScore['outcome'], string>> = {
  inside: 'inside the window',
  early: 'before the window',
  late: 'after the window',
  outlived: 'still in orbit after it',
};

/** True if the 80 % window of a predicted reentry has ended by `now` (ISO 8601, UTC). The object may still be in orbit. */
export const isOver = (prediction: Pick<ReentryPrediction, 'window_to'> | null, now: string): boolean =>
  prediction !== null && Date.parse(prediction.window_to) < Date.parse(now);

type Window = Pick<ReentryPrediction, 'reenters_at' | 'window_from' | 'window_to'>;

/**
 * `in 3 hours`; `due, window ends in 3 hours` once the most likely time is past; `window over` after its end: whether it came down is not
 * known. `now` is milliseconds since 1970.
 */
export function fromNow({ reenters_at, window_to }: Window, now: number): string {
  const iso = new Date(now).toISOString();
  if (isOver({ window_to }, iso)) return 'window over';
  if (Date.parse(reenters_at) >= now) return `in ${spanWords(iso, reenters_at)}`;
  return `due, window ends in ${spanWords(iso, window_to)}`;
}

/** Positions of a window and its most likely time between two times (milliseconds since 1970), percent. */
export function windowBar({ reenters_at, window_from, window_to }: Window, from: number, to: number) {
  const part = (instant: string) => Math.min(100, Math.max(0, (100 * (Date.parse(instant) - from)) / (to - from)));
  return { from: part(window_from), to: part(window_to), median: Math.min(99.2, part(reenters_at)) };
}

/** The latitudes that an orbit passes over: `53.2° S to 53.2° N`; null if the inclination is unknown. */
export function latitudesBelow(inclination_deg: number | null): string | null {
  if (inclination_deg === null) return null;
  const most = Math.min(inclination_deg, 180 - inclination_deg).toFixed(1);
  return `${most}° S to ${most}° N`;
}

/** Mass and size of an object, as far as a source has them: `260 kg, 12.6 × 4.1 m`; a dash if none does. */
export function massAndSize({
  launch_mass_kg,
  length_m,
  diameter_m,
  span_m,
}: Readonly<Record<'launch_mass_kg' | 'length_m' | 'diameter_m' | 'span_m', number | null>>): string {
  const body = [length_m, diameter_m].filter((one) => one !== null).join(' × ');
  const size = body ? `${body} m` : span_m === null ? null : `${span_m} m across`;
  const mass = launch_mass_kg === null ? null : `${formatCount(launch_mass_kg)} kg`;
  return [mass, size].filter((one) => one !== null).join(', ') || '—';
}
