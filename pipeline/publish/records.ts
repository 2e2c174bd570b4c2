import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import type { Store } from '../store.ts';
import { ClaimReader } from './claim-reader.ts';
import {
  type ClaimSource,
  claimsQuery,
  headsQuery,
  provenanceText,
  rangesQuery,
  type VerdictKind,
  verdictKinds,
} from './record-text.ts';

/** Of answers of 19 KB, level 6 makes 8 % less than level 3, in 1.8 times its time. */
const GZIP = { level: 3 };
/** Bytes. Rows have 3 KB: in pages of 4 KB a quarter would stay empty. */
const PAGE_SIZE = 16_384;
/** Hexadecimal digits: 128 bits of the hash. */
const ETAG_DIGITS = 32;

/** Makes the table `verdict_kinds`, which records are written by. */
export async function buildVerdictKinds(store: Store): Promise<void> {
  await store.run(`CREATE TABLE verdict_kinds AS ${verdictKinds}`);
}

/**
 * Writes `records.sqlite`: of each object the JSON text of its summary and of its elements, and the whole answer about it as
 * gzip, with the start of the hash of what is in it. Needs the tables of a release and `verdict_kinds`; other queries may run
 * beside.
 */
export async function writeRecords(store: Store, path: string, sources: readonly ClaimSource[]): Promise<void> {
  const provenanceOf = await provenances(store);
  const claims = new ClaimReader(store.columns(claimsQuery(sources)));
  const file = new RecordFile(path);
  try {
    for await (const [ids, summaries, rests, elements, verdicts] of heads(store)) {
      for (const [index, id] of (ids as number[]).entries()) {
        const summary = summaries![index] as string;
        const fields = `${summary.slice(0, -1)},${(rests![index] as string).slice(1, -1)}`;
        const claimed = await claims.about(id);
        const answer = `{"data":${fields},"claims":[${claimed}],"provenance":${provenanceOf(verdicts![index] as string)}}}\n`;
        file.insert(id, summary, elements![index] as string | null, Buffer.from(answer));
      }
    }
    await claims.finish();
    file.finish();
  } finally {
    file.close();
    await claims.close();
  }
  await flush(path);
}

/** Everything of the records but claims and provenance, a range of objects after the other. */
async function* heads(store: Store): AsyncGenerator<unknown[][]> {
  for await (const ranges of store.batches<{ first: number; last: number }>(rangesQuery))
    for (const range of ranges) yield* store.columns(headsQuery(range));
}

/** Gives the provenance of an object by its verdicts. Of 66,899 real objects, 1,900 differ in it: each text is made once. */
async function provenances(store: Store): Promise<(verdicts: string) => string> {
  const kinds = await store.rows<VerdictKind>('FROM verdict_kinds ORDER BY kind');
  const texts = new Map<string, string>();
  return (verdicts) => {
    const known = texts.get(verdicts);
    if (known !== undefined) return known;
    const text = provenanceText(verdicts.split(' ').map((kind) => kinds[Number(kind) - 1]!));
    texts.set(verdicts, text);
    return text;
  };
}

/** The database while it is written. It has no journal: a half-written one is thrown away with its folder. */
class RecordFile {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`
      PRAGMA page_size = ${PAGE_SIZE};
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      PRAGMA locking_mode = exclusive;
      PRAGMA user_version = 1;
      CREATE TABLE objects(
        norad_cat_id INTEGER PRIMARY KEY,
        summary TEXT NOT NULL,
        elements TEXT,
        record BLOB NOT NULL,
        etag TEXT NOT NULL
      );
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO objects VALUES (?, ?, ?, ?, ?)');
  }

  /** One object. It is compressed here, not on the thread pool: handing over so little costs half as much as the work. */
  insert(id: number, summary: string, elements: string | null, answer: Uint8Array): void {
    const etag = hash('sha256', answer, 'hex').slice(0, ETAG_DIGITS);
    this.#insert.run(id, summary, elements, gzipSync(answer, GZIP), etag);
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
