import { Cron } from 'croner';
import { publishers } from './publishers.ts';

/** Every time at which some file of some source is requested, as cron expressions (UTC): the server's schedule wakes at each. */
const everyTime = publishers.flatMap(({ times }): string[] => Object.values(times));

/** The times of one source; undefined if it is not requested from anywhere. */
export function timesOf(slug: string): readonly string[] | undefined {
  const found = publishers.find((one) => one.slug === slug);
  return found && Object.values(found.times);
}

/**
 * The last interval by pattern, from a moment to the next scheduled time: that time is the same for every moment in
 * between.
 */
const stretches = new Map<string, { readonly from: number; readonly to: number }>();

function nextOf(pattern: string, after: number): number {
  const known = stretches.get(pattern);
  if (known && known.from <= after && after < known.to) return known.to;
  const to = new Cron(pattern, { timezone: 'UTC' }).nextRun(new Date(after))!.getTime();
  stretches.set(pattern, { from: after, to });
  return to;
}

/** The first of some times of the schedule after a moment. */
export function nextTime(after: Date, patterns: readonly string[] = everyTime): Date {
  return new Date(Math.min(...patterns.map((pattern) => nextOf(pattern, after.getTime()))));
}
