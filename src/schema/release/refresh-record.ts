import { z } from 'zod';

const time = z.iso.datetime().nullable().default(null);
const count = z.int().nonnegative().default(0);

/** What is remembered of one upstream file between refreshes. */
const fileRecord = z.object({
  /** When it was last requested. */
  asked_at: time,
  /** Requests in a row that did not end, because the refresh was killed. */
  unended: count,
  /** When its publisher last answered anything at all: the next request keeps its distance from this. */
  answered_at: time,
  /** When what the publisher has was last known to be here, and good. */
  good_at: time,
  /** Why what the publisher has is not here; null where it is. Says no time, so that it is the same while nothing changes. */
  problem: z.string().nullable().default(null),
  /** What the served release says of it. */
  shown: z.string().nullable().default(null),
  /** Hash of the bytes that came and were not good. */
  refused: z.string().nullable().default(null),
  /** What was wrong with them; null where nothing was refused. */
  refusal: z.string().nullable().default(null),
  /** When a good answer failed to come last, and why: kept when it has healed. */
  failed_at: time,
  failure: z.string().nullable().default(null),
  /** Whether its publisher last answered 404: then it is requested after the others. */
  not_found: z.boolean().default(false),
  /** Times in a row that no good answer came. */
  failures: count,
  /** Answers since the first one, by kind; `not_updated` is CelesTrak's "has not updated since". */
  answers: z.object({ new: count, not_modified: count, not_updated: count, empty: count, failed: count }).prefault({}),
});
export type FileRecord = z.infer<typeof fileRecord>;

/** `refresh.json` in the home folder: what refreshes from the network remember. The server shows it in its metrics. */
export const refreshRecord = z.object({
  /** By `<source>/<file>`. */
  files: z.record(z.string(), fileRecord).default({}),
  /** Sources that must not be requested before a time, and why. */
  waiting: z.record(z.string(), z.object({ until: z.iso.datetime(), because: z.string() })).default({}),
  /** Requests and bytes of each source with a daily budget in a UTC day. */
  spent: z
    .record(z.string(), z.object({ day: z.iso.date(), requests: count, bytes: count, not_found: count }))
    .default({}),
  /** When each source is requested next, where a schedule is kept: after a failure it is sooner than by its own times. */
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
