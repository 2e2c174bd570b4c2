import { Reading, type Shelves } from './claims.ts';
import type { Input } from './fetch.ts';
import { BrokenFile } from './formats/rows.ts';
import type { Ledger } from './ledger.ts';
import { parse } from './parse.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import type { Store } from './store.ts';

/** What became of one upstream file. */
export interface Ingested {
  readonly input: Input;
  /** The snapshot that was read; null where none was good. */
  readonly used: Snapshot | null;
  /** Rows read, rows held out, claims made. */
  readonly count: { rows: number; rejected: number; claims: number };
  /** Why what has come was not used; null where it was, or nothing has come. */
  readonly problem: string | null;
}

/** A file that is smaller than the last one by more than this is taken to be cut off. */
const MOST_LOST = 0.1;
/** A file of which more rows than this can't be read is taken to be in another format. */
const MOST_UNREADABLE = 0.1;

/** How strictly a file is judged before there is a last one to compare it with. */
export interface Strictness {
  /** Whether a file with fewer rows than its source expects is refused. Files that a person gives may be small. */
  readonly expected: boolean;
}

/**
 * Reads every file into the ledger. One that is broken, cut off or in another format is taken back, and its last good
 * snapshot is read instead. Leaves the table `files` (file_id, fetched).
 */
export async function ingest(
  store: Store,
  ledger: Ledger,
  snapshots: Snapshots,
  inputs: readonly Input[],
  strictness: Strictness,
): Promise<Ingested[]> {
  const shelves = new Map<string, Shelves>();
  const read: Ingested[] = [];
  const fetched: [number, string][] = [];
  for (const input of inputs) {
    const shelf = shelves.get(input.source.slug) ?? new Map();
    shelves.set(input.source.slug, shelf);
    const attempt = async (snapshot: Snapshot) => {
      const reading = new Reading(ledger, input.source.slug, input.name, input.definition, shelf);
      const problem = await readInto(reading, snapshots.path(input.key, snapshot), input, strictness);
      if (problem !== null) await ledger.forget(reading.id);
      else fetched.push([reading.id, snapshot.fetched_at]);
      return { reading, problem };
    };
    const first = input.fresh && (await attempt(input.fresh));
    if (input.fresh && first && first.problem === null) {
      const rows = first.reading.count.rows - first.reading.count.rejected;
      read.push({ input, used: { ...input.fresh, rows }, count: first.reading.count, problem: null });
      continue;
    }
    const second = input.last && (await attempt(input.last));
    if (input.last && second?.problem)
      throw new Error(`the last good snapshot of ${input.key} can't be read any more: ${second.problem}`);
    const count = second?.reading.count ?? { rows: 0, rejected: 0, claims: 0 };
    read.push({ input, used: second ? input.last : null, count, problem: first?.problem ?? null });
  }
  await ledger.close();
  const files = await store.table('files_read', { file_id: 'INTEGER', fetched: 'VARCHAR' });
  for (const row of fetched) files.push(row);
  files.close();
  await store.run(
    "CREATE TABLE files AS SELECT file_id, replace(fetched, 'Z', '')::TIMESTAMP AS fetched FROM files_read",
  );
  return read;
}

/** Reads one snapshot. Returns why it is not good, in words, or null. */
async function readInto(
  reading: Reading,
  path: string,
  { definition, last, fresh }: Input,
  strictness: Strictness,
): Promise<string | null> {
  let unreadable = 0;
  try {
    await parse(path, definition, {
      rows: (rows) => reading.rows(rows),
      comment: (text) => reading.comment(text),
      problem: (problem) => {
        if (problem.scope === 'row') unreadable++;
        reading.problem(problem);
      },
    });
  } catch (error) {
    if (error instanceof BrokenFile) return error.message;
    throw error;
  }
  definition.finish?.(reading);
  const { rows, rejected } = reading.count;
  if (!fresh) return null;
  if (unreadable > Math.max(MOST_UNREADABLE * rows, 5)) return `${unreadable} of its ${rows} rows can't be read`;
  const good = rows - rejected;
  if (last?.rows != null && good < last.rows * (1 - MOST_LOST)) return `it has ${good} rows after ${last.rows}`;
  if (strictness.expected && rows < definition.expected)
    return `it has ${rows} rows, and at least ${definition.expected} are expected`;
  return null;
}
