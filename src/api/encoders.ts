import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, createZstdCompress, zstdCompress, zstdCompressSync } from 'node:zlib';
import { Engine } from '../catalog/engine.ts';
import type { Coding } from './negotiate.ts';

/** Types of Node leave `reset` out, which every one of its streams has. */
type Gzip = ReturnType<typeof createGzip> & { reset(): void };

/** As many as Node has threads for them. */
const mostEngines = 4;
const idle: Gzip[] = [];
const waiting: ((engine: Gzip) => void)[] = [];
let made = 0;

function taken(): Gzip | Promise<Gzip> {
  const engine = idle.pop();
  if (engine) return engine;
  if (made >= mostEngines) return new Promise((resolve) => waiting.push(resolve));
  made += 1;
  // What is written is ended at once; what comes next begins a new one.
  return createGzip({ flush: constants.Z_FINISH, chunkSize: 2 ** 16 }) as Gzip;
}

function given(engine: Gzip): void {
  engine.reset();
  const next = waiting.shift();
  if (next) next(engine);
  else idle.push(engine);
}

/** A gzip by another thread, with an engine that is used again: one for each body lives on like `Engine` says. */
async function gzip(body: Buffer): Promise<Buffer> {
  const engine = await taken();
  const parts: Buffer[] = [];
  const take = (part: Buffer) => parts.push(part);
  engine.on('data', take);
  try {
    await new Promise<void>((resolve, reject) => {
      engine.once('error', reject);
      engine.write(body, (error) => {
        engine.off('error', reject);
        // The last part is handed over after this.
        if (error) reject(error);
        else setImmediate(resolve);
      });
    });
  } catch (error) {
    made -= 1;
    throw error;
  }
  engine.off('data', take);
  given(engine);
  return Buffer.concat(parts);
}

const compressBrotli = promisify(brotliCompress);

/** Compresses what is made while somebody waits. */
export const encoders = {
  gzip,
  zstd: promisify(zstdCompress),
  br: (body: Buffer) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} satisfies Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>>;

const zstd = new Engine(createZstdCompress(), constants.ZSTD_e_end, (body) => zstdCompressSync(body));

/** A page takes it a sixth of a millisecond: to hand it to another thread and to hear of it costs this one more. */
export const zstdAtOnce = (body: Buffer): Buffer => Buffer.from(zstd.run(body));
