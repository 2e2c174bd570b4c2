import type { Socket } from 'node:net';
import { ApiError } from '../errors.ts';

/** Bodies from this size on are counted until they are sent, bytes. */
export const LARGE_BYTES = 2 ** 20;
/** How many bytes of large bodies may be unsent: of all clients, of one, and of those that wait until others are sent. */
const limits = { all: 128 * 2 ** 20, ofClient: 48 * 2 ** 20, waiting: 64 * 2 ** 20 };
/** How much of a body is given to its connection at a time. */
const PART_BYTES = 64 * 1024;
/** A client that takes no part for this long is slow, ms, as is one that takes fewer bytes a second than `SLOW_BYTES` after it. */
const SLOW_MILLISECONDS = 5000;
const SLOW_BYTES = 50_000;
/** How long a body waits for room, ms. */
const MAX_WAIT_MILLISECONDS = 10_000;
/** How often to look whether a client has become slow, ms. */
const LOOK_MILLISECONDS = 500;
const RETRY_AFTER_S = 5;

/** A client that a body is sent to, and its connection. */
export interface Receiver {
  /** The client, as queues name it. */
  readonly client: string;
  readonly socket: Pick<Socket, 'destroy' | 'destroyed'>;
}

/** A large body that is not sent yet. */
interface Unsent {
  readonly client: string;
  readonly bytes: number;
  readonly began: number;
  sent: number;
  takenAt: number;
  /** Closes the connection. */
  cut(): void;
}

/**
 * Bounds the memory of made responses that clients have not read yet. If there is no room for another one, slow clients are disconnected,
 * those with the most unread bytes first; without slow ones, it waits.
 */
export class UnsentBodies {
  readonly #now: () => number;
  readonly #unsent = new Set<Unsent>();
  #waiting = 0;
  #wake = Promise.withResolvers<void>();

  /** `now` is in milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many bytes are unsent. */
  get bytes(): number {
    return this.#sum(() => true);
  }

  /** A large body as a stream, for which there is room. Throws 429 and 503. */
  async body({ client, socket }: Receiver, bytes: Uint8Array): Promise<ReadableStream<Uint8Array>> {
    const asked = { client, bytes: bytes.length, cut: () => void socket.destroy() };
    return this.#stream(bytes, this.#place(asked) ?? (await this.#wait(asked, socket)));
  }

  /** A place for a body, if there is room, if necessary after slow clients have been disconnected. */
  #place({ client, bytes, cut }: Pick<Unsent, 'client' | 'bytes' | 'cut'>): Unsent | null {
    if (!this.#disconnect((one) => one.client === client, limits.ofClient - bytes)) return null;
    if (!this.#disconnect(() => true, limits.all - bytes)) return null;
    const now = this.#now();
    const place = { client, bytes, began: now, sent: 0, takenAt: now, cut };
    this.#unsent.add(place);
    return place;
  }

  /** A place for a body that waits for it. */
  async #wait(asked: Pick<Unsent, 'client' | 'bytes' | 'cut'>, socket: Receiver['socket']): Promise<Unsent> {
    if (this.#waiting + asked.bytes > limits.waiting) throw this.#refusal(asked);
    this.#waiting += asked.bytes;
    try {
      const end = this.#now() + MAX_WAIT_MILLISECONDS;
      while (!socket.destroyed && this.#now() < end) {
        await this.#change();
        const place = this.#place(asked);
        if (place) return place;
      }
      throw this.#refusal(asked);
    } finally {
      this.#waiting -= asked.bytes;
    }
  }

  /** Whether these bodies have at most so many bytes, or there are none, if necessary without slow ones. */
  #disconnect(which: (one: Unsent) => boolean, most: number): boolean {
    let excess = this.#sum(which) - Math.max(0, most);
    if (excess <= 0) return true;
    const slow = [...this.#unsent].filter((one) => which(one) && this.#isSlow(one));
    const unread = new Map(slow.map(({ client }) => [client, this.#sum((one) => one.client === client)]));
    slow.sort((a, b) => unread.get(b.client)! - unread.get(a.client)! || a.takenAt - b.takenAt);
    // None is disconnected in vain.
    if (slow.reduce((sum, one) => sum + one.bytes, 0) < excess) return false;
    for (const one of slow) {
      if (excess <= 0) break;
      excess -= one.bytes;
      this.#end(one);
      one.cut();
    }
    return true;
  }

  #isSlow({ began, takenAt, sent }: Unsent): boolean {
    const now = this.#now();
    if (now - takenAt >= SLOW_MILLISECONDS) return true;
    return now - began >= SLOW_MILLISECONDS && sent < ((now - began) / 1000) * SLOW_BYTES;
  }

  #sum(which: (one: Unsent) => boolean): number {
    let sum = 0;
    for (const one of this.#unsent) if (which(one)) sum += one.bytes;
    return sum;
  }

  #stream(bytes: Uint8Array, one: Unsent): ReadableStream<Uint8Array> {
    let left: Uint8Array | null = bytes;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const part = left!.subarray(0, PART_BYTES);
          left = left!.subarray(PART_BYTES);
          one.sent += part.length;
          one.takenAt = this.#now();
          controller.enqueue(part);
          if (left.length > 0) return;
          left = null;
          this.#end(one);
          controller.close();
        },
        cancel: () => {
          left = null;
          this.#end(one);
        },
      },
      { highWaterMark: 0 },
    );
  }

  #end(one: Unsent): void {
    if (!this.#unsent.delete(one)) return;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Waits until a body is sent, or a client may have become slow. */
  async #change(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LOOK_MILLISECONDS);
    });
    await Promise.race([this.#wake.promise, late]);
    clearTimeout(timer);
  }

  #refusal({ client, bytes }: Pick<Unsent, 'client' | 'bytes'>): ApiError {
    const own = this.#sum((one) => one.client === client);
    const isOwn = own > 0 && own + bytes > limits.ofClient;
    return new ApiError(isOwn ? 'too_many_queries' : 'queries_busy', {
      error: isOwn
        ? 'Too many large responses to this client are not read yet.'
        : 'Too many large responses to all clients are not read yet.',
      hint: 'Read the responses of your other requests; then send this one again, if possible with Accept-Encoding: gzip.',
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      body: { retry_after: RETRY_AFTER_S },
    });
  }
}
