import { z } from 'zod';

/** The object that names the release to serve. It is written last; while nothing is new, followers fetch only this. */
export const pointerKey = 'current.json';

export const pointer = z.object({
  release: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  sample: z.boolean(),
  /** The hash of the release's manifest.json, which has the hashes of all other files. */
  manifest_sha256: z.string().length(64),
  /** Ed25519 signature of `signedText`, base64url; earlier versions wrote none. */
  signature: z.string().optional(),
});
export type Pointer = z.infer<typeof pointer>;

/** The signed text: the release, and by its hash the manifest with the hashes of all files. */
export const signedText = ({ release, sample, manifest_sha256 }: Omit<Pointer, 'signature'>): string =>
  `orbweaver current.json\n${release}\n${sample}\n${manifest_sha256}\n`;

/** The key of a file of a release; the paths are those on disk. */
export const releaseKey = (id: string, path = ''): string => `releases/${id}/${path}`;
