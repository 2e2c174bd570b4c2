import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import type { OrbitTexts } from '../orbit/formats/omm-forms.ts';
import type { Event } from '../schema/changes/event.ts';
import type { elementSet } from '../schema/objects/elements.ts';
import { CatalogError } from './database.ts';

/** The complete response about one object, as stored. */
export interface StoredRecord {
  /** The record's JSON text, compressed with gzip. */
  readonly gzip: Uint8Array;
  /** Hash of the JSON text, hexadecimal. */
  readonly etag: string;
}

/** The element set of an object, and its name. */
export interface StoredElements {
  readonly name: string;
  /** Null if no elements are published for the object. */
  readonly elements: z.infer<typeof elementSet> | null;
}

/** The JSON text of a record; with `latin1`, one character per byte of UTF-8, as it is sent. */
export const unpacked = (record: StoredRecord): Buffer => gunzipSync(record.gzip);

/** The JSON text of a record; with `latin1` each character is one byte of the UTF-8 that is sent. */
export const unpackedText = (record: StoredRecord, encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  unpacked(record).toString(encoding);

/** One lookup in this many is timed: reading the clock twice for each would cost more than the measurement is worth. */
const TIMED_EVERY = 64;

/**
 * The release's `records.sqlite`: everything about one object by its catalog number, written by the pipeline in the
 * form in which it is sent. A lookup takes microseconds on the calling thread; DuckDB would need half a millisecond to
 * start.
 */
export class RecordStore {
  readonly #database: DatabaseSync;
  readonly #summary: StatementSync;
  readonly #record: StatementSync;
  readonly #orbit: StatementSync;
  readonly #elements: StatementSync;
  readonly #events: StatementSync;
  readonly #timed: (seconds: number) => void;
  #reads = 0;

  /** `timed` is called with the seconds of one lookup in 64. Throws if the file is missing, truncated or of another layout. */
  constructor(folder: string, timed: (seconds: number) => void = () => {}) {
    this.#timed = timed;
    const file = join(folder, 'records.sqlite');
    // A release never changes: SQLite need neither lock the file nor check for writers, which is half the cost of a lookup.
    this.#database = new DatabaseSync(new URL(`${pathToFileURL(file)}?immutable=1`), { readOnly: true });
    try {
      this.#database.exec('PRAGMA query_only = on; PRAGMA cache_size = -4000;');
      const select = (columns: string) =>
        this.#database.prepare(`SELECT ${columns} FROM objects WHERE norad_cat_id = ?`);
      this.#summary = select('summary');
      this.#record = select('record AS gzip, etag');
      this.#orbit = select('omm, epoch, tle');
      this.#elements = select('name, elements');
      this.#events = select('events');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** The JSON text of an object's summary; null if the catalog has no such object. */
  summary(id: number): string | null {
    const row = this.#read(this.#summary, id) as { summary: string } | undefined;
    return row?.summary ?? null;
  }

  /** The whole response about an object; null if the catalog has no such object. */
  record(id: number): StoredRecord | null {
    const row = this.#read(this.#record, id) as unknown as StoredRecord | undefined;
    if (!row) return null;
    // The first two bytes of every gzip member (RFC 1952): bytes from a damaged disk are never sent as a record.
    if (row.gzip[0] !== 0x1f || row.gzip[1] !== 0x8b) throw new CatalogError('a record is malformed');
    return row;
  }

  /** The OMM and TLE of an object; null if the catalog has no such object, or no elements of it. */
  orbit(id: number): OrbitTexts | null {
    const row = this.#read(this.#orbit, id) as { omm: string | null; epoch: string; tle: string | null } | undefined;
    if (!row || row.omm === null) return null;
    if (!row.omm.startsWith('{"data":')) throw new CatalogError('an OMM is malformed');
    return { omm: row.omm, epoch: row.epoch, tle: row.tle };
  }

  /** The element set of an object; null if the catalog has no such object. */
  elements(id: number): StoredElements | null {
    const row = this.#read(this.#elements, id) as { name: string; elements: string | null } | undefined;
    if (!row) return null;
    return { name: row.name, elements: row.elements === null ? null : JSON.parse(row.elements) };
  }

  /** The events of an object, newest first; also empty if the catalog has no such object. */
  events(id: number): readonly Event[] {
    const row = this.#read(this.#events, id) as { events: string | null } | undefined;
    return row?.events ? JSON.parse(row.events) : [];
  }

  close(): void {
    this.#database.close();
  }

  #read(statement: StatementSync, id: number): Record<string, unknown> | undefined {
    const timed = ++this.#reads % TIMED_EVERY === 0;
    const began = timed ? performance.now() : 0;
    try {
      return statement.get(id);
    } catch (error) {
      throw new CatalogError('a record could not be read', { cause: error });
    } finally {
      if (timed) this.#timed((performance.now() - began) / 1000);
    }
  }
}
