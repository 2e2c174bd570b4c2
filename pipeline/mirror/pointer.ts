import { z } from 'zod';

/** The object that names the release to serve. It is written last; while nothing is new, followers fetch only this. */
export const pointerKey = 'current.json';

export const pointer = z.object({
  release: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  sample: z.boolean(),
  /** The hash of its manifest.json, which has the hashes of all other files. */
  manifest_sha256: z.string().length(64),
});
export type Pointer = z.infer<typeof pointer>;

/** The key of a file of a release; the paths are those on disk. */
export const releaseKey = (id: string, path = ''): string => `releases/${id}/${path}`;
