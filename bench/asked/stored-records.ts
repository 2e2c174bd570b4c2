import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A whole answer about an object as a release holds it, and the start of the SHA-256 of what is in it. */
export interface StoredRecord {
  readonly gzip: Uint8Array;
  readonly etag: string;
}

/** The answers of a release's `records.jsonl.gz`, read without any code of the server's. */
export class StoredRecords {
  readonly #file: number;
  readonly #places = new Map<number, { readonly start: number; readonly end: number; readonly etag: string }>();

  constructor(folder: string) {
    this.#file = openSync(join(folder, 'records.jsonl.gz'), 'r');
    const database = new DatabaseSync(join(folder, 'records.sqlite'), { readOnly: true });
    const row = database.prepare("SELECT * FROM answers WHERE file = 'records.jsonl.gz'").get() as Record<
      string,
      Uint8Array
    >;
    database.close();
    const [ids, ends, etags] = [row.norad_cat_ids!, row.ends!, row.etags!].map((bytes) => Buffer.from(bytes));
    let start = 0;
    for (let n = 0; n < ids!.length / 4; n += 1) {
      const end = ends!.readDoubleLE(n * 8);
      this.#places.set(ids!.readInt32LE(n * 4), { start, end, etag: etags!.toString('hex', n * 16, n * 16 + 16) });
      start = end;
    }
  }

  get(id: number): StoredRecord | undefined {
    const place = this.#places.get(id);
    if (!place) return undefined;
    const gzip = Buffer.alloc(place.end - place.start);
    readSync(this.#file, gzip, 0, gzip.length, place.start);
    return { gzip, etag: place.etag };
  }

  close(): void {
    closeSync(this.#file);
  }
}
