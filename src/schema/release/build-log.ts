import { z } from 'zod';

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
