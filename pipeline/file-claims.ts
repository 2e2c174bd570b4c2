import { isOneLine } from '../src/schema/escaped-text.ts';
import { columns } from '../src/schema/field.ts';
import { satcatColumns } from '../src/schema/objects/satcat-record.ts';
import { type SatelliteField, satellite } from '../src/schema/objects/satellite.ts';
import type { ListedTransmitter } from '../src/schema/objects/transmitter.ts';
import type { ReentryMessage } from '../src/schema/reentries/reentry.ts';
import { type SourceSlug, sourceSlugs } from '../src/schema/release/source.ts';
import { type VagueDate, vagueDate } from './codes/vague-date.ts';
import type { ParsedRow } from './parse.ts';
import type {
  ClaimOptions,
  ClaimWriter,
  ElementSetText,
  LaunchText,
  Lookup,
  OperatorFacts,
  RowIdentity,
  SourceFile,
} from './sources/source.ts';
import type { StagingPlace, StagingTables } from './staging-tables.ts';
import { ColumnTally, type FilledCells } from './tally/column-tally.ts';
import { type KnownSet, SameEpoch } from './tally/same-epoch.ts';

/** A field's number in staging tables: its position in the record. */
const fieldNumbers = new Map(columns(satellite).map((column, index) => [column.name, index]));
const DAY_MS = 86_400_000;
const MAX_VALUE_LENGTH = 200;

/** The lookups that the files of one source share, by their names. */
export type SourceLookups = Map<string, Map<string, unknown>>;

/** The results of reading a file besides rows of the staging tables. They can be stored. */
export interface ReadFile {
  readonly count: FileClaims['count'];
  readonly rejectedColumns: FileClaims['rejectedColumns'];
  readonly filled: FilledCells;
  readonly inverted: number;
  readonly updated: string | null;
  readonly names: Readonly<Record<NameKind, ReadonlyMap<string, string>>>;
  readonly operators: readonly OperatorFacts[];
  readonly lookups: SourceLookups;
}

type NameKind = 'country' | 'operator';

/** Writes the claims of one file into the staging tables while its source reads the rows. */
export class FileClaims implements ClaimWriter {
  readonly id: number;
  readonly file: string;
  /** Rows read (kept or not), rows rejected, claims made. */
  readonly count = { rows: 0, rejected: 0, claims: 0 };
  /** Values and rows that were rejected because of one column, by column. */
  readonly rejectedColumns: Record<string, number> = {};
  /** The values of each column that is read. */
  readonly columns: ColumnTally;
  /** Rows whose apogee is below their perigee. */
  inverted = 0;
  readonly sameEpoch: SameEpoch;
  updated: string | null = null;
  /** Whether another time of the build might give other rows. */
  dependsOnTime = false;
  /** The place in the staging tables at which its rows begin. */
  readonly begin: StagingPlace;
  /** The lookups that this file set, in order, even if an earlier file had set them. */
  readonly #names = { country: new Map<string, string>(), operator: new Map<string, string>() };
  readonly #operators = new Map<string, OperatorFacts>();
  readonly #ownLookups: SourceLookups = new Map();
  readonly #staging: StagingTables;
  readonly #source: SourceSlug;
  readonly #definition: SourceFile;
  readonly #lookups: SourceLookups;
  #line = 0;
  #row = 0;
  #about = 0;
  #held = false;

  constructor(
    staging: StagingTables,
    source: SourceSlug,
    file: string,
    definition: SourceFile,
    lookups: SourceLookups,
    known: ReadonlyMap<number, KnownSet> = new Map(),
  ) {
    this.sameEpoch = new SameEpoch(known);
    this.id = staging.nextFile();
    this.begin = staging.place();
    this.file = file;
    this.#staging = staging;
    this.#source = source;
    this.#definition = definition;
    this.#lookups = lookups;
    const read = Object.entries(definition.row.shape).filter(([, cell]) => cell.meta()?.['because'] === undefined);
    this.columns = new ColumnTally(read.map(([name]) => name));
  }

  /** Whether it has set values for later files of its source. */
  get setsLookups(): boolean {
    return this.#ownLookups.size > 0;
  }

  /** The results of reading besides rows of the staging tables. */
  read(): ReadFile {
    const { count, rejectedColumns, inverted, updated } = this;
    const operators = [...this.#operators.values()];
    const [filled, names, lookups] = [this.columns.counted, this.#names, this.#ownLookups];
    return { count, rejectedColumns, filled, inverted, updated, names, operators, lookups };
  }

  /** Restores the results of an earlier build from the same file, as if it had been read again. */
  restore({ count, rejectedColumns, filled, inverted, updated, names, operators, lookups }: ReadFile): void {
    Object.assign(this.count, count);
    Object.assign(this.rejectedColumns, rejectedColumns);
    Object.assign(this.columns.counted, filled);
    this.inverted = inverted;
    this.updated = updated;
    for (const kind of ['country', 'operator'] as const)
      for (const [code, name] of names[kind]) this.name(kind, code, name);
    for (const facts of operators) this.operator(facts);
    for (const [name, values] of lookups) for (const [key, value] of values) this.setLookup({ name }, key, value);
  }

  /** Passes each parsed row to the source, which adds its claims. */
  rows(batch: readonly ParsedRow[]): void {
    for (const { line, cells, row } of batch) {
      this.count.rows++;
      this.#line = line;
      this.#row = 0;
      this.#held = false;
      this.columns.row(cells);
      this.#definition.read(row, this);
      if (this.#definition.keepsText) this.#staging.write('satcat_read', { file_id: this.id, ...satcatTexts(cells) });
    }
  }

  /** Records a problem that parsing reported. */
  problem(problem: {
    line: number;
    reason: string;
    column: string | null;
    value: string | null;
    scope: 'file' | 'row' | 'value';
  }): void {
    // A row can have several bad key columns: it counts as one rejected row, and every reason is recorded.
    if (problem.scope === 'row' && (problem.line !== this.#line || !this.#held)) {
      this.#line = problem.line;
      this.#held = true;
      this.count.rows++;
      this.count.rejected++;
    }
    this.#reject(problem.line, problem.reason, problem.column, problem.value, problem.scope);
  }

  /** Reads the time at which GCAT made the file from its comment. */
  comment(text: string, now: Date): void {
    const made = vagueDate(/^Updated\s+(.*)$/.exec(text)?.[1] ?? '');
    if (!made) return;
    const updated = `${made.value}T${made.time ?? '00:00:00'}Z`;
    if (Date.parse(updated) <= now.getTime() + DAY_MS) this.updated = updated;
    else this.#reject(this.#line + 1, 'in_the_future', null, text, 'value');
  }

  beginRecord(norad_cat_id: number, row: RowIdentity): void {
    this.#row = this.#staging.nextRow();
    this.#about = norad_cat_id;
    this.#staging.write('rows_read', {
      row_id: this.#row,
      file_id: this.id,
      source: sourceSlugs.indexOf(this.#source),
      file: this.file,
      line: this.#line,
      norad: norad_cat_id,
      record: row.record,
      url: row.url,
      observed: row.observedAt,
      creates_object: row.createsObject,
    });
  }

  addClaim(
    field: SatelliteField,
    value: string | number | boolean | VagueDate | null | undefined,
    raw: string,
    options: ClaimOptions = {},
  ): void {
    if (value === null || value === undefined) return;
    this.count.claims++;
    const date = typeof value === 'object' ? value : null;
    const text = typeof value === 'string' ? value : null;
    this.#staging.write('staged_claims', {
      claim_id: this.#staging.nextClaim(),
      row_id: this.#row,
      norad: this.#about,
      field: fieldNumbers.get(field)!,
      derived: options.derived !== undefined,
      inputs: options.derived?.join('|') ?? null,
      guess: false,
      value_text: text,
      value_numeric: typeof value === 'number' ? value : null,
      ...dateCells(date),
      uncertain: options.uncertain ?? date?.uncertain ?? false,
      is_unknown: options.isUnknown ?? false,
      weight: options.weight ?? 0,
      since: options.since ? days(options.since) : null,
      said: options.said ? days(options.said) : null,
      lasting: options.lasting ?? options.since !== undefined,
      keys: joined(options.keys),
      spaces: joined(options.spaces),
      near: joined(options.near),
      // The raw text mostly equals the value.
      raw: raw === text ? null : raw,
      file_time: options.fileTime ?? null,
    });
  }

  elements(set: ElementSetText): void {
    this.sameEpoch.count(this.#about, set);
    this.#staging.write('elements_read', { row_id: this.#row, ...set });
  }

  launch(launch: LaunchText): void {
    this.#staging.write('launches_read', {
      file_id: this.id,
      source: this.#source,
      line: this.#line,
      launch_id: launch.launch_id,
      record: launch.record,
      url: launch.url,
      provider_slug: launch.provider_slug,
      uncertain: launch.uncertain.join('|'),
    });
    for (const { field, value, raw } of launch.own)
      this.#staging.write('launch_texts', {
        file_id: this.id,
        record: launch.record,
        field,
        value_text: value,
        uncertain: (launch.uncertain as readonly string[]).includes(field),
        raw,
      });
    const { date, site, vehicle } = launch;
    for (const [field, fact] of [
      ['launch_date', date],
      ['launch_site', site],
      ['launch_vehicle', vehicle],
    ] as const) {
      if (!fact) continue;
      this.#staging.write('launch_facts', {
        file_id: this.id,
        launch_id: launch.launch_id,
        field: fieldNumbers.get(field)!,
        value_text: typeof fact.value === 'string' ? fact.value : null,
        ...dateCells(typeof fact.value === 'object' ? fact.value : null),
        uncertain: launch.uncertain.includes(field),
        weight: fact.weight,
        keys: joined(fact.keys),
        spaces: joined(fact.spaces),
        near: joined(fact.near),
        raw: fact.raw,
      });
    }
  }

  operator(facts: OperatorFacts): void {
    for (const operators of [this.#staging.operators, this.#operators])
      if (!operators.has(facts.slug)) operators.set(facts.slug, facts);
  }

  reentryMessage({ message_at, reenters_at, window_min }: ReentryMessage): void {
    this.#staging.write('reentry_messages_read', {
      file_id: this.id,
      norad: this.#about,
      message_at,
      reenters_at,
      window_min,
    });
  }

  transmitter(transmitter: ListedTransmitter): void {
    const cells = Object.entries(transmitter).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    this.#staging.write('transmitters_read', {
      ...Object.fromEntries(cells),
      file_id: this.id,
      source: sourceSlugs.indexOf(this.#source),
      file: this.file,
      line: this.#line,
    });
  }

  reject(reason: string, column: string | null, value: string | null, scope: 'row' | 'value' = 'row'): void {
    if (scope === 'row') this.count.rejected++;
    this.#reject(this.#line, reason, column, value, scope);
  }

  setLookup<T>({ name }: Lookup<T>, key: string, value: T): void {
    for (const lookups of [this.#lookups, this.#ownLookups]) {
      const values = lookups.get(name) ?? new Map<string, unknown>();
      lookups.set(name, values.set(key, value));
    }
  }

  lookup<T>({ name }: Lookup<T>): ReadonlyMap<string, T> {
    return (this.#lookups.get(name) ?? new Map()) as ReadonlyMap<string, T>;
  }

  name(kind: NameKind, code: string, name: string): void {
    // The first name of a code is kept: sources are read most trusted first.
    for (const names of [this.#staging.names, this.#names]) if (!names[kind].has(code)) names[kind].set(code, name);
  }

  #reject(line: number, reason: string, column: string | null, value: string | null, scope: string): void {
    if (reason === 'in_the_future') this.dependsOnTime = true;
    if (reason === 'apogee_below_perigee') this.inverted++;
    else if (column !== null && scope !== 'file')
      this.rejectedColumns[column] = (this.rejectedColumns[column] ?? 0) + 1;
    const cut = value !== null && value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
    this.#staging.write('rejects_read', {
      file_id: this.id,
      source: this.#source,
      file: this.file,
      line,
      record: null,
      reason,
      column_name: column,
      value: cut,
      scope,
    });
  }
}

/** The cells of a row of SATCAT for publication; a cell with a line end was rejected, so it is blank. */
const satcatTexts = (cells: ParsedRow['cells']) =>
  Object.fromEntries(
    satcatColumns.map((name) => [name, isOneLine(cells[name] ?? '') ? (cells[name] ?? '') : '']),
  ) as Record<(typeof satcatColumns)[number], string>;

/** Days since 1970-01-01 of an ISO day. */
function days(iso: string): number {
  return Date.parse(iso) / DAY_MS;
}

function joined(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : list.join('|');
}

/**
 * The cells of a date in claims: the day, the first and the last possible one, and the precision, which is never finer
 * than a day.
 */
function dateCells(date: VagueDate | null) {
  if (date === null) return { value_date: null, day_from: null, day_to: null, precision: null };
  const { value, from, to, time, precision } = date;
  return {
    value_date: days(value),
    day_from: days(from),
    day_to: days(to),
    precision: time === null ? precision : 'day',
  };
}
