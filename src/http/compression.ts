import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Coding } from './negotiate.ts';

/** Below this many bytes compression saves no packet. */
export const MIN_COMPRESS_BYTES = 1024;

/** The quickest coding first: a single response is compressed while its client waits. */
export const quickestFirst: readonly Coding[] = ['zstd', 'br', 'gzip', 'identity'];

const brotli = promisify(brotliCompress);
const compressors = {
  gzip: promisify(gzip),
  zstd: promisify(zstdCompress),
  // The default quality, 11, is made for files that are compressed once.
  br: (body: Uint8Array) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} satisfies Record<Exclude<Coding, 'identity'>, (body: Uint8Array) => Promise<Buffer>>;

/** Compresses a body in one of zlib's threads. */
export const compress = (body: Uint8Array, coding: Coding): Promise<Uint8Array> | Uint8Array =>
  coding === 'identity' ? body : compressors[coding](body);
