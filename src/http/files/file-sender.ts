import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type ByteRange, chooseRange, isFresh } from '../conditional.ts';
import { lostFile } from '../errors.ts';
import { type Coding, chooseCoding } from '../negotiate.ts';
import type { RequestContext } from '../request-context.ts';
import type { Codings, SendableFile } from './sendable-file.ts';

/** Maximum number of bytes of files in memory, and the maximum size of a file that is kept there. */
export interface MemoryLimits {
  readonly total: number;
  readonly largestFile: number;
}

/** How much of a large file is read at a time, and thus held in memory for each slow reader. */
const CHUNK_BYTES = 64 * 1024;

/** The file in the encoding that `Accept-Encoding` requests. Throws 406. */
function chooseFile(headers: IncomingHttpHeaders, codings: Codings): SendableFile {
  if (codings.identity && headers['accept-encoding'] === undefined) return codings.identity;
  return codings[chooseCoding(headers, Object.keys(codings) as Coding[])]!;
}

/**
 * Sends files of releases and of the website: small ones from memory, large ones from disk as fast as the client reads
 * them. A file never changes under its path, so no cached copy can become stale.
 */
export class FileSender {
  readonly #limits: MemoryLimits;
  readonly #memory: LRUCache<string, Buffer, SendableFile>;

  constructor(limits: MemoryLimits = { total: 64 * 2 ** 20, largestFile: 8 * 2 ** 20 }) {
    this.#limits = limits;
    this.#memory = new LRUCache({
      maxSize: limits.total,
      sizeCalculation: (bytes) => Math.max(1, bytes.length),
      // Concurrent requests for the same file wait for one read.
      fetchMethod: (_file, _stale, { context }) => readWhole(context),
      // A file evicted before it is read is still sent to the requests waiting for it.
      ignoreFetchAbort: true,
    });
  }

  /** Sends 200 with the file, 206 with a part of it, or 304. Throws 406, 416, and 500 if it is missing on disk. */
  async send(context: Pick<RequestContext, 'request' | 'headers' | 'report'>, codings: Codings): Promise<Response> {
    const { request, headers: common } = context;
    const file = chooseFile(request.headers, codings);
    if (isFresh(request.headers, file.etag, file.modified))
      return new Response(null, { status: 304, headers: { ...file.headers, ...common } });
    // For HEAD too: DuckDB and others use it to detect support for ranges, and read the whole file if they get a 200.
    const range = file.ranges ? chooseRange(request.headers, file) : null;
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    const headers: Record<string, string> = {
      ...file.headers,
      ...file.bodyHeaders,
      ...common,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${file.bytes}` }),
    };
    const body = await this.#body(file, range, context);
    return new Response(body, { status: range ? 206 : 200, headers });
  }

  /** A small file as text, which stays in memory. */
  async text(file: SendableFile): Promise<string> {
    return (await this.#memory.fetch(file.file, { context: file }))!.toString();
  }

  async #body(file: SendableFile, range: ByteRange | null, context: Pick<RequestContext, 'request' | 'report'>) {
    if (file.unpack && file.bytes > this.#limits.largestFile) return unpackedStream(file, context);
    if (file.bytes > this.#limits.largestFile) {
      const handle = await open(file.file).catch(refuseLost);
      if ((await handle.stat()).size !== file.bytes) {
        await handle.close();
        throw lostFile();
      }
      if (context.request.method !== 'HEAD')
        return streamOf(handle, range ?? { start: 0, end: file.bytes - 1 }, context);
      await handle.close();
      return null;
    }
    const key = file.unpack ? `${file.file} unpacked` : file.file;
    const bytes = this.#memory.get(key) ?? (await this.#memory.fetch(key, { context: file }))!;
    return (range ? bytes.subarray(range.start, range.end + 1) : bytes) as Uint8Array<ArrayBuffer>;
  }
}

/** A large packed file, decompressed as the client reads it. */
async function unpackedStream({ file }: SendableFile, { request, report }: Pick<RequestContext, 'request' | 'report'>) {
  const handle = await open(file).catch(refuseLost);
  if (request.method === 'HEAD') {
    await handle.close();
    return null;
  }
  const unpacking = createGunzip({ chunkSize: CHUNK_BYTES });
  // If the client disconnects, this closes the file, too.
  pipeline(handle.createReadStream({ highWaterMark: CHUNK_BYTES }), unpacking, (error) => {
    if (error && error.code !== 'ABORT_ERR') report(error);
  });
  return Readable.toWeb(unpacking) as ReadableStream<Uint8Array>;
}

/**
 * A part of an open file, read as the client takes it; the file is closed when it has been sent or the client
 * disconnects.
 */
function streamOf(handle: FileHandle, { start, end }: ByteRange, { report }: Pick<RequestContext, 'report'>) {
  let at = start;
  let gone = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const room = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end + 1 - at));
          const { bytesRead } = await handle.read(room, 0, room.length, at);
          // A client that disconnects meanwhile has closed the stream.
          if (gone) return;
          if (bytesRead === 0) throw new Error('the file has become shorter');
          at += bytesRead;
          controller.enqueue(room.subarray(0, bytesRead));
          if (at <= end) return;
          controller.close();
          await handle.close();
        } catch (error) {
          if (gone) return;
          report(error);
          controller.error(error);
          await handle.close();
        }
      },
      cancel() {
        gone = true;
        return handle.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function readWhole({ file, bytes, unpack }: SendableFile): Promise<Buffer> {
  const stored = await readFile(file).catch(refuseLost);
  const read = unpack ? await promisify(gunzip)(stored) : stored;
  if (read.length !== bytes) throw lostFile();
  return read;
}

/** A file that the manifest lists but that is missing on disk is a server error until the next release. */
function refuseLost(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw lostFile();
  throw error;
}
