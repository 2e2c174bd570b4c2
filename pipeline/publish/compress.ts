import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import { fileFacts, filePieces, Hashing } from '../../src/file-bytes.ts';
import { type Encoding, encodings } from '../../src/schema/release/public-route.ts';

/**
 * Compression of a build's public files: `best` for a release that is served; `fast` uses the lowest levels, and takes
 * a third of the time to build a small catalog.
 */
export const compressions = ['best', 'fast'] as const;
export type Compression = (typeof compressions)[number];

/** The level of each encoding. */
interface Levels {
  readonly brotli: number;
  readonly gzip: number;
  readonly zstd: number;
}

const FAST: Levels = { brotli: 0, gzip: 1, zstd: 1 };

/**
 * The best levels for a file of a given size. On large files, the last few percent take many times longer than all the
 * rest; that pays only for the file that all clients fetch several times a day.
 */
export function effort(bytes: number, often: boolean): Levels {
  if (often || bytes < 1 << 18) return { brotli: 11, gzip: 9, zstd: 19 };
  if (bytes < 4 << 20) return { brotli: 9, gzip: 9, zstd: 12 };
  return { brotli: 5, gzip: 6, zstd: 6 };
}

function encoder(encoding: Encoding, bytes: number, often: boolean, { brotli, gzip, zstd }: Levels): Transform {
  if (encoding === 'gzip') return createGzip({ level: gzip });
  if (encoding === 'zstd') return createZstdCompress({ pledgedSrcSize: bytes, ...zstdOptions(zstd) });
  return createBrotliCompress(brotliOptions(brotli, bytes, often));
}

/** The same for bytes in memory. */
function encoded(
  encoding: Encoding,
  bytes: Buffer,
  often: boolean,
  { brotli, gzip: level, zstd }: Levels,
): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level });
  // Without a known size, level 19 of zstd clears tables for a large file: 50 ms for 1 KB instead of 0.2 ms.
  if (encoding === 'zstd')
    return promisify(zstdCompress)(bytes, { pledgedSrcSize: bytes.length, ...zstdOptions(zstd) });
  return promisify(brotliCompress)(bytes, brotliOptions(brotli, bytes.length, often));
}

const zstdOptions = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });

const brotliOptions = (quality: number, bytes: number, often: boolean) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // For columns of numbers, a short window and block and the font mode save 1%; found by trying all combinations.
    [constants.BROTLI_PARAM_LGWIN]: often ? 18 : 22,
    [constants.BROTLI_PARAM_MODE]: often ? constants.BROTLI_MODE_FONT : constants.BROTLI_MODE_TEXT,
    ...(often && { [constants.BROTLI_PARAM_LGBLOCK]: 16 }),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});

/** Size and hash of a written file. */
export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

/** Files up to this size, in bytes, are compressed in memory: streams take several times the processor time of a small file. */
const IN_MEMORY = 1 << 20;

/** Hashes a file and writes compressed copies of it next to it. */
export async function compress(
  path: string,
  often = false,
  compression: Compression = 'best',
): Promise<Record<string, Written>> {
  const { size } = await stat(path);
  const levels = compression === 'fast' ? FAST : effort(size, often);
  return size > IN_MEMORY ? compressStreamed(path, size, often, levels) : compressInMemory(path, often, levels);
}

async function compressInMemory(path: string, often: boolean, levels: Levels): Promise<Record<string, Written>> {
  const bytes = await readFile(path);
  const forms = await Promise.all(
    (Object.keys(encodings) as Encoding[]).map(async (encoding) => {
      const form = await encoded(encoding, bytes, often, levels);
      await writeFile(path + encodings[encoding], form);
      return [path + encodings[encoding], digest(form)] as const;
    }),
  );
  return { [path]: digest(bytes), ...Object.fromEntries(forms) };
}

/** Compresses a file that may be larger than memory. It is read once for all encoders. */
async function compressStreamed(
  path: string,
  size: number,
  often: boolean,
  levels: Levels,
): Promise<Record<string, Written>> {
  const forms = (Object.keys(encodings) as Encoding[]).map(
    (encoding) => [path + encodings[encoding], encoder(encoding, size, often, levels)] as const,
  );
  const [plain, ...written] = await encode(path, forms);
  return { [path]: plain!, ...Object.fromEntries(forms.map(([target], at) => [target, written[at]!])) };
}

/** Writes a file through each encoder to another. Returns the facts of the plain bytes, and of each of the others. */
async function encode(
  path: string,
  forms: readonly (readonly [target: string, encoder: Transform])[],
): Promise<Written[]> {
  const files = Promise.all(
    forms.map(async ([target, encoder]) => {
      const hash = new Hashing();
      await pipeline(
        encoder,
        async function* (chunks) {
          for await (const chunk of chunks) {
            hash.update(chunk as Buffer);
            yield chunk;
          }
        },
        createWriteStream(target),
      );
      return hash.facts();
    }),
  );
  // A file can fail before `files` is awaited: without a handler, the rejection would end the process.
  files.catch(() => undefined);
  const plain = new Hashing();
  try {
    for await (const piece of filePieces(path)) {
      plain.update(piece);
      await Promise.all(forms.map(([, encoder]) => taken(encoder, piece)));
    }
    for (const [, encoder] of forms) encoder.end();
  } catch (error) {
    // If a file could not be written, `pipeline` has destroyed its encoder with the cause, and the next write to the encoder fails with
    // ERR_STREAM_DESTROYED.
    const reason = forms.map(([, encoder]) => encoder.errored).find((one) => one !== null) ?? (error as Error);
    for (const [, encoder] of forms) encoder.destroy(reason);
  }
  return [plain.facts(), ...(await files)];
}

/** Writes a piece to an encoder. Resolves when the buffer of the piece may be overwritten. */
const taken = (encoder: Transform, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => encoder.write(piece, (error) => (error ? reject(error) : resolve())));

/**
 * Packs bulk files. On 300 MB of elements, the next level takes 50% longer and saves 2%. Brotli at the same speed also saves
 * only 2%, which does not justify a second copy.
 */
const PACKED = { level: 6 };
export const pack = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, PACKED);

/**
 * Packs a delta of elements as brotli, which is a fifth smaller than gzip. The highest level takes 2.5 times as long and saves 4%:
 * too slow for a file per group.
 */
export const packBrotli = (bytes: Buffer, compression: Compression): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, brotliOptions(compression === 'fast' ? FAST.brotli : 10, bytes.length, true));

/** Packs a file that may not fit in memory. Returns size and hash of the packed one. */
export async function packFile(path: string, target: string): Promise<Written> {
  const [, packed] = await encode(path, [[target, createGzip(PACKED)]]);
  return packed!;
}

/** Characters of text that are encoded and packed together. */
const PIECES_TOGETHER = 1 << 18;

/** The bytes of many short texts, in few buffers. */
function* encodedPieces(pieces: Iterable<string>): Generator<Buffer> {
  let texts: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    texts.push(piece);
    length += piece.length;
    if (length < PIECES_TOGETHER) continue;
    yield Buffer.from(texts.join(''));
    texts = [];
    length = 0;
  }
  yield Buffer.from(texts.join(''));
}

/** Packs a text of so many bytes into a file. Returns its size and hash. */
export async function packPieces(pieces: Iterable<string>, bytes: number, path: string): Promise<Written> {
  if (bytes > IN_MEMORY) {
    // The next piece is made while one is packed.
    await pipeline(Readable.from(encodedPieces(pieces)), createGzip(PACKED), createWriteStream(path));
    return measure(path);
  }
  const form = await pack(Buffer.concat([...encodedPieces(pieces)]));
  await writeFile(path, form);
  return digest(form);
}

/** Size and hash of a text. */
export function digestPieces(pieces: Iterable<string>): Written {
  const hash = new Hashing();
  for (const bytes of encodedPieces(pieces)) hash.update(bytes);
  return hash.facts();
}

/** Size and hash of bytes. */
export const digest = (bytes: Buffer): Written => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Size and hash of an existing file. */
export const measure = (path: string): Promise<Written> => fileFacts(path);
