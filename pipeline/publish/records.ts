import { hash } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { orbitTexts } from '../../src/orbit/formats/omm-forms.ts';
import { provenanceText } from '../../src/schema/objects/provenance-text.ts';
import type { ClaimSource } from '../../src/schema/objects/record.ts';
import type { Reusable } from '../reuse/reusable.ts';
import type { Store } from '../store.ts';
import { ClaimReader } from './claim-reader.ts';
import { claimsQuery, headsQuery, type VerdictKind, verdictKinds } from './record-text.ts';
import { findUnchanged } from './unchanged-records.ts';

/**
 * For records of 19 KB, level 6 saves 8 % over level 3 but takes 1.8 times as long. Compressed records have 2 KB: garbage collection
 * of a buffer of the default 16 KB for each takes a tenth of the time.
 */
const GZIP = { level: 3, chunkSize: 2048 };

/** Hexadecimal digits of a SHA-256 that identify a record. */
const ETAG_DIGITS = 32;

/** Data about the release that its records contain. */
interface RecordFacts {
  /** The sources of its claims. */
  readonly sources: readonly ClaimSource[];
  /** The release's time. */
  readonly generatedAt: string;
}

/** The input of the thread that writes records. */
export interface RecordsWork {
  /** The release's folder, with its finished database, which is only read. */
  readonly folder: string;
  /** A separate folder for data that its queries spill. */
  readonly temp: string;
  /** Limit of its database, in megabytes, such as `250MB`. */
  readonly memory: string;
  readonly facts: RecordFacts;
  /** The previous release, if unchanged records may be taken over from it. */
  readonly reusable: Reusable | null;
}

/**
 * Writes `records.sqlite` in a separate thread, from the finished `catalog.duckdb` in the same folder: it is a third of the work of
 * publishing, most of it compression and hashing, which would block the main thread.
 */
export async function writeRecordsInThread(work: RecordsWork): Promise<void> {
  const thread = new Worker(new URL('./records-thread.ts', import.meta.url), { workerData: work });
  // Rejects if the thread throws.
  await once(thread, 'exit');
}

/** An earlier release whose unchanged records are taken over. */
export interface EarlierRecords {
  /** Path of its `records.sqlite`. */
  readonly file: string;
  readonly generatedAt: string;
}

/**
 * Writes `records.sqlite`: for each object its summary, its elements and events, its OMM and TLE, and its whole record, as
 * sent to clients. Needs the tables of a release; other queries may run at the same time. With an earlier release, also needs both
 * attached, as `release` and `previous`.
 */
export async function writeRecords(
  store: Store,
  folder: string,
  { sources, generatedAt }: RecordFacts,
  earlier: EarlierRecords | null = null,
): Promise<void> {
  const unchanged = await findUnchanged(
    store,
    { tables: 'release.', generatedAt },
    earlier && { tables: 'previous.', generatedAt: earlier.generatedAt },
  );
  await store.run(`CREATE OR REPLACE TABLE verdict_kinds AS ${verdictKinds}`);
  const provenanceOf = await provenances(store);
  const claims = new ClaimReader(store.columns(claimsQuery(sources, unchanged)));
  const file = join(folder, 'records.sqlite');
  const writer = new RecordWriter(file, generatedAt);
  const before = earlier && new RecordReader(earlier.file);
  let taken = 0;
  const takeOver = (below: number) => {
    for (; unchanged[taken]! < below; taken++) writer.insertStored(before!.read(unchanged[taken]!));
  };
  try {
    const heads = headsOf(store, generatedAt, unchanged);
    for await (const [ids, names, summaries, rests, elements, events, verdicts, groups, reentries] of heads) {
      for (const [index, id] of (ids as number[]).entries()) {
        const summary = summaries![index] as string;
        const fields = `${summary.slice(0, -1)},${(rests![index] as string).slice(1, -1)}`;
        const claimed = await claims.about(id);
        takeOver(id);
        writer.insert({
          id,
          name: names![index] as string,
          summary,
          elements: elements![index] as string | null,
          events: events![index] as string | null,
          record: `{"data":${fields},"groups":${groups![index] ?? '[]'},"reentry_prediction":${reentries![index] ?? 'null'},"claims":[${claimed}],"provenance":${provenanceOf(verdicts![index] as string)}}}\n`,
        });
      }
    }
    await claims.finish();
    takeOver(Number.POSITIVE_INFINITY);
    writer.finish();
  } finally {
    before?.close();
    writer.close();
    await claims.close();
  }
  await flush(file);
}

/** The rows of `headsQuery`, range by range: the verdicts of all objects do not fit in the memory of the thread. */
async function* headsOf(store: Store, generatedAt: string, unchanged: readonly number[]) {
  for (const range of await store.ranges('satellites')) yield* store.columns(headsQuery(generatedAt, range, unchanged));
}

/**
 * Number of provenance texts that are kept: all 7,051 of the real files would take 110 MB. Objects with near numbers often share theirs.
 */
const MAX_PROVENANCES = 500;

/** Returns the provenance of an object by its verdicts. */
async function provenances(store: Store): Promise<(verdicts: string) => string> {
  const kinds = await store.rows<VerdictKind>('FROM verdict_kinds ORDER BY kind');
  const texts = new Map<string, string>();
  return (verdicts) => {
    const known = texts.get(verdicts);
    if (known !== undefined) return known;
    const text = provenanceText(verdicts.split(' ').map((kind) => kinds[Number(kind) - 1]!));
    if (texts.size === MAX_PROVENANCES) texts.clear();
    texts.set(verdicts, text);
    return text;
  };
}

/** The stored texts of one object. */
interface ObjectTexts {
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly elements: string | null;
  readonly events: string | null;
  /** The whole response about the object. */
  readonly record: string;
}

/** The stored columns of one object, without its OMM and TLE, which `insertStored` computes from its elements. */
interface StoredObject extends Omit<ObjectTexts, 'record'> {
  readonly etag: string;
  /** Compressed. */
  readonly record: Uint8Array;
}

/** The records of an earlier release. */
class RecordReader {
  readonly #database: DatabaseSync;
  readonly #select: StatementSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#select = this.#database.prepare(
      'SELECT norad_cat_id AS id, name, summary, elements, events, etag, record FROM objects WHERE norad_cat_id = ?',
    );
  }

  read(id: number): StoredObject {
    return this.#select.get(id) as unknown as StoredObject;
  }

  close(): void {
    this.#database.close();
  }
}

/** The database while it is written. It has no journal: an incomplete one is deleted with its folder. */
class RecordWriter {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #generatedAt: string;

  constructor(file: string, generatedAt: string) {
    this.#generatedAt = generatedAt;
    // In defensive mode, Node's default, SQLite keeps a journal whatever journal_mode says.
    this.#database = new DatabaseSync(file, { defensive: false });
    // Short columns precede the record: reading a column that follows a long value on overflow pages reads one page more. An object
    // has 3.5 KB: pages of 4 KB would be a fifth empty.
    this.#database.exec(`
      PRAGMA page_size = 16384;
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      PRAGMA locking_mode = exclusive;
      PRAGMA user_version = 5;
      CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, name TEXT NOT NULL, summary TEXT NOT NULL, elements TEXT,
        epoch TEXT, omm TEXT, tle TEXT, events TEXT, etag TEXT NOT NULL, record BLOB NOT NULL);
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  /** Adds one object. Compression is synchronous: handing so little data to the thread pool costs half as much as the work itself. */
  insert({ record, ...texts }: ObjectTexts): void {
    const etag = hash('sha256', record).slice(0, ETAG_DIGITS);
    this.insertStored({ ...texts, etag, record: gzipSync(record, GZIP) });
  }

  /** Adds one object whose record is already compressed. */
  insertStored({ id, name, summary, elements, events, etag, record }: StoredObject): void {
    const orbit = elements === null ? null : orbitTexts(JSON.parse(elements), this.#generatedAt);
    this.#insert.run(
      id,
      name,
      summary,
      elements,
      orbit?.epoch ?? null,
      orbit?.omm ?? null,
      orbit?.tle ?? null,
      events,
      etag,
      record,
    );
  }

  finish(): void {
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }
}

/** Waits until a file is on the disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
