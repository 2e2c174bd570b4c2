import { z } from 'zod';
import { source } from './source.ts';

/**
 * The format of a release's files, as major.minor. The minor number increases if something is added that a reader may lack:
 * a column that may be null, a table, a file. The major one increases with every other change. A server reads every minor
 * version of its own major one, older or newer; a refresh rebuilds releases of another.
 */
export const releaseFormat = '4.11';

/** Whether this version reads releases of a format. */
export const readsFormat = (format: string): boolean => format.split('.')[0] === releaseFormat.split('.')[0];

/** The file of a home with the private key that signs its releases in a bucket. */
export const signingKeyFile = 'signing-key.pem';

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
  /** `releaseFormat` of the pipeline that built it. Before 0.1.0 it was a whole number, and the first releases had none. */
  format: z
    .union([
      z.string().regex(/^[1-9]\d*\.\d+$/),
      z
        .int()
        .positive()
        .transform((major) => `${major}.0`),
    ])
    .default('1.0'),
  generated_at: z.iso.datetime(),
  /** The release before it, whose differences its events are; null for the first. */
  previous: z.string().nullable(),
  /** True for the embedded sample: synthetic objects are in it. */
  sample: z.boolean(),
  /**
   * True if only the essential files had arrived, on a first start; else absent. The next release is not compared with
   * this one, because data that it adds is not a change.
   */
  partial: z.literal(true).optional(),
  /** Hash of the program that built it: the next build takes over unchanged data only if the same program made them. Absent if unknown. */
  program: z.string().length(64).optional(),
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
  /**
   * Files that are kept as `.gz` and `.br` only: size and hash of the plain bytes, by the path without that ending, and the
   * number of element sets that the form can't hold.
   */
  packed: z.record(z.string(), releaseFile.extend({ omitted: z.int().positive().optional() })).default({}),
});
export type Manifest = z.infer<typeof manifest>;
