import { isoText } from '../instant-text.ts';
import type { RefreshRecord } from './refresh-record.ts';
import { nextTime, timesOf } from './refresh-times.ts';
import type { Source } from './source.ts';

/** How this catalog is refreshed, if the server has that information. */
export interface Refreshing {
  /** Whether this server keeps the schedule itself. */
  readonly scheduled: boolean;
  /** The record of refreshes; null if none has run here. */
  readonly record: RefreshRecord | null;
}

/** A source as it is at a moment: how fresh, why it is not, and when it is requested next. */
type Freshness = Pick<Source, 'status' | 'problem' | 'next_refresh_at'>;

/** A refresh that was due may take this long, with its retries and the building of the release. */
const GRACE_MS = 4 * 3_600_000;

/**
 * How fresh a source is now. A release has only the state at the time of its build; since then, a scheduled time may have
 * passed without the publisher confirming that the stored file is its newest. Then the source is stale, whether this server
 * or another program refreshes it.
 */
export function freshnessAt(
  source: Pick<Source, 'slug' | 'status' | 'problem' | 'fetched_at'>,
  refreshing: Refreshing,
  now: Date,
): Freshness {
  const next_refresh_at = nextAsked(source.slug, refreshing, now);
  const { status, problem } = source;
  const patterns = timesOf(source.slug);
  const confirmed = confirmedAt(source, refreshing.record);
  if (status !== 'fresh' || !patterns || confirmed === null) return { status, problem, next_refresh_at };
  const due = nextTime(new Date(confirmed), patterns);
  if (now.getTime() <= due.getTime() + GRACE_MS) return { status, problem, next_refresh_at };
  return {
    status: 'stale',
    problem: `not confirmed since ${isoText(new Date(confirmed))}; a refresh was due at ${isoText(due)}`,
    next_refresh_at,
  };
}

/** When a publisher is requested next: as recorded by a refresh, else by this server's schedule; null without either. */
export function nextAsked(slug: string, { scheduled, record }: Refreshing, now: Date): string | null {
  const planned = record?.next[slug];
  if (planned !== undefined && Date.parse(planned) > now.getTime()) return planned;
  const patterns = timesOf(slug);
  return scheduled && patterns ? isoText(nextTime(now, patterns)) : null;
}

/** When the stored files were last confirmed as the publisher's newest, milliseconds; null if never. */
function confirmedAt({ slug, fetched_at }: Pick<Source, 'slug' | 'fetched_at'>, record: RefreshRecord | null) {
  const good = Object.entries(record?.files ?? {}).flatMap(([key, { good_at }]) =>
    key.startsWith(`${slug}/`) && good_at !== null ? [Date.parse(good_at)] : [],
  );
  const times = fetched_at === null ? good : [...good, Date.parse(fetched_at)];
  return times.length === 0 ? null : Math.max(...times);
}
