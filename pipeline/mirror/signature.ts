import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { signingKeyFile } from '../../src/schema/release/manifest.ts';
import { BucketProblem } from './bucket.ts';

/** The object that names the release to serve. It is written last; while nothing is new, this is all of a release that followers fetch. */
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

/** Signs the published files of a home with Ed25519. */
export interface Signer {
  /** The public key, which followers pin. */
  readonly key: string;
  sign(text: string): string;
}

/** The signer of a home. Its private key is created at the first publish, and readable by its owner only. */
export async function signerOf(home: string): Promise<Signer> {
  const path = join(home, signingKeyFile);
  let pem = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem === null) {
    pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    await writeFile(path, pem, { mode: 0o600, flag: 'wx', flush: true });
  }
  const secret = createPrivateKey(pem);
  return {
    key: createPublicKey(secret).export({ format: 'jwk' }).x!,
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64url'),
  };
}

/** Reads a public key as `publish` prints it. Throws BucketProblem. */
export function publicKey(text: string): KeyObject {
  if (!/^[\w-]{43}$/.test(text))
    throw new BucketProblem(`--key ${text}: not a public key. Copy the one that "npm run publish" prints`);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
}

/** Throws BucketProblem if a key is pinned and the text is not signed with it. */
export function checkSignature(key: KeyObject | null, what: string, text: string, signature: string | undefined): void {
  if (key === null) return;
  if (signature === undefined)
    throw new BucketProblem(`${what} is not signed, and is not used, because a key is pinned`);
  if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')))
    throw new BucketProblem(`${what} is not signed with the pinned key, and is not used`);
}
