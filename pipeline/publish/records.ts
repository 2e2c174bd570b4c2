import { hash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
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

const GZIP = { level: Number(process.env.LV ?? 6) };

/** Makes the table `verdict_kinds` that records are written by. */
export async function buildVerdictKinds(store: Store): Promise<void> {
  await store.run(`CREATE TABLE verdict_kinds AS ${verdictKinds}`);
}

/**
 * Writes `records.sqlite`: for each object the JSON text of its summary and of its elements, and the whole answer about it as gzip,
 * with the start of a hash over what is in it. Needs the tables of a release and `verdict_kinds`; other queries may run beside.
 */
export async function writeRecords(store: Store, path: string, sources: readonly ClaimSource[]): Promise<void> {
  const provenanceOf = await provenances(store);
  const claims = new ClaimReader(store.columns(claimsQuery(sources)));
  const file = new RecordFile(path);
  try {
    for await (const [ids, summaries, rests, elements, verdicts] of store.columns(headsQuery)) {
      for (const [index, id] of (ids as number[]).entries()) {
        const summary = summaries![index] as string;
        const rest = rests![index] as string;
        const claimed = await claims.about(id);
        const evidence = provenanceOf(verdicts![index] as string);
        file.insert(
          id,
          summary,
          elements![index] as string | null,
          Buffer.from(`{"data":${summary.slice(0, -1)},${rest.slice(1, -1)},"claims":[${claimed}],"provenance":${evidence}}}\n`),
        );
      }
    }
    file.finish();
  } finally {
    file.close();
    await claims.close();
  }
}

/** Gives the provenance of an object by its verdicts. Of 66,899 objects, 1,900 differ: each text is made once. */
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

/** The database while it is written: no journal, for a half-written one is thrown away whole. */
class RecordFile {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`
      PRAGMA page_size = 16384;
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      PRAGMA locking_mode = exclusive;
      PRAGMA user_version = 1;
      CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, summary TEXT NOT NULL, elements TEXT, record BLOB NOT NULL, etag TEXT NOT NULL);
      BEGIN`);
    this.#insert = this.#database.prepare('INSERT INTO objects VALUES (?, ?, ?, ?, ?)');
  }

  /** One object; `answer` is the whole answer about it. Compressed here and not on the pool: handing it over costs half as much again. */
  insert(id: number, summary: string, elements: string | null, answer: Uint8Array): void {
    const etag = hash('sha256', answer, 'hex').slice(0, 32);
    this.#insert.run(id, summary, elements, gzipSync(answer, GZIP), etag);
  }

  finish(): void {
    this.#database.exec('COMMIT; ANALYZE');
  }

  close(): void {
    this.#database.close();
  }
}
