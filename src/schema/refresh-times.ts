import { Cron } from 'croner';

/**
 * When each kind of upstream file is asked for, as cron expressions (UTC). The sources name theirs, and the server's
 * schedule wakes at every one of them.
 */
export const refreshTimes = {
  elements: '0 0,6,12,18 * * *',
  /** Groups, debris and rocket bodies: once a day, at one of the times of the elements. */
  groups: '0 12 * * *',
  catalogEntries: '15 6 * * *',
  launchesAndOperators: '30 7 * * *',
  satnogs: '0 8 * * 0',
  wikidata: '30 8 * * 0',
} as const;

/** Which of these times are each publisher's. */
export const timesOf = {
  celestrak: [refreshTimes.elements, refreshTimes.groups, refreshTimes.catalogEntries],
  gcat: [refreshTimes.launchesAndOperators],
  satnogs: [refreshTimes.satnogs],
  wikidata: [refreshTimes.wikidata],
} as const satisfies Record<string, readonly string[]>;

/** Each pattern read once: reading one costs more than asking it. */
const read = new Map<string, Cron>();

function cronOf(pattern: string): Cron {
  const known = read.get(pattern);
  if (known) return known;
  const cron = new Cron(pattern, { timezone: 'UTC' });
  read.set(pattern, cron);
  return cron;
}

/** The stretch last asked about, by pattern: from a moment to the first time after it. Whatever lies in it has the same one. */
const stretches = new Map<string, { readonly from: number; readonly to: number }>();

function nextOf(pattern: string, after: number): number {
  const known = stretches.get(pattern);
  if (known && known.from <= after && after < known.to) return known.to;
  const to = cronOf(pattern).nextRun(new Date(after))!.getTime();
  stretches.set(pattern, { from: after, to });
  return to;
}

/** The first of some times of the schedule after a moment. */
export function nextTime(after: Date, patterns: readonly string[] = Object.values(refreshTimes)): Date {
  return new Date(Math.min(...patterns.map((pattern) => nextOf(pattern, after.getTime()))));
}
