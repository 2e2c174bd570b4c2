import type { Gunzip, ZstdCompress } from 'node:zlib';

/** What an engine of Node's zlib is inside, as its own synchronous functions use it. It is no public API. */
interface Inside {
  readonly _handle?: {
    reset(): void;
    writeSync(
      flush: number,
      input: Uint8Array,
      at: number,
      left: number,
      room: Uint8Array,
      from: number,
      space: number,
    ): void;
    onerror: (message: string) => void;
  };
  /** After a write: the space left in the room, and how much of the input is left. */
  readonly _writeState?: Uint32Array;
}

/** The most room that is kept from one body to the next, in bytes. */
const mostKept = 2 ** 20;

/**
 * One engine for many bodies, one after the other, at once. Node's own functions make an engine for each, and those live
 * on, with the buffer they wrote into, until the garbage collector goes through all memory: at 1,000 bodies a second
 * that is tens of megabytes. Where Node is otherwise inside than expected, `each` does it as they do.
 */
export class Engine {
  readonly #inside: Inside;
  readonly #finish: number;
  readonly #each: (input: Buffer) => Buffer;
  #room = Buffer.allocUnsafeSlow(2 ** 16);
  #failure: string | null = null;

  constructor(engine: Gunzip | ZstdCompress, finish: number, each: (input: Buffer) => Buffer) {
    this.#inside = engine as unknown as Inside;
    this.#finish = finish;
    this.#each = each;
    const { _handle: handle } = this.#inside;
    if (handle)
      handle.onerror = (message) => {
        this.#failure = message;
      };
  }

  /** What the engine makes of `input`: good until the next call. `size` is what it will be at least. Throws where it can't. */
  run(input: Buffer, size = 0): Buffer {
    const { _handle: handle, _writeState: state } = this.#inside;
    if (!handle?.writeSync || !state) return this.#each(input);
    handle.reset();
    this.#failure = null;
    let room = this.#room.length > size ? this.#room : Buffer.allocUnsafeSlow(size + 1);
    for (let read = 0, written = 0; ; ) {
      handle.writeSync(this.#finish, input, read, input.length - read, room, written, room.length - written);
      if (this.#failure !== null) throw new Error(this.#failure);
      const [space, left] = state as unknown as readonly [number, number];
      read = input.length - left;
      written = room.length - space;
      if (room.length <= mostKept) this.#room = room;
      if (space > 0) return room.subarray(0, written);
      const larger = Buffer.allocUnsafeSlow(room.length * 2);
      room.copy(larger);
      room = larger;
    }
  }
}
