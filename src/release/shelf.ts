/** What a thing on a shelf takes beside its bytes: its key, and the note of where it lies. */
const besides = (key: string) => key.length * 2 + 64;

/**
 * Bytes by their keys, in memory that is asked for once: what is kept next takes the place of what was kept longest ago.
 * A cache that gives each its own memory leaves what it has pushed out to the garbage collector, which looks there only
 * when it goes through all memory: 8 MB of cache then hold 60 and more.
 */
export class Shelf<Label = undefined> {
  readonly #room: Buffer;
  /** In the order in which they lie on the shelf, from where the next one goes. */
  readonly #places = new Map<string, { readonly from: number; readonly length: number; readonly label: Label }>();
  #end = 0;

  constructor(bytes: number) {
    this.#room = Buffer.alloc(bytes);
  }

  /** A copy of what was kept, in memory of its own, and its label. */
  get(key: string): { readonly bytes: Buffer<ArrayBuffer>; readonly label: Label } | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const bytes = Buffer.allocUnsafeSlow(place.length);
    this.#room.copy(bytes, 0, place.from, place.from + place.length);
    return { bytes, label: place.label };
  }

  /** Keeps a copy of `bytes`; more than the whole shelf is not kept. */
  keep(key: string, bytes: Uint8Array, label: Label): void {
    // Room is left for what it takes elsewhere: of many small things there are no more than the shelf's size allows.
    const taken = bytes.length + besides(key);
    if (taken > this.#room.length) return;
    this.#places.delete(key);
    if (this.#end + taken > this.#room.length) {
      this.#clear(this.#end, this.#room.length);
      this.#end = 0;
    }
    const from = this.#end;
    this.#end += taken;
    this.#clear(from, this.#end);
    this.#room.set(bytes, from);
    this.#places.set(key, { from, length: bytes.length, label });
  }

  #clear(from: number, to: number): void {
    for (const [key, place] of this.#places) {
      if (place.from + place.length + besides(key) <= from || place.from >= to) return;
      this.#places.delete(key);
    }
  }
}

/** The numbers that a shelf has by a key, else those that `make` makes, which it has then. */
export function numbersOf(shelf: Shelf, key: string, make: () => Int32Array): Int32Array {
  const known = shelf.get(key);
  if (known) return new Int32Array(known.bytes.buffer);
  const made = make();
  shelf.keep(key, new Uint8Array(made.buffer, made.byteOffset, made.byteLength), undefined);
  return made;
}
