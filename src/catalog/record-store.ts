import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import type { elementSet } from '../schema/elements.ts';
import { CatalogError } from './database.ts';

/** The answer of one object as the release holds it. */
export interface StoredRecord {
  readonly gzip: Uint8Array;
  /** Hash of what is in it, hexadecimal. */
  readonly etag: string;
}

/**
 * The JSON text of a record. A gzip's last four bytes say how much is in it: one buffer of that size, and one more byte
 * to see its end, halves the time.
 */
export function unpacked({ gzip }: StoredRecord): Buffer {
  const view = new DataView(gzip.buffer, gzip.byteOffset, gzip.byteLength);
  return gunzipSync(gzip, { chunkSize: Math.max(64, view.getUint32(gzip.byteLength - 4, true) + 1) });
}

/** The element set of an object, and what it is called. */
export interface StoredElements {
  readonly name: string;
  /** Null where no elements are published for it. */
  readonly elements: z.infer<typeof elementSet> | null;
}

/** One look-up in so many is timed: a clock that is read twice for each would cost more than a hundredth of it. */
const EVERY = 64;

/**
 * The release's `records.sqlite`: what is known of one object, by its catalogue number, written ready by the pipeline. A
 * look-up costs microseconds and no thread, where DuckDB needs half a millisecond to begin.
 */
export class RecordStore {
  readonly #database: DatabaseSync;
  readonly #summary: StatementSync;
  readonly #record: StatementSync;
  readonly #elements: StatementSync;

  readonly #timed: (seconds: number) => void;
  #reads = 0;

  /** `timed` is told how many seconds one look-up in 64 took. Throws where the file is missing or is no such database. */
  constructor(file: string, timed: (seconds: number) => void = () => {}) {
    this.#timed = timed;
    // A release never changes: SQLite need neither lock the file nor look whether somebody wrote, which is half the cost.
    this.#database = new DatabaseSync(new URL(`${pathToFileURL(file)}?immutable=1`), { readOnly: true });
    this.#database.exec('PRAGMA query_only = on; PRAGMA cache_size = -4000;');
    this.#summary = this.#prepare('SELECT summary FROM objects WHERE norad_cat_id = ?');
    this.#record = this.#prepare('SELECT record AS gzip, etag FROM objects WHERE norad_cat_id = ?');
    this.#elements = this.#prepare("SELECT summary ->> 'name' AS name, elements FROM objects WHERE norad_cat_id = ?");
  }

  /** The JSON text of an object's summary; null where the catalog has no such object. */
  summary(id: number): string | null {
    const row = this.#read(this.#summary, id) as { summary: string } | undefined;
    return row?.summary ?? null;
  }

  /** The whole answer of an object; null where the catalog has no such object. */
  record(id: number): StoredRecord | null {
    return (this.#read(this.#record, id) as unknown as StoredRecord | undefined) ?? null;
  }

  /** Its element set; null where the catalog has no such object. */
  elements(id: number): StoredElements | null {
    const row = this.#read(this.#elements, id) as { name: string; elements: string | null } | undefined;
    if (!row) return null;
    return { name: row.name, elements: row.elements === null ? null : JSON.parse(row.elements) };
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    return this.#database.prepare(sql);
  }

  #read(statement: StatementSync, id: number): Record<string, unknown> | undefined {
    try {
      if (++this.#reads % EVERY !== 0) return statement.get(id);
      const began = performance.now();
      const row = statement.get(id);
      this.#timed((performance.now() - began) / 1000);
      return row;
    } catch (error) {
      throw new CatalogError('a record could not be read', { cause: error });
    }
  }
}
