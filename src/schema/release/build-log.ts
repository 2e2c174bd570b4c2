import { z } from 'zod';

/** One attempt to make a release. */
const build = z.object({
  began_at: z.iso.datetime(),
  /** Null while it runs; of one that was killed, it stays so until the next one begins. */
  ended_at: z.iso.datetime().nullable(),
  /** Where its files are from: requested over the network, given in a folder, or the embedded sample. */
  from: z.enum(['publishers', 'files', 'sample']),
  outcome: z.enum(['running', 'published', 'nothing_new', 'failed', 'killed']),
  release: z.string().nullable(),
  objects: z.int().nullable(),
  /** Why it published nothing, or what of the new files it published without; it can stand on a page: no path, no stack, no query. */
  reason: z.string().nullable(),
});
export type Build = z.infer<typeof build>;

/** `builds.json` in the home folder: the last builds, the newest first. The server shows them. */
export const buildLog = z.object({ builds: z.array(build).default([]) });

/** So many builds are remembered: a week of the schedule and more. */
export const MAX_BUILDS = 60;
