import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A whole answer about an object as a release holds it, and the start of the SHA-256 of what is in it. */
export interface StoredRecord {
  readonly gzip: Uint8Array;
  readonly etag: string;
}

/** The answers of a release's `records.sqlite`, read without any code of the server's. */
export class StoredRecords {
  readonly #database: DatabaseSync;
  readonly #record: StatementSync;

  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'records.sqlite'), { readOnly: true });
    this.#record = this.#database.prepare('SELECT record AS gzip, etag FROM objects WHERE norad_cat_id = ?');
  }

  get(id: number): StoredRecord | undefined {
    return this.#record.get(id) as StoredRecord | undefined;
  }

  close(): void {
    this.#database.close();
  }
}
