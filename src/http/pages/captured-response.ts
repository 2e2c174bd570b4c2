import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';

type Done = (error?: Error | null) => void;

/**
 * A response that keeps what is written to it instead of sending it: Astro writes its page here, so that the whole of
 * it can be compressed, told the length of and kept.
 */
export class CapturedResponse extends ServerResponse {
  readonly #parts: Buffer[] = [];
  /** Whether the whole answer was written. */
  whole = false;
  /** Whether whoever wrote gave up halfway. */
  failed = false;

  get body(): Buffer {
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.findLast((part) => typeof part === 'object') as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    // Bytes are not copied: Astro gives them away.
    this.#parts.push(
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    );
    const done = rest.find((part) => typeof part === 'function') as Done | undefined;
    if (done) process.nextTick(done);
    return true;
  }

  override end(...given: unknown[]): this {
    const [chunk] = given;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.whole = true;
    this.emit('finish');
    return this;
  }

  override destroy(): this {
    this.failed = true;
    return this;
  }
}
