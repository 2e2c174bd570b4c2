/** Something that was kept. */
export interface Kept<Label> {
  /** A copy: the reader's own. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly label: Label;
}

/**
 * Bytes by their keys, in memory that is asked for once: what is kept next takes the place of what was kept longest ago.
 * A cache that gives each its own memory leaves what it has pushed out to the garbage collector, which looks there only
 * when it goes through all memory: 8 MB of cache then hold 60 and more.
 */
export class Shelf<Label = undefined> {
  readonly #room: Buffer;
  /** In the order in which they lie on the shelf, from where the next one goes. */
  readonly #places = new Map<
    string,
    { readonly from: number; readonly to: number; readonly length: number; readonly label: Label }
  >();
  #end = 0;

  constructor(bytes: number) {
    this.#room = Buffer.alloc(bytes);
  }

  get(key: string): Kept<Label> | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const bytes = Buffer.allocUnsafeSlow(place.length);
    this.#room.copy(bytes, 0, place.from, place.from + place.length);
    return { bytes, label: place.label };
  }

  /** Keeps a copy of `bytes`; more than the whole shelf is not kept. */
  keep(key: string, bytes: Uint8Array, label: Label): void {
    if (bytes.length > this.#room.length) return;
    this.#places.delete(key);
    // Of nothing, one byte: whatever lies on the shelf has a place of its own.
    const taken = Math.max(1, bytes.length);
    if (this.#end + taken > this.#room.length) {
      this.#clear(this.#end, this.#room.length);
      this.#end = 0;
    }
    const from = this.#end;
    this.#end += taken;
    this.#clear(from, this.#end);
    this.#room.set(bytes, from);
    this.#places.set(key, { from, to: from + taken, length: bytes.length, label });
  }

  #clear(from: number, to: number): void {
    for (const [key, place] of this.#places) {
      if (place.to <= from || place.from >= to) return;
      this.#places.delete(key);
    }
  }
}
