import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, createZstdCompress, zstdCompressSync } from 'node:zlib';
import type { Coding } from './negotiate.ts';

/** Types of Node leave `reset` out, which every one of its streams has. */
type Compressor = Transform & { reset?(): void };

/** What an engine writes into, in bytes: most lists fit. */
const chunkSize = 2 ** 16;

/** As many of a kind as Node has threads for them. */
const mostEngines = 4;

/**
 * Compresses by another thread, with engines that are used again: one for each body lives on with its buffer. What is
 * written to one that `make` makes must be ended at once, so that what comes next begins a new one.
 */
function pooled(make: () => Compressor): (body: Buffer) => Promise<Buffer> {
  const idle: Compressor[] = [];
  const waiting: ((engine: Compressor) => void)[] = [];
  let made = 0;
  const take = (): Compressor | Promise<Compressor> => {
    const engine = idle.pop();
    if (engine) return engine;
    if (made >= mostEngines) return new Promise((resolve) => waiting.push(resolve));
    made += 1;
    return make();
  };
  const give = (engine: Compressor) => {
    engine.reset?.();
    const next = waiting.shift();
    if (next) next(engine);
    else idle.push(engine);
  };
  return async (body) => {
    const engine = await take();
    try {
      const packed = await compressed(engine, body);
      give(engine);
      return packed;
    } catch (error) {
      // It is of no use any more.
      give(make());
      throw error;
    }
  };
}

async function compressed(engine: Compressor, body: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const take = (part: Buffer) => parts.push(part);
  engine.on('data', take);
  await new Promise<void>((resolve, reject) => {
    engine.once('error', reject);
    engine.write(body, (error) => {
      engine.off('error', reject);
      // The last part is handed over after this.
      if (error) reject(error);
      else setImmediate(resolve);
    });
  });
  engine.off('data', take);
  return Buffer.concat(parts);
}

const compressBrotli = promisify(brotliCompress);

/** Compresses what is made while somebody waits. */
export const encoders = {
  gzip: pooled(() => createGzip({ flush: constants.Z_FINISH, chunkSize })),
  zstd: pooled(() => createZstdCompress({ flush: constants.ZSTD_e_end, chunkSize })),
  br: (body: Buffer) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} satisfies Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>>;

/** A page takes it a sixth of a millisecond: to hand it to another thread and to hear of it costs this one more. */
export const zstdAtOnce = (body: Buffer): Buffer => zstdCompressSync(body);
