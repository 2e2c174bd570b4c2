import { z } from 'zod';

const time = z.iso.datetime().nullable().default(null);
const count = z.int().nonnegative().default(0);

/** The state of one upstream file that is kept between refreshes. */
const fileRecord = z.object({
  /** When it was last requested. */
  asked_at: time,
  /** Requests in a row that did not end, because the refresh was killed. */
  unended: count,
  /** When its publisher last sent any response: the minimum interval to the next request is counted from this. */
  answered_at: time,
  /** When the stored file was last confirmed as good and the publisher's newest. */
  good_at: time,
  /** Whether the stored file was part of a failed build: it does not count as good until a release is published with it. */
  unbuilt: z.boolean().default(false),
  /** Builds in a row that ended without an error, by a crash or a kill, while they read the stored file. */
  unread: count,
  /** Why the publisher's newest file is not stored; null if it is. Without a time, so that it is stable while nothing changes. */
  problem: z.string().nullable().default(null),
  /** The problem as the served release states it. */
  shown: z.string().nullable().default(null),
  /** Hash of received bytes that were rejected. */
  refused: z.string().nullable().default(null),
  /** The problem with those bytes; null if none were rejected. */
  refusal: z.string().nullable().default(null),
  /** Time and reason of the last failure: kept after the next good response. */
  failed_at: time,
  failure: z.string().nullable().default(null),
  /** When its publisher last answered that it does not have such a list; null if a later answer differed. */
  retired_at: time,
  /** Whether its publisher last answered 404; such a file is requested after the others. */
  not_found: z.boolean().default(false),
  /** Consecutive requests without a good response. */
  failures: count,
  /** Answers since the first one, by kind; `not_updated` is CelesTrak's "has not updated since". */
  answers: z
    .object({ new: count, not_modified: count, not_updated: count, empty: count, retired: count, failed: count })
    .prefault({}),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** `refresh.json` in the home folder: the state that refreshes from the network keep. The server shows it in its metrics. */
export const refreshRecord = z.object({
  /** By `<source>/<file>`. */
  files: z.record(z.string(), fileRecord).default({}),
  /** Sources that must not be requested before a time, and why. */
  waiting: z.record(z.string(), z.object({ until: z.iso.datetime(), because: z.string() })).default({}),
  /** Requests and bytes of each source with a daily budget in a UTC day. */
  spent: z
    .record(z.string(), z.object({ day: z.iso.date(), requests: count, bytes: count, not_found: count }))
    .default({}),
  /** When each source is requested next, if there is a schedule: after a failure, this is sooner than its own times. */
  next: z.record(z.string(), z.iso.datetime()).default({}),
  /** The last refresh from the network; null before the first. */
  last: z
    .object({
      began_at: z.iso.datetime(),
      ended_at: z.iso.datetime(),
      outcome: z.enum(['published', 'nothing_new', 'failed']),
      message: z.string(),
    })
    .nullable()
    .default(null),
});
export type RefreshRecord = z.infer<typeof refreshRecord>;

export const emptyFileRecord = (): FileRecord => fileRecord.parse({});

/** Longest time for which a publisher is not contacted, ms: a wrong clock must not stop requests for years. */
export const MAX_BLOCK_MS = 86_400_000;

/** Whether a wait has not ended. One that is longer than any that is ever set was recorded by a clock that has since been set back. */
export function isWaiting(until: string, now: Date): boolean {
  const left = Date.parse(until) - now.getTime();
  return left > 0 && left <= MAX_BLOCK_MS;
}

/**
 * What has been spent on a UTC day, given the last day that was counted; `none` is what a new day begins with. A later day was counted by
 * a clock that has since been set back: its counts go on, because publishers limit requests in fact, whatever our clock says.
 */
export function spentOn<Spent extends { readonly day: string }>(
  last: Spent | undefined,
  day: string,
  none: Omit<Spent, 'day'>,
): Spent {
  if (last?.day === day) return last;
  return { ...(last && last.day > day ? last : none), day } as Spent;
}

/** One attempt to build a release. */
const build = z.object({
  began_at: z.iso.datetime(),
  /** Null while it runs; after a build was killed, until the next one starts. */
  ended_at: z.iso.datetime().nullable(),
  /** The origin of its files: downloaded, read from a folder, or the embedded sample. */
  from: z.enum(['publishers', 'files', 'sample']),
  outcome: z.enum(['running', 'published', 'nothing_new', 'failed', 'killed']),
  release: z.string().nullable(),
  objects: z.int().nullable(),
  /**
   * Why it published nothing, or the new files that it left out. Safe to show on a page: no path, stack trace or query.
   */
  reason: z.string().nullable(),
});
export type Build = z.infer<typeof build>;

/** `builds.json` in the home folder: the last builds, the newest first. The server shows them. */
export const buildLog = z.object({ builds: z.array(build).default([]) });

/** How many builds are kept: more than a week of the schedule. */
export const MAX_BUILDS = 60;
