import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { type OrbitTexts, readOrbitTexts } from '../orbit/orbit-texts.ts';
import { type AnswerFileName, type AnswerPlaces, etagBytes } from '../schema/answer-places.ts';
import type { elementSet } from '../schema/elements.ts';
import type { Event } from '../schema/event.ts';
import { AnswerFile, type StoredRecord } from './answer-file.ts';
import { CatalogError } from './database.ts';

/** The element set of an object, and what it is called. */
export interface StoredElements {
  readonly name: string;
  /** Null where no elements are published for it. */
  readonly elements: z.infer<typeof elementSet> | null;
}

/** What is made of an object's elements, ready to send, and the ETags of the texts. A character is a byte of UTF-8. */
export interface StoredOrbit extends OrbitTexts {
  readonly ommEtag: string;
  readonly tleEtag: string;
}

/** The first two bytes of every gzip member (RFC 1952). */
const magic = '\x1f\x8b';

/** One look-up in so many is timed: a clock that is read twice for each would cost more than a hundredth of it. */
const EVERY = 64;

/**
 * The release's `records.sqlite`, `records.jsonl.gz` and `orbits.txt`: what is known of one object, by its catalogue number,
 * written ready by the pipeline. A look-up costs microseconds and no thread, where DuckDB needs half a millisecond to begin.
 */
export class RecordStore {
  readonly #database: DatabaseSync;
  readonly #summary: StatementSync;
  readonly #elements: StatementSync;
  readonly #events: StatementSync;
  readonly #records: AnswerFile;
  readonly #orbits: AnswerFile;

  readonly #timed: (seconds: number) => void;
  #reads = 0;

  /** `timed` is told how many seconds one look-up in 64 took. Throws where a file is missing or is not what it should be. */
  constructor(folder: string, timed: (seconds: number) => void = () => {}) {
    this.#timed = timed;
    const file = join(folder, 'records.sqlite');
    // A release never changes: SQLite need neither lock the file nor look whether somebody wrote, which is half the cost.
    this.#database = new DatabaseSync(new URL(`${pathToFileURL(file)}?immutable=1`), { readOnly: true });
    this.#database.exec('PRAGMA query_only = on; PRAGMA cache_size = -4000;');
    this.#summary = this.#prepare('SELECT summary FROM objects WHERE norad_cat_id = ?');
    this.#elements = this.#prepare('SELECT name, elements FROM objects WHERE norad_cat_id = ?');
    this.#events = this.#prepare('SELECT events FROM objects WHERE norad_cat_id = ?');
    const opened: { close(): void }[] = [this.#database];
    try {
      const places = this.#prepare('SELECT norad_cat_ids, ends, etags FROM answers WHERE file = ?');
      const answers = (name: AnswerFileName) =>
        new AnswerFile(join(folder, name), places.get(name) as unknown as AnswerPlaces);
      this.#records = answers('records.jsonl.gz');
      opened.push(this.#records);
      this.#orbits = answers('orbits.txt');
    } catch (error) {
      for (const one of opened) one.close();
      throw error;
    }
  }

  /** The JSON text of an object's summary; null where the catalog has no such object. */
  summary(id: number): string | null {
    const row = this.#read(this.#summary, id) as { summary: string } | undefined;
    return row?.summary ?? null;
  }

  /** The whole answer of an object; null where the catalog has no such object. */
  record(id: number): StoredRecord | null {
    const answer = this.#measured(() => this.#records.read(id));
    if (!answer) return null;
    const { bytes: gzip, etag } = answer;
    if (!gzip.startsWith(magic)) throw new CatalogError('a record is malformed');
    return { gzip, etag };
  }

  /** What is made of its elements; null where the catalog has no such object, or no elements of it. */
  orbit(id: number): StoredOrbit | null {
    const answer = this.#measured(() => this.#orbits.read(id));
    if (!answer) return null;
    const texts = readOrbitTexts(answer.bytes);
    if (!texts) throw new CatalogError('the texts of an orbit are malformed');
    const [ommEtag, tleEtag] = [answer.etag.slice(0, etagBytes * 2), answer.etag.slice(etagBytes * 2)];
    return { ...texts, ommEtag, tleEtag };
  }

  /** Its element set; null where the catalog has no such object. */
  elements(id: number): StoredElements | null {
    const row = this.#read(this.#elements, id) as { name: string; elements: string | null } | undefined;
    if (!row) return null;
    return { name: row.name, elements: row.elements === null ? null : JSON.parse(row.elements) };
  }

  /** What happened to it, newest first; empty too where the catalog has no such object. */
  events(id: number): readonly Event[] {
    const row = this.#read(this.#events, id) as { events: string | null } | undefined;
    return row?.events ? JSON.parse(row.events) : [];
  }

  close(): void {
    this.#records.close();
    this.#orbits.close();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    return this.#database.prepare(sql);
  }

  #read(statement: StatementSync, id: number): Record<string, unknown> | undefined {
    try {
      return this.#measured(() => statement.get(id));
    } catch (error) {
      throw new CatalogError('a record could not be read', { cause: error });
    }
  }

  #measured<T>(read: () => T): T {
    if (++this.#reads % EVERY !== 0) return read();
    const began = performance.now();
    const found = read();
    this.#timed((performance.now() - began) / 1000);
    return found;
  }
}
