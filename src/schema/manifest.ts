import { z } from 'zod';
import { source } from './source.ts';

/**
 * What a release's files mean to whoever reads them, the server first: goes up with every change of a table or of a file that the
 * server reads. A server serves its own format alone, and a refresh builds anew what is of another.
 */
export const releaseFormat = 4;

/** One file of a release. */
const releaseFile = z.object({
  bytes: z.int().nonnegative(),
  sha256: z.string().length(64),
});

/**
 * `manifest.json` of a release: written last, so a folder that has one is whole. Paths are relative to the release's
 * folder (`public/api/v1/elements.json.br`, `catalog.duckdb`).
 */
export const manifest = z.object({
  /** The release id: its time, and the start of a hash over everything it was built from. */
  id: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  /** `releaseFormat` of the pipeline that built it; the first releases did not say. */
  format: z.int().positive().default(1),
  generated_at: z.iso.datetime(),
  /** The release before it, whose differences its events are; null for the first. */
  previous: z.string().nullable(),
  /** True for the embedded sample: synthetic objects are in it. */
  sample: z.boolean(),
  counts: z.object({
    satellites: z.int(),
    active: z.int(),
    on_orbit: z.int(),
    decayed: z.int(),
    claims: z.int(),
    conflicts: z.int(),
    elements: z.int(),
    launches: z.int(),
    operators: z.int(),
    events: z.int(),
    rejects: z.int(),
  }),
  sources: z.array(source),
  files: z.record(z.string(), releaseFile),
});
export type Manifest = z.infer<typeof manifest>;
