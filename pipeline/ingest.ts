import { UserError } from '../src/user-error.ts';
import type { Build, BuildContext } from './build-context.ts';
import type { Input } from './fetch.ts';
import { FileClaims, type SourceLookups } from './file-claims.ts';
import { BrokenFile } from './formats/rows.ts';
import type { Ingested } from './ingested.ts';
import { type ParseReader, parse } from './parse.ts';
import type { Snapshot } from './snapshots.ts';

/** A file that is smaller than the last one by more than this is considered truncated. */
const MAX_LOST_FRACTION = 0.1;
/** A file with more unreadable rows than this is considered to be in another format. */
const MAX_UNREADABLE_FRACTION = 0.1;

/**
 * Reads every file into the staging tables. A file that is broken, truncated or in another format is discarded, and its last good
 * snapshot is read instead. Creates the table `files` (file_id, fetched). Throws if CelesTrak has no valid file.
 */
export async function ingest(
  context: BuildContext,
  inputs: readonly Input[],
  build: Pick<Build, 'expected' | 'progress' | 'now'>,
): Promise<Ingested[]> {
  const lookups = new Map<string, SourceLookups>();
  const read: Ingested[] = [];
  const times: [number, string][] = [];
  for (const input of inputs) {
    build.progress(`reading ${input.key}`);
    const attempt = async (snapshot: Snapshot, judge: boolean) => {
      const fileLookups = copied(lookups.get(input.source.slug));
      const reading = new FileClaims(context.staging, input.source.slug, input.name, input.definition, fileLookups);
      const shape = await readInto(reading, context.snapshots.path(input.key, snapshot), input, build.now);
      const problem = typeof shape === 'string' ? shape : judge ? judged(reading, shape, input, build) : null;
      if (problem !== null) await context.staging.discardFile(reading.id);
      else {
        lookups.set(input.source.slug, fileLookups);
        times.push([reading.id, snapshot.fetched_at]);
      }
      return { count: reading.count, problem, columns: typeof shape === 'string' ? [] : [...shape.columns] };
    };
    const fresh = input.fresh && (await attempt(input.fresh, true));
    if (input.fresh && fresh && fresh.problem === null) {
      const rows = fresh.count.rows - fresh.count.rejected;
      read.push({ input, used: { ...input.fresh, rows, columns: fresh.columns }, count: fresh.count, problem: null });
      continue;
    }
    const damage = input.last && (await context.snapshots.damage(input.key, input.last));
    const last = input.last && damage === null ? await attempt(input.last, false) : null;
    const why = fresh ? fresh.problem : input.problem;
    if (last && last.problem === null) {
      read.push({ input, used: input.last, count: last.count, problem: why });
      continue;
    }
    const lost = input.last && `its last snapshot ${damage ?? `can't be read any more: ${last?.problem}`}`;
    const problem = [why, lost].filter((one) => one !== null).join('; ');
    read.push({ input, used: null, count: { rows: 0, rejected: 0, claims: 0 }, problem: problem || null });
  }
  if (!read.some(({ input, used }) => input.source.slug === 'celestrak' && used)) throw new NothingGood(read);
  if (build.expected && lacksEssential(read)) throw new NothingGood(read);
  await context.staging.close();
  const files = await context.store.table('files_read', { file_id: 'INTEGER', fetched: 'VARCHAR' });
  for (const row of times) files.push(row);
  files.close();
  await context.store.run(
    "CREATE TABLE files AS SELECT file_id, replace(fetched, 'Z', '')::TIMESTAMP AS fetched FROM files_read",
  );
  return read;
}

/** Whether a file is missing without which the catalog would be incomplete. A file with a good snapshot is not missing. */
function lacksEssential(read: readonly Ingested[]): boolean {
  const sources = new Set(read.map(({ input }) => input.source));
  return [...sources].some(({ files }) =>
    files.some(
      (file) => file.essential === true && !read.some(({ input, used }) => input.definition === file && used !== null),
    ),
  );
}

/** No catalog can be built: it requires at least one valid file of CelesTrak. */
export class NothingGood extends UserError {
  override readonly name = 'NothingGood';

  constructor(read: readonly Ingested[]) {
    const bad = read.flatMap(({ input, problem }) => (problem ? [`  - ${input.key}: ${problem}`] : []));
    super(
      [
        'there is no valid file of CelesTrak, and no catalog without one: expected celestrak/satcat.csv and celestrak/gp-<group>.csv or .json',
        ...bad,
      ].join('\n'),
    );
  }
}

/** A copy of the lookups that earlier files set, so that a discarded file leaves none behind. */
function copied(lookups: SourceLookups | undefined): SourceLookups {
  return new Map([...(lookups ?? [])].map(([name, fileLookups]) => [name, new Map(fileLookups)]));
}

/** The shape of a snapshot that was read. */
interface Shape {
  readonly columns: readonly string[];
  /** Rows that could not be read. */
  readonly unreadable: number;
}

/** Reads one snapshot. Returns its shape, or an error message if the file is broken. */
async function readInto(reading: FileClaims, path: string, { definition }: Input, now: Date): Promise<Shape | string> {
  let columns: readonly string[] = [];
  const unreadable = new Set<number>();
  try {
    const reader: ParseReader = {
      rows: (rows) => reading.rows(rows),
      comment: (text) => reading.comment(text, now),
      header: (names) => {
        columns = names;
      },
      problem: (problem) => {
        if (problem.scope === 'row') unreadable.add(problem.line);
        reading.problem(problem);
      },
    };
    await parse(path, definition, reader, now);
  } catch (error) {
    if (error instanceof BrokenFile) return error.message;
    throw error;
  }
  definition.finish?.(reading);
  return { columns, unreadable: unreadable.size };
}

/** Why a readable file is not accepted, as text; null if it is. */
function judged(
  reading: FileClaims,
  { columns, unreadable }: Shape,
  { definition, last, name }: Input,
  strictness: Pick<Build, 'expected'>,
): string | null {
  const { rows, rejected } = reading.count;
  // A SPARQL result has an optional variable only if some row has it.
  const lost =
    definition.format === 'sparql-json' ? [] : (last?.columns ?? []).filter((column) => !columns.includes(column));
  if (lost.length > 0) return `it lacks ${lost.join(', ')}, which the last one had`;
  if (unreadable > Math.max(MAX_UNREADABLE_FRACTION * rows, 5))
    return `${unreadable} of its ${rows} rows can't be read`;
  const good = rows - rejected;
  const maxLoss = definition.maxLoss?.(name) ?? { fraction: MAX_LOST_FRACTION, rows: 0 };
  if (last?.rows != null && last.rows - good > Math.max(last.rows * maxLoss.fraction, maxLoss.rows))
    return `it has ${good} rows after ${last.rows}`;
  if (strictness.expected && last?.rows == null && rows < definition.expected)
    return `it has ${rows} rows, and at least ${definition.expected} are expected`;
  return null;
}
