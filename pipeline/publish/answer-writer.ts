import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { type AnswerPlaces, etagBytes } from '../../src/schema/answer-places.ts';

/** So many bytes of answers are handed to the system at once. */
const together = 1 << 20;

/** A file of ready answers while it is written, object after object. */
export class AnswerWriter {
  readonly #file: number;
  readonly #ids: Int32Array;
  readonly #ends: Float64Array;
  readonly #etags: Uint8Array;
  readonly #etagBytes: number;
  #count = 0;
  #end = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  /** Room for so many answers; `texts` is how many of the texts in each are sent by themselves. */
  constructor(path: string, objects: number, texts: number) {
    this.#etagBytes = texts * etagBytes;
    this.#ids = new Int32Array(objects);
    this.#ends = new Float64Array(objects);
    this.#etags = new Uint8Array(objects * this.#etagBytes);
    this.#file = openSync(path, 'w');
  }

  /** Adds the answer about an object, whose number is higher than those before: as it is stored, and the texts in it. */
  add(id: number, stored: Buffer, texts: readonly string[]): void {
    this.#end += stored.length;
    this.#ids[this.#count] = id;
    this.#ends[this.#count] = this.#end;
    for (const [at, text] of texts.entries())
      this.#etags.set(
        hash('sha256', text, 'buffer').subarray(0, etagBytes),
        this.#count * this.#etagBytes + at * etagBytes,
      );
    this.#count++;
    this.#waiting.push(stored);
    this.#waitingBytes += stored.length;
    if (this.#waitingBytes >= together) this.#write();
  }

  /** Writes what is left, and tells where everything is. */
  finish(): AnswerPlaces {
    this.#write();
    const bytes = (numbers: Int32Array | Float64Array) =>
      new Uint8Array(numbers.buffer, 0, this.#count * numbers.BYTES_PER_ELEMENT);
    return {
      norad_cat_ids: bytes(this.#ids),
      ends: bytes(this.#ends),
      etags: this.#etags.subarray(0, this.#count * this.#etagBytes),
    };
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
