import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { etagBytes } from '../../src/schema/answer-places.ts';
import type { Store } from '../store.ts';
import { ClaimReader } from './claim-reader.ts';
import {
  type ClaimSource,
  claimsQuery,
  headsQuery,
  provenanceText,
  type VerdictKind,
  verdictKinds,
} from './record-text.ts';

/** Of answers of 19 KB, level 6 makes 8 % less than level 3, in 1.8 times its time. */
const GZIP = { level: 3 };
/** So many bytes of answers are handed to the system at once. */
const TOGETHER = 1 << 20;

/** Makes the table `verdict_kinds`, which records are written by. */
export async function buildVerdictKinds(store: Store): Promise<void> {
  await store.run(`CREATE TABLE verdict_kinds AS ${verdictKinds}`);
}

/**
 * Writes `records.sqlite`, of each object the JSON texts of its summary, its elements and its events, and `records.jsonl.gz`, the whole
 * answer about each as a gzip member of its own; where each is and the hash of what is in it stands in the former. Needs the tables of a release and `verdict_kinds`; other queries may run
 * beside.
 */
export async function writeRecords(store: Store, folder: string, sources: readonly ClaimSource[]): Promise<void> {
  const provenanceOf = await provenances(store);
  const claims = new ClaimReader(store.columns(claimsQuery(sources)));
  const [database, answers] = [join(folder, 'records.sqlite'), join(folder, 'records.jsonl.gz')];
  const [count] = await store.rows<{ objects: number }>('SELECT count(*)::INTEGER AS objects FROM satellites');
  const file = new RecordFiles(database, answers, count!.objects);
  try {
    for await (const [ids, names, summaries, rests, elements, events, verdicts] of heads(store)) {
      for (const [index, id] of (ids as number[]).entries()) {
        const summary = summaries![index] as string;
        const fields = `${summary.slice(0, -1)},${(rests![index] as string).slice(1, -1)}`;
        const claimed = await claims.about(id);
        const answer = `{"data":${fields},"claims":[${claimed}],"provenance":${provenanceOf(verdicts![index] as string)}}}\n`;
        file.insert(
          {
            id,
            name: names![index] as string,
            summary,
            elements: elements![index] as string | null,
            events: events![index] as string | null,
          },
          answer,
        );
      }
    }
    await claims.finish();
    file.finish();
  } finally {
    file.close();
    await claims.close();
  }
  await flush(database);
  await flush(answers);
}

/** Everything of the records but claims and provenance, a range of objects after the other. */
async function* heads(store: Store): AsyncGenerator<unknown[][]> {
  for (const range of await store.ranges('satellites')) yield* store.columns(headsQuery(range));
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

/** What is known of an object without its claims. */
interface Head {
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly elements: string | null;
  readonly events: string | null;
}

/** Both files while they are written. The database has no journal: a half-written one is thrown away with its folder. */
class RecordFiles {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #answers: number;
  readonly #ids: Int32Array;
  readonly #ends: Float64Array;
  readonly #etags: Uint8Array;
  #count = 0;
  #end = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(database: string, answers: string, objects: number) {
    this.#ids = new Int32Array(objects);
    this.#ends = new Float64Array(objects);
    this.#etags = new Uint8Array(objects * etagBytes);
    this.#answers = openSync(answers, 'w');
    // Node guards its databases: a guarded one keeps its journal, whatever it is told.
    this.#database = new DatabaseSync(database, { defensive: false });
    this.#database.exec(`
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      PRAGMA locking_mode = exclusive;
      PRAGMA user_version = 3;
      CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, name TEXT NOT NULL, summary TEXT NOT NULL, elements TEXT, events TEXT);
      CREATE TABLE answers(norad_cat_ids BLOB NOT NULL, ends BLOB NOT NULL, etags BLOB NOT NULL);
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO objects VALUES (?, ?, ?, ?, ?)');
  }

  /** One object. It is compressed here, not on the thread pool: handing over so little costs half as much as the work. */
  insert({ id, name, summary, elements, events }: Head, answer: string): void {
    this.#insert.run(id, name, summary, elements, events);
    const gzip = gzipSync(answer, GZIP);
    this.#end += gzip.length;
    this.#ids[this.#count] = id;
    this.#ends[this.#count] = this.#end;
    this.#etags.set(hash('sha256', answer, 'buffer').subarray(0, etagBytes), this.#count * etagBytes);
    this.#count++;
    this.#waiting.push(gzip);
    this.#waitingBytes += gzip.length;
    if (this.#waitingBytes >= TOGETHER) this.#write();
  }

  finish(): void {
    this.#write();
    const bytes = (numbers: Int32Array | Float64Array) => new Uint8Array(numbers.buffer);
    this.#database
      .prepare('INSERT INTO answers VALUES (?, ?, ?)')
      .run(bytes(this.#ids), bytes(this.#ends), this.#etags);
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
    closeSync(this.#answers);
  }

  #write(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#answers, bytes, done);
    this.#waiting = [];
    this.#waitingBytes = 0;
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
