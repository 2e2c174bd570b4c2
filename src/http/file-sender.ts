import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { lostFile } from './errors.ts';
import type { RawHeaders, Representation } from './public-resource.ts';
import type { ByteRange } from './range.ts';
import type { Exchange } from './request-context.ts';

/** How much of the releases' files is kept in memory, and how large a file may be to be kept, in bytes. */
export interface MemoryLimits {
  readonly total: number;
  readonly largestFile: number;
}

/**
 * Sends files of releases: small ones from memory, large ones from disk as fast as the client takes them. Files of
 * a release never change, so nothing kept can grow old; those of replaced releases are pushed out by newer ones.
 */
export class FileSender {
  readonly #limits: MemoryLimits;
  readonly #memory: LRUCache<string, Buffer, Representation>;

  constructor(limits: MemoryLimits = { total: 64 * 2 ** 20, largestFile: 8 * 2 ** 20 }) {
    this.#limits = limits;
    this.#memory = new LRUCache({
      maxSize: limits.total,
      sizeCalculation: (bytes) => Math.max(1, bytes.length),
      // Requests that come for the same file at once wait for one read.
      fetchMethod: (_file, _stale, { context }) => readWhole(context),
      // A file that others push out before it is read is still sent to whoever waits for it.
      ignoreFetchAbort: true,
    });
  }

  /** Answers 304: what the client has is what it would get. */
  notModified({ response, id }: Exchange, { notModified }: Representation, limits: RawHeaders): true {
    response.writeHead(304, [...notModified, 'X-Request-Id', id, ...limits]);
    response.end();
    return true;
  }

  /** Answers 200 with the file, or 206 with a part of it. Throws 500 where the disk lacks it. */
  send(
    exchange: Exchange,
    representation: Representation,
    range: ByteRange | null,
    limits: RawHeaders,
  ): true | Promise<true> {
    const { bytes, file } = representation;
    if (bytes > this.#limits.largestFile) return this.#stream(exchange, representation, range, limits);
    const kept = this.#memory.get(file);
    if (kept) return writeBytes(exchange, representation, range, kept, limits);
    return this.#memory
      .fetch(file, { context: representation })
      .then((read) => writeBytes(exchange, representation, range, read!, limits));
  }

  async #stream(
    exchange: Exchange,
    representation: Representation,
    range: ByteRange | null,
    limits: RawHeaders,
  ): Promise<true> {
    const { request, response } = exchange;
    const handle = await open(representation.file).catch(refuseLost);
    try {
      if ((await handle.stat()).size !== representation.bytes) throw lostFile();
      response.writeHead(...head(exchange, representation, range, limits));
      if (request.method === 'HEAD') {
        response.end();
        return true;
      }
      // `fs` opens the stream on the handle, and a client that goes away destroys it: nothing is read for nobody.
      await pipeline(
        createReadStream('', { fd: handle, autoClose: false, ...(range ?? {}), highWaterMark: 64 * 1024 }),
        response,
      );
      return true;
    } finally {
      await handle.close();
    }
  }
}

function writeBytes(
  exchange: Exchange,
  representation: Representation,
  range: ByteRange | null,
  bytes: Buffer,
  limits: RawHeaders,
): true {
  exchange.response.writeHead(...head(exchange, representation, range, limits));
  exchange.response.end(range ? bytes.subarray(range.start, range.end + 1) : bytes);
  return true;
}

/** Status and headers of a file or of a part of it. */
function head(
  { id }: Exchange,
  { bytes, headers }: Representation,
  range: ByteRange | null,
  limits: RawHeaders,
): [number, string[]] {
  const length = range ? range.end - range.start + 1 : bytes;
  const own: RawHeaders = ['Content-Length', String(length), 'X-Request-Id', id, ...limits];
  if (!range) return [200, [...headers, ...own]];
  return [206, [...headers, ...own, 'Content-Range', `bytes ${range.start}-${range.end}/${bytes}`]];
}

async function readWhole({ file, bytes }: Representation): Promise<Buffer> {
  const read = await readFile(file).catch(refuseLost);
  if (read.length !== bytes) throw lostFile();
  return read;
}

/** A file that the manifest lists and the disk lacks is the server's fault, and stays so until the next release. */
function refuseLost(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw lostFile();
  throw error;
}
