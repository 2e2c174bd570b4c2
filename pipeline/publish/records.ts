import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { joinOrbitTexts, orbitTexts } from '../../src/orbit/orbit-texts.ts';
import { answerFiles } from '../../src/schema/answer-places.ts';
import type { Store } from '../store.ts';
import { AnswerWriter } from './answer-writer.ts';
import { ClaimReader } from './claim-reader.ts';
import { claimsQuery, headsQuery, provenanceText, type VerdictKind, verdictKinds } from './record-text.ts';
import type { RecordsTask } from './records-beside.ts';

/** Of answers of 19 KB, level 6 makes 8 % less than level 3, in 1.8 times its time. */
const GZIP = { level: 3 };

/** Makes the table `verdict_kinds`, which records are written by. */
export async function buildVerdictKinds(store: Store): Promise<void> {
  await store.run(`CREATE TABLE verdict_kinds AS ${verdictKinds}`);
}

/**
 * Writes what is answered about single objects. `records.sqlite`: of each the JSON texts of its summary, its elements and its
 * events. `records.jsonl.gz`: the whole answer about each as a gzip member of its own. `orbits.txt`: what is made of its
 * elements. Where each answer is and its hash stands in the first. Needs the tables of a release and `verdict_kinds`; other
 * queries may run beside.
 */
export async function writeRecords(
  store: Store,
  folder: string,
  { sources, generatedAt }: Omit<RecordsTask, 'folder'>,
): Promise<void> {
  const provenanceOf = await provenances(store);
  const claims = new ClaimReader(store.columns(claimsQuery(sources)));
  const [count] = await store.rows<{ objects: number }>('SELECT count(*)::INTEGER AS objects FROM satellites');
  const files = new RecordFiles(folder, count!.objects, generatedAt);
  try {
    for await (const [ids, names, summaries, rests, elements, events, verdicts] of heads(store)) {
      for (const [index, id] of (ids as number[]).entries()) {
        const summary = summaries![index] as string;
        const fields = `${summary.slice(0, -1)},${(rests![index] as string).slice(1, -1)}`;
        const claimed = await claims.about(id);
        const answer = `{"data":${fields},"claims":[${claimed}],"provenance":${provenanceOf(verdicts![index] as string)}}}\n`;
        files.insert(
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
    files.finish();
  } finally {
    files.close();
    await claims.close();
  }
  for (const name of ['records.sqlite', ...answerFiles]) await flush(join(folder, name));
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

/** The files while they are written. The database has no journal: a half-written one is thrown away with its folder. */
class RecordFiles {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #records: AnswerWriter;
  readonly #orbits: AnswerWriter;
  readonly #generatedAt: string;

  constructor(folder: string, objects: number, generatedAt: string) {
    this.#generatedAt = generatedAt;
    // Node guards its databases: a guarded one keeps its journal, whatever it is told.
    this.#database = new DatabaseSync(join(folder, 'records.sqlite'), { defensive: false });
    this.#database.exec(`
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      PRAGMA locking_mode = exclusive;
      PRAGMA user_version = 4;
      CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, name TEXT NOT NULL, summary TEXT NOT NULL, elements TEXT, events TEXT);
      CREATE TABLE answers(file TEXT PRIMARY KEY, norad_cat_ids BLOB NOT NULL, ends BLOB NOT NULL, etags BLOB NOT NULL);
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO objects VALUES (?, ?, ?, ?, ?)');
    this.#records = new AnswerWriter(join(folder, 'records.jsonl.gz'), objects, 1);
    this.#orbits = new AnswerWriter(join(folder, 'orbits.txt'), objects, 2);
  }

  /** One object. It is compressed here, not on the thread pool: handing over so little costs half as much as the work. */
  insert({ id, name, summary, elements, events }: Head, answer: string): void {
    this.#insert.run(id, name, summary, elements, events);
    this.#records.add(id, gzipSync(answer, GZIP), [answer]);
    if (elements === null) return;
    const texts = orbitTexts(JSON.parse(elements), name, this.#generatedAt);
    this.#orbits.add(id, Buffer.from(joinOrbitTexts(texts)), [texts.omm, texts.tle ?? '']);
  }

  finish(): void {
    const insert = this.#database.prepare('INSERT INTO answers VALUES (?, ?, ?, ?)');
    for (const [name, writer] of [
      ['records.jsonl.gz', this.#records],
      ['orbits.txt', this.#orbits],
    ] as const) {
      const { norad_cat_ids, ends, etags } = writer.finish();
      insert.run(name, norad_cat_ids, ends, etags);
    }
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
    this.#records.close();
    this.#orbits.close();
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
