import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import type { AnswerPlaces } from '../schema/answer-places.ts';
import { CatalogError } from './database.ts';
import { Engine } from './engine.ts';

/** The answer of one object as the release holds it. */
export interface StoredRecord {
  /** Its gzip, a character a byte. */
  readonly gzip: string;
  /** Hash of what is in it, hexadecimal. */
  readonly etag: string;
}

/** An answer of a file, and the hash of what is in it, hexadecimal. A character is a byte: a short string costs the collector less than memory of its own. */
export interface StoredAnswer {
  readonly bytes: string;
  readonly etag: string;
}

const gunzip = new Engine(createGunzip(), constants.Z_FINISH, gunzipSync);

/** No record comes near: a size beyond it is no size. */
const mostBytes = 2 ** 24;

/** Good until the next. A gzip's last four bytes say how much is in it. */
function opened({ gzip }: StoredRecord): Buffer {
  const bytes = Buffer.from(gzip, 'latin1');
  return gunzip.run(bytes, Math.min(bytes.readUInt32LE(bytes.length - 4), mostBytes));
}

/** The JSON text of a record, in UTF-8. */
export const unpacked = (record: StoredRecord): Buffer => Buffer.from(opened(record));

/** The JSON text of a record; with `latin1` a character stands for a byte of UTF-8, which is how it is sent. */
export const unpackedText = (record: StoredRecord, encoding: 'utf8' | 'latin1'): string =>
  opened(record).toString(encoding);

/**
 * A file of ready answers, one object after the other. Looking one up is a search in memory and one read, mostly of what
 * the system keeps in memory too.
 */
export class AnswerFile {
  readonly #file: number;
  readonly #ids: Int32Array;
  readonly #ends: Float64Array;
  readonly #etags: Buffer;
  readonly #etagBytes: number;
  /** Where every answer is read to: what is sent is copied from here. */
  readonly #room: Buffer;

  /** Throws where the file is missing or not as long as its places say. */
  constructor(path: string, places: AnswerPlaces) {
    this.#ids = new Int32Array(copied(places.norad_cat_ids));
    this.#ends = new Float64Array(copied(places.ends));
    this.#etags = Buffer.from(places.etags);
    this.#etagBytes = this.#etags.length / this.#ids.length;
    this.#file = openSync(path, 'r');
    const { size } = fstatSync(this.#file);
    if (size !== (this.#ends.at(-1) ?? 0)) {
      closeSync(this.#file);
      throw new CatalogError(`${path} has ${size} bytes, and should have ${this.#ends.at(-1) ?? 0}`);
    }
    this.#room = Buffer.allocUnsafeSlow(
      this.#ends.reduce((most, end, row) => Math.max(most, end - this.#start(row)), 0),
    );
  }

  /** The answer of an object; null where the catalog has none. Throws CatalogError where it can't be read. */
  read(id: number): StoredAnswer | null {
    const row = this.#row(id);
    if (row < 0) return null;
    const start = this.#start(row);
    const length = this.#ends[row]! - start;
    if (this.#filled(length, start) < length) throw new CatalogError('an answer breaks off');
    const etag = this.#etags.toString('hex', row * this.#etagBytes, (row + 1) * this.#etagBytes);
    return { bytes: this.#room.toString('latin1', 0, length), etag };
  }

  close(): void {
    closeSync(this.#file);
  }

  #start(row: number): number {
    return row === 0 ? 0 : this.#ends[row - 1]!;
  }

  #filled(length: number, start: number): number {
    try {
      return readSync(this.#file, this.#room, 0, length, start);
    } catch (error) {
      throw new CatalogError('an answer could not be read', { cause: error });
    }
  }

  /** The row of a catalogue number, by halving; -1 where there is none. */
  #row(id: number): number {
    let low = 0;
    let high = this.#ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle]!;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Bytes in memory of their own, where numbers may begin. */
const copied = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
