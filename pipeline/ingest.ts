import { formatCount, plural } from '../src/schema/plain-text.ts';
import { UserError } from '../src/user-error.ts';
import type { Build, BuildContext } from './build-context.ts';
import type { Input } from './fetch.ts';
import { FileClaims, type SourceLookups } from './file-claims.ts';
import { BrokenFile } from './formats/rows.ts';
import { type Ingested, type ParseReader, parse } from './parse.ts';
import type { Snapshot } from './snapshots.ts';
import { type KnownSet, knownColumns } from './tally/same-epoch.ts';

/** A file that is smaller than the last one by more than this is considered truncated. */
const MAX_LOST_FRACTION = 0.1;
/** A file that is larger than the last one by more than this is considered wrong. */
const MAX_GAIN = { fraction: 0.1, rows: 100 };
/** A file with more unreadable values in one column than this, and twice as many as the last one, is considered wrong. */
const MAX_UNREADABLE_VALUES = { fraction: 0.1, rows: 20 };
/** The largest change of the share of a column's rows that have a value: beyond both limits, the column is taken for another one. */
const MAX_REFILLED = { share: 0.25, rows: 20 };
/** Added or removed rows explain changed values of a column if the number of rows has changed by more than this share. */
const MAX_RESIZED = 0.05;
/** A file with more rows than this is considered wrong if all of them have the same value in a column whose values differed before. */
const MAX_UNIFORM_ROWS = 20;
/** A file is considered wrong if more of its element sets than this have the epoch of before, and another number in one column. */
const MAX_CONTRADICTED = { fraction: 0.01, rows: 5 };
/** A file in which the apogee of more objects than this is below their perigee has them swapped. */
const MAX_INVERTED = { fraction: 0.01, rows: 5 };
/** A file with more unreadable rows than this is considered to be in another format. */
const MAX_UNREADABLE_FRACTION = 0.1;
/** After this many unreadable rows, the rest of the file is not read: each takes memory. */
const MAX_UNREADABLE_ROWS = 100_000;
/** How much larger than twice the last file a new one may be, bytes. */
const MAX_GROWN_BYTES = 2 ** 20;

/**
 * Reads every file into the staging tables. A file that is broken, truncated or in another format is discarded, and its last good
 * snapshot is read instead. Creates the table `files` (file_id, time, is_first: no release was built from an earlier version of the file).
 * Throws if CelesTrak has no valid file.
 */
export async function ingest(
  context: BuildContext,
  inputs: readonly Input[],
  build: Pick<Build, 'accept' | 'expected' | 'progress' | 'reading' | 'now'>,
): Promise<Ingested[]> {
  const lookups = new Map<string, SourceLookups>();
  /** The files of each source that have set lookups, on which the reading of its later files depends, in order. */
  const before = new Map<string, string[]>();
  const read: Ingested[] = [];
  const times: [number, string, string | null, boolean][] = [];
  const known = await knownSets(context);
  for (const input of inputs) {
    build.progress(`reading ${input.key}`);
    const attempt = async (snapshot: Snapshot, judge: boolean) => {
      const oversize = judge ? oversizeOf(snapshot, input, build) : null;
      if (oversize !== null) return unread(oversize);
      const fileLookups = copied(lookups.get(input.source.slug));
      const reading = new FileClaims(
        context.staging,
        input.source.slug,
        input.name,
        input.definition,
        fileLookups,
        known,
      );
      const earlier = before.get(input.source.slug) ?? [];
      const key = context.parsed.keyOf(input.key, snapshot, earlier);
      const shape =
        (key !== null && (await context.parsed.take<Shape>(key, reading))) ||
        (await traced(build, judge ? input.key : null, () =>
          readInto(reading, context.snapshots.path(input.key, snapshot), input, build.now),
        ));
      const problem = typeof shape === 'string' ? shape : judge ? judged(reading, shape, input, build) : null;
      if (problem !== null) await context.staging.discardFile(reading.id);
      else {
        lookups.set(input.source.slug, fileLookups);
        if (reading.setsLookups) before.set(input.source.slug, [...earlier, `${input.name} ${snapshot.sha256}`]);
        if (key !== null) context.parsed.keep(key, reading, shape);
        times.push([reading.id, snapshot.fetched_at, reading.updated, input.last === null]);
      }
      const columns = typeof shape === 'string' ? [] : [...shape.columns];
      const { count, rejectedColumns: rejected } = reading;
      const { filled, varied } = reading.columns;
      return { count, problem, columns, rejected, filled, varied };
    };
    const fresh = input.fresh && (await attempt(input.fresh, true));
    if (input.fresh && fresh && fresh.problem === null) {
      const rows = fresh.count.rows - fresh.count.rejected;
      const most = build.accept?.has(input.key) ? rows : Math.max(rows, input.last?.most ?? 0);
      read.push({
        input,
        used: {
          ...input.fresh,
          rows,
          most,
          ...grownOf(rows, input, build),
          columns: fresh.columns,
          rejected: fresh.rejected,
          filled: fresh.filled,
          varied: fresh.varied,
        },
        count: fresh.count,
        problem: null,
      });
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
  await context.parsed.idle();
  await context.staging.close();
  const files = await context.store.table('files_read', {
    file_id: 'INTEGER',
    fetched: 'VARCHAR',
    updated: 'VARCHAR',
    is_first: 'BOOLEAN',
  });
  for (const row of times) files.push(row);
  files.close();
  await context.store.run(
    "CREATE TABLE files AS SELECT file_id, replace(coalesce(updated, fetched), 'Z', '')::TIMESTAMP AS time, is_first FROM files_read",
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

  /** The files with a problem, as `<source>/<file>`. */
  readonly bad: ReadonlySet<string>;

  constructor(read: readonly Ingested[]) {
    const bad = read.flatMap(({ input, problem }) => (problem ? [`  - ${input.key}: ${problem}`] : []));
    super(
      [
        'there is no valid file of CelesTrak, and no catalog without one: expected celestrak/satcat.csv and celestrak/gp-<group>.csv or .json',
        ...bad,
      ].join('\n'),
    );
    this.bad = new Set(read.flatMap(({ input, problem }) => (problem ? [input.key] : [])));
  }
}

/** The element sets of the previous release, by object. A set is never changed: another one has another epoch. */
async function knownSets({ store, previous }: BuildContext): Promise<ReadonlyMap<number, KnownSet>> {
  if (previous === null) return new Map();
  const rows = await store.rows<KnownSet & { norad_cat_id: number }>(
    `SELECT norad_cat_id, ${knownColumns.map((name) => `${name}::VARCHAR AS ${name}`).join(', ')} FROM previous.elements`,
  );
  return new Map(rows.map((row) => [row.norad_cat_id, row]));
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

/** A file that is not read, for a reason. */
const unread = (problem: string) => ({
  count: { rows: 0, rejected: 0, claims: 0 },
  problem,
  columns: [],
  rejected: {},
  filled: {},
  varied: [],
});

/** Why a file is too large to be read, as text: files grow by a few rows. Null if it may be read. */
function oversizeOf({ bytes }: Snapshot, { last, key }: Input, { accept }: Pick<Build, 'accept'>): string | null {
  if (last === null || accept?.has(key) || bytes <= 2 * last.bytes + MAX_GROWN_BYTES) return null;
  return `it has ${plural(bytes, 'byte')} after ${formatCount(last.bytes)}: more than are added between two files`;
}

/** Reports the reading of a new file; `key` is null for the last good one. */
async function traced<T>({ reading }: Pick<Build, 'reading'>, key: string | null, read: () => Promise<T>): Promise<T> {
  if (!reading || key === null) return read();
  await reading(key, 'begins');
  try {
    return await read();
  } finally {
    await reading(key, 'ended');
  }
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
        if (unreadable.size > MAX_UNREADABLE_ROWS)
          throw new BrokenFile(`more than ${formatCount(MAX_UNREADABLE_ROWS)} of its rows can't be read`);
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
  { definition, last, name, key }: Input,
  strictness: Pick<Build, 'accept' | 'expected' | 'now'>,
): string | null {
  if (strictness.accept?.has(key)) return null;
  const { rows, rejected } = reading.count;
  // A SPARQL result has an optional variable only if some row has it, and JSON without rows has no columns.
  const isCompared = definition.format !== 'sparql-json' && (rows > 0 || columns.length > 0);
  const lost = isCompared ? (last?.columns ?? []).filter((column) => !columns.includes(column)) : [];
  if (lost.length > 0) return `it lacks ${lost.join(', ')}, which the last one had`;
  if (isTable(definition) && isReordered(columns, last?.columns ?? []))
    return 'its columns are in another order than those of the last one';
  if (unreadable > Math.max(MAX_UNREADABLE_FRACTION * rows, 5))
    return `${unreadable} of its ${rows} rows can't be read`;
  if (reading.inverted > Math.max(MAX_INVERTED.fraction * rows, MAX_INVERTED.rows))
    return `the apogee of ${reading.inverted} of its ${rows} rows is below the perigee`;
  const limit = Math.max(MAX_UNREADABLE_VALUES.fraction * rows, MAX_UNREADABLE_VALUES.rows);
  for (const [column, count] of Object.entries(reading.rejectedColumns))
    if (last?.rejected && count > Math.max(limit, 2 * (last.rejected[column] ?? 0)))
      return `${count} of the ${rows} values of its column ${column} can't be read`;
  const { sets, others } = reading.sameEpoch;
  for (const [column, count] of Object.entries(others))
    if (count > Math.max(MAX_CONTRADICTED.fraction * sets, MAX_CONTRADICTED.rows))
      return `${count} of the ${sets} element sets that the last release had already have another ${column}`;
  const good = rows - rejected;
  const least = fewestRows(last, definition, name, strictness.now);
  if (last?.rows != null && isLost(least - good, least, definition, name))
    return `it has ${good} rows after ${last.rows}`;
  const maxGain = definition.maxGain?.(name) ?? MAX_GAIN;
  const most = Math.max(last?.rows ?? 0, last?.most ?? 0);
  if (last?.rows != null && good - most > Math.max(most * maxGain.fraction, maxGain.rows))
    return `it has ${good} rows after ${most}: more than are added between two files`;
  if (strictness.expected && last?.rows == null && rows < definition.expected)
    return `it has ${rows} rows, and at least ${definition.expected} are expected`;
  const refilled = refilledColumn(reading, good, last);
  if (refilled !== null) return refilled;
  const uniform = rows > MAX_UNIFORM_ROWS && reading.columns.uniform.find((column) => last?.varied?.includes(column));
  if (uniform) return `its column ${uniform} has the same value in all rows`;
  return null;
}

/**
 * Which column has many more or fewer values than in the last file, as text; null if none has. `good` rows are those that were accepted.
 */
function refilledColumn({ count: { rows }, columns }: FileClaims, good: number, last: Snapshot | null): string | null {
  if (last?.rows == null) return null;
  const limit = Math.max(MAX_REFILLED.share * rows, MAX_REFILLED.rows);
  for (const [column, share] of Object.entries(columns.filled)) {
    const before = last.filled?.[column] ?? share;
    if (changedValues({ rows, good, share }, { rows: last.rows, share: before }) > limit)
      return `its column ${column} has a value in ${percent(share)} of its rows, and had one in ${percent(before)}`;
  }
  return null;
}

/**
 * The number of values that a column has gained or lost beyond those of added or removed rows. `share` is the share of rows with a value;
 * `good` rows are those that were accepted.
 */
function changedValues(
  now: { readonly rows: number; readonly good: number; readonly share: number },
  last: { readonly rows: number; readonly share: number },
): number {
  const added = now.good - last.rows;
  if (Math.abs(added) <= MAX_RESIZED * last.rows) return Math.abs(now.share - last.share) * now.rows;
  const more = now.share * now.good - last.share * last.rows;
  return Math.max(more - Math.max(added, 0), -more - Math.max(-added, 0));
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/**
 * Whether the order of columns matters: the order of the members of a JSON object does not. Element sets in JSON are read with their
 * columns in the order of the CSV.
 */
const isTable = ({ format }: Input['definition']): boolean => ['csv', 'gcat-tsv', 'elements'].includes(format);

/** Whether the columns that two files share are in different orders. */
function isReordered(now: readonly string[], before: readonly string[]): boolean {
  const [kept, had] = [now.filter((one) => before.includes(one)), before.filter((one) => now.includes(one))];
  return kept.some((name, at) => name !== had[at]);
}

/** How long a file that has grown may shrink back, milliseconds. */
const GROWN_MS = 7 * 86_400_000;

/** The losses that a release may have because files have returned to their size before a growth. */
export interface Healing {
  /** Objects that came after this time may go again. */
  readonly since: Date;
  /** Number of rows that the files have lost so. Each column may lose as many values. */
  readonly rows: number;
}

export function healing(read: readonly Ingested[], now: Date): Healing {
  let healed = 0;
  for (const { input, used, problem } of read) {
    const from = stillGrown(input.last, now)?.from;
    if (from === undefined || problem !== null || used?.rows == null || input.last?.rows == null) continue;
    healed += Math.max(0, input.last.rows - Math.max(used.rows, from));
  }
  return { since: new Date(now.getTime() - GROWN_MS), rows: healed };
}

/** Whether a file has lost more rows than it may. */
function isLost(lost: number, rows: number, { maxLoss }: Input['definition'], name: string): boolean {
  const { fraction, rows: least } = maxLoss?.(name) ?? { fraction: MAX_LOST_FRACTION, rows: 0 };
  return lost > Math.max(rows * fraction, least);
}

/** The number of rows that a file is compared with: its last one, or the one before its growths if they exceed what it may lose. */
function fewestRows(last: Snapshot | null, definition: Input['definition'], name: string, now: Date): number {
  const [rows, from] = [last?.rows ?? 0, stillGrown(last, now)?.from];
  return from !== undefined && isLost(rows - from, rows, definition, name) ? from : rows;
}

const stillGrown = (last: Snapshot | null, now: Date) =>
  last?.grown !== undefined && Date.parse(last.grown.until) > now.getTime() ? last.grown : undefined;

/**
 * The number of rows that a file had before it grew, and the time until which it may shrink back to it. Growths within that time count
 * together; the time starts again if they exceed what the file may lose. None if an operator has accepted the file.
 */
function grownOf(rows: number, { last, definition, name, key }: Input, { accept, now }: Pick<Build, 'accept' | 'now'>) {
  if (accept?.has(key) || last?.rows == null) return {};
  const grown = stillGrown(last, now);
  const from = grown?.from ?? last.rows;
  if (rows <= last.rows) return grown ? { grown } : {};
  const until = new Date(now.getTime() + GROWN_MS).toISOString();
  const renewed = isLost(rows - last.rows, rows, definition, name) || isFirstExcess(from, last.rows);
  return { grown: { from, until: grown && !renewed ? grown.until : until } };

  /** Whether the growths exceed together what the file may lose, and did not before this one. */
  function isFirstExcess(first: number, before: number): boolean {
    return isLost(rows - first, rows, definition, name) && !isLost(before - first, before, definition, name);
  }
}
