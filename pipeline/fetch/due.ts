import { Cron } from 'croner';
import type { FileRecord } from '../../src/schema/release/refresh-record.ts';
import { nextTime } from '../../src/schema/release/refresh-times.ts';
import type { Download, FetchPolicy, Source } from '../sources/source.ts';
import type { Memory } from './record.ts';

const HOUR_MS = 3_600_000;
/** A list that its publisher does not have is requested again after this many hours. */
const RETIRED_HOURS = 7 * 24 - 1;
/** After a failure, a file is requested again at the first refresh this many hours later. */
const RETRY_AFTER_HOURS = 5;
const MAX_UNFINISHED_ATTEMPTS = 4;
/** Recorded times up to this many hours ahead of the clock are accepted: the clock may have been corrected. */
const CLOCK_SKEW_HOURS = 1;

/**
 * Whether a file is requested now: if a scheduled time has passed since the last valid response, once, however many
 * were missed. `all` requests every file, but never sooner than its publisher's fetch policy allows.
 */
export function isDue(
  { schedule }: Pick<Download, 'schedule'>,
  { interval }: Pick<FetchPolicy, 'interval'>,
  record: Pick<FileRecord, 'asked_at' | 'answered_at' | 'good_at' | 'unended'> &
    Partial<Pick<FileRecord, 'retired_at'>>,
  now: Date,
  all = false,
): boolean {
  const hoursSince = (time: string | null) =>
    time === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(time)) / HOUR_MS;
  // A time in the future was recorded by a clock that has since been set back: it must not block requests.
  const recent = (time: string | null, hours: number) => hoursSince(time) >= 0 && hoursSince(time) < hours;
  if (recent(record.answered_at, interval) || recent(record.retired_at ?? null, RETIRED_HOURS)) return false;
  if (all) return true;
  const scheduled = new Cron(schedule, { timezone: 'UTC' }).previousRuns(1, new Date(now.getTime() + 1000))[0]!;
  const passed = (time: string | null) =>
    time !== null && hoursSince(time) >= -CLOCK_SKEW_HOURS && Date.parse(time) >= scheduled.getTime();
  if (passed(record.good_at)) return false;
  // Retry immediately after a killed refresh, but not if refreshes are killed again and again.
  if (record.unended > 0 && record.unended <= MAX_UNFINISHED_ATTEMPTS) return true;
  return !passed(record.asked_at) || !recent(record.asked_at, RETRY_AFTER_HOURS);
}

/** The schedule's longest pause is a week. */
const HORIZON_MS = 9 * 24 * HOUR_MS;

/** When each source is requested next on schedule: the first of its times at which a file of it is due. */
export function nextDue(sources: readonly Source[], memory: Memory, now: Date): Record<string, string> {
  const next: Record<string, string> = {};
  for (const { slug, downloads, fetchPolicy } of sources) {
    const until = memory.until(slug, now);
    const due = (time: Date) =>
      (until === null || until <= time) &&
      downloads.some((one) => isDue(one, fetchPolicy, memory.file(`${slug}/${one.file}`), time));
    let time = nextTime(now);
    while (time.getTime() < now.getTime() + HORIZON_MS && !due(time)) time = nextTime(time);
    if (due(time)) next[slug] = time.toISOString();
  }
  return next;
}
