import { columns } from '../src/schema/field.ts';
import type { ReentryMessage } from '../src/schema/objects/reentry.ts';
import { satcatColumns } from '../src/schema/objects/satcat-record.ts';
import { type SatelliteField, satellite } from '../src/schema/objects/satellite.ts';
import type { ListedTransmitter } from '../src/schema/objects/transmitter.ts';
import { isOneLine } from '../src/schema/one-line.ts';
import { type SourceSlug, sourceSlugs } from '../src/schema/release/source.ts';
import { type VagueDate, vagueDate } from './codes/vague-date.ts';
import type { ParsedRow } from './parse.ts';
import type {
  ClaimOptions,
  ClaimWriter,
  ElementSetText,
  LaunchText,
  OperatorFacts,
  RowIdentity,
  SourceFile,
} from './sources/source.ts';
import { elementNames, type StagingTables, transmitterNames } from './staging-tables.ts';

/** A field's number in staging tables: its position in the record. */
const fieldNumbers = new Map(columns(satellite).map((column, index) => [column.name, index]));
const DAY_MS = 86_400_000;
const MAX_VALUE_LENGTH = 200;

/** Lookup tables that the files of one source share: later files can look up values of earlier ones. */
export type SourceLookups = Map<string, Map<string, unknown>>;

/** Writes the claims of one file into the staging tables while its source reads the rows. */
export class FileClaims implements ClaimWriter {
  readonly id: number;
  readonly file: string;
  /** Rows read (kept or not), rows rejected, claims made. */
  readonly count = { rows: 0, rejected: 0, claims: 0 };
  /** Values and rows that were rejected because of one column, by column. */
  readonly rejectedColumns: Record<string, number> = {};
  /** Rows whose apogee is below their perigee. */
  inverted = 0;
  updated: string | null = null;
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
  ) {
    this.id = staging.nextFile();
    this.file = file;
    this.#staging = staging;
    this.#source = source;
    this.#definition = definition;
    this.#lookups = lookups;
  }

  /** Passes each parsed row to the source, which adds its claims. */
  rows(batch: readonly ParsedRow[]): void {
    for (const { line, cells, row } of batch) {
      this.count.rows++;
      this.#line = line;
      this.#row = 0;
      this.#held = false;
      this.#definition.read(row, this);
      if (this.#definition.keepsText)
        this.#staging.write('satcat_read', [this.id, ...satcatColumns.map((name) => textOf(cells[name]))]);
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
    this.#staging.write('rows_read', [
      this.#row,
      this.id,
      sourceSlugs.indexOf(this.#source),
      this.file,
      this.#line,
      norad_cat_id,
      row.record,
      row.url,
      row.observedAt,
      row.createsObject,
    ]);
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
    this.#staging.write('staged_claims', [
      this.#staging.nextClaim(),
      this.#row,
      this.#about,
      fieldNumbers.get(field)!,
      options.derived !== undefined,
      options.derived?.join('|') ?? null,
      false,
      text,
      typeof value === 'number' ? value : null,
      ...dateCells(date),
      options.uncertain ?? date?.uncertain ?? false,
      options.isUnknown ?? false,
      options.weight ?? 0,
      options.since ? days(options.since) : null,
      options.said ? days(options.said) : null,
      options.lasting ?? options.since !== undefined,
      joined(options.keys),
      joined(options.spaces),
      joined(options.near),
      // The raw text mostly equals the value.
      raw === text ? null : raw,
      options.fileTime ?? null,
    ]);
  }

  elements(set: ElementSetText): void {
    this.#staging.write('elements_read', [this.#row, ...elementNames.map((name) => set[name])]);
  }

  launch(launch: LaunchText): void {
    this.#staging.write('launches_read', [
      this.id,
      this.#line,
      launch.launch_id,
      launch.record,
      launch.url,
      launch.provider?.name ?? null,
      launch.provider?.slug ?? null,
      launch.name,
      launch.uncertain.join('|'),
      launch.outcome,
    ]);
    const { date, site, vehicle } = launch;
    for (const [field, fact] of [
      ['launch_date', date],
      ['launch_site', site],
      ['launch_vehicle', vehicle],
    ] as const) {
      if (!fact) continue;
      this.#staging.write('launch_facts', [
        this.id,
        launch.launch_id,
        fieldNumbers.get(field)!,
        typeof fact.value === 'string' ? fact.value : null,
        ...dateCells(typeof fact.value === 'object' ? fact.value : null),
        launch.uncertain.includes(field),
        fact.weight,
        joined(fact.keys),
        joined(fact.spaces),
        joined(fact.near),
        fact.raw,
      ]);
    }
  }

  operator(facts: OperatorFacts): void {
    const { operators } = this.#staging;
    if (!operators.has(facts.slug)) operators.set(facts.slug, facts);
  }

  reentryMessage({ message_at, reenters_at, window_min }: ReentryMessage): void {
    this.#staging.write('reentry_messages_read', [this.id, this.#about, message_at, reenters_at, window_min]);
  }

  transmitter(transmitter: ListedTransmitter): void {
    const cells = transmitterNames.map((name) => {
      const value = transmitter[name];
      return Array.isArray(value) ? JSON.stringify(value) : value;
    });
    this.#staging.write('transmitters_read', [
      this.id,
      sourceSlugs.indexOf(this.#source),
      this.file,
      this.#line,
      ...cells,
    ]);
  }

  reject(reason: string, column: string | null, value: string | null, scope: 'row' | 'value' = 'row'): void {
    if (scope === 'row') this.count.rejected++;
    this.#reject(this.#line, reason, column, value, scope);
  }

  setLookup<T>(table: string, key: string, value: T): void {
    const entries = this.#lookups.get(table) ?? new Map<string, unknown>();
    this.#lookups.set(table, entries.set(key, value));
  }

  lookup<T>(table: string): ReadonlyMap<string, T> {
    return (this.#lookups.get(table) ?? new Map()) as ReadonlyMap<string, T>;
  }

  name(kind: 'country' | 'operator', code: string, name: string): void {
    // The first name of a code is kept: sources are read most trusted first.
    if (!this.#staging.names[kind].has(code)) this.#staging.names[kind].set(code, name);
  }

  #reject(line: number, reason: string, column: string | null, value: string | null, scope: string): void {
    if (reason === 'apogee_below_perigee') this.inverted++;
    else if (column !== null && scope !== 'file')
      this.rejectedColumns[column] = (this.rejectedColumns[column] ?? 0) + 1;
    const cut = value !== null && value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
    this.#staging.write('rejects_read', [this.id, this.#source, this.file, line, null, reason, column, cut, scope]);
  }
}

/** A cell for publication; a cell with a line end was rejected, so it is blank. */
const textOf = (cell = ''): string => (isOneLine(cell) ? cell : '');

/** Days since 1970-01-01 of an ISO day. */
function days(iso: string): number {
  return Date.parse(iso) / DAY_MS;
}

function joined(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : list.join('|');
}

/** A date as claims have it: the day, the first and the last possible one, and the precision, which is never finer than a day. */
function dateCells(date: VagueDate | null): readonly (number | string | null)[] {
  if (date === null) return [null, null, null, null];
  return [days(date.value), days(date.from), days(date.to), date.time === null ? date.precision : 'day'];
}
