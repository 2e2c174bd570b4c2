import { z } from 'zod';

/** One upstream file, stored as it was received. */
const snapshot = z.object({
  sha256: z.string(),
  bytes: z.int(),
  /** Rows that could be read; null until it has been read once. */
  rows: z.int().nullable(),
  /**
   * The largest number of rows of this and earlier versions since an operator last accepted one: a recovering file
   * grows back to it.
   */
  most: z.int().optional(),
  /**
   * The number of rows that the file had before it grew, until a time: it may shrink back to it then, if it has grown
   * by more than a file may shrink.
   */
  grown: z.object({ from: z.int(), until: z.iso.datetime() }).optional(),
  /** The columns of its source that the file has; empty until it has been read once. */
  columns: z.array(z.string()).default([]),
  /** Values that could not be read, by column; absent until it has been read once. */
  rejected: z.record(z.string(), z.int()).optional(),
  /** The share of its rows with a value, by column that is read; absent until it has been read once. */
  filled: z.record(z.string(), z.number()).optional(),
  /** The columns in which many rows differ; absent until it has been read once. */
  varied: z.array(z.string()).optional(),
  fetched_at: z.iso.datetime(),
  /** Metadata of the publisher's response; absent for a file that a person provided. */
  receipt: z
    .object({
      url: z.string(),
      status: z.int(),
      /** Sent with the next request: the publisher then sends the file only if it has changed. */
      etag: z.string().nullable(),
      last_modified: z.string().nullable(),
      /** Time and size of the file in its publisher's list of files, as text; absent if there is no such list. */
      listed: z.string().optional(),
    })
    .optional(),
});
export type Snapshot = z.infer<typeof snapshot>;
export type Receipt = NonNullable<Snapshot['receipt']>;

export const snapshotIndex = z.record(z.string(), snapshot);

/** The last good snapshot of every file, as `<source>/<file>`. */
export type SnapshotIndex = z.infer<typeof snapshotIndex>;

/** The name of the index of the snapshots that a release was built from. */
export const releaseIndex = (id: string): string => `release-${id}.json`;
