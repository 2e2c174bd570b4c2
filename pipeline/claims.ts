import { columns } from '../src/schema/field.ts';
import { type SatelliteField, satellite } from '../src/schema/satellite.ts';
import { type SourceSlug, sourceSlugs } from '../src/schema/vocabulary.ts';
import { type VagueDate, vagueDate } from './codes/vague-date.ts';
import type { Ledger } from './ledger.ts';
import type {
  Book,
  ElementSetText,
  LaunchText,
  Manner,
  OperatorFacts,
  RowIdentity,
  SourceFile,
} from './sources/source.ts';

/** A field's number in staging tables: its place in the record. */
const fieldNumbers = new Map(columns(satellite).map((column, index) => [column.name, index]));
const DAY_MS = 86_400_000;
const LONGEST_VALUE = 200;

/** Shelves that the files of one source share: what one remembers, the next can look up. */
export type Shelves = Map<string, Map<string, unknown>>;

/** One file being read, and the book that its source writes into: rows become claims, staged in the ledger. */
export class Reading implements Book {
  readonly id: number;
  readonly file: string;
  /** Rows read, kept or not; rows held out; claims made. */
  readonly count = { rows: 0, rejected: 0, claims: 0 };
  updated: string | null = null;
  readonly #ledger: Ledger;
  readonly #source: SourceSlug;
  readonly #definition: SourceFile;
  readonly #shelves: Shelves;
  #line = 0;
  #row = 0;
  #about = 0;
  #held = false;

  constructor(ledger: Ledger, source: SourceSlug, file: string, definition: SourceFile, shelves: Shelves) {
    this.id = ledger.nextFile();
    this.file = file;
    this.#ledger = ledger;
    this.#source = source;
    this.#definition = definition;
    this.#shelves = shelves;
  }

  /** Rows that parsed: each says what it claims. */
  rows(batch: readonly { line: number; row: Record<string, unknown> }[]): void {
    for (const { line, row } of batch) {
      this.count.rows++;
      this.#line = line;
      this.#row = 0;
      this.#held = false;
      this.#definition.read(row, this);
    }
  }

  /** What parsing held out. */
  problem(problem: {
    line: number;
    reason: string;
    column: string | null;
    value: string | null;
    scope: 'file' | 'row' | 'value';
  }): void {
    // A row can have several bad key columns: it is one row held out, and each reason is on record.
    if (problem.scope === 'row' && (problem.line !== this.#line || !this.#held)) {
      this.#line = problem.line;
      this.#held = true;
      this.count.rows++;
      this.count.rejected++;
    }
    this.#reject(problem.line, problem.reason, problem.column, problem.value, problem.scope);
  }

  /** GCAT says in a comment when the file was made. */
  comment(text: string, now: Date): void {
    const made = vagueDate(/^Updated\s+(.*)$/.exec(text)?.[1] ?? '');
    if (!made) return;
    const updated = `${made.value}T${made.time ?? '00:00:00'}Z`;
    if (Date.parse(updated) <= now.getTime() + DAY_MS) this.updated = updated;
    else this.#reject(this.#line + 1, 'in_the_future', null, text, 'value');
  }

  about(norad_cat_id: number, row: RowIdentity): void {
    this.#row = this.#ledger.nextRow();
    this.#about = norad_cat_id;
    this.#ledger.write('rows_read', [
      this.#row,
      this.id,
      sourceSlugs.indexOf(this.#source),
      this.file,
      this.#line,
      norad_cat_id,
      row.record,
      row.url,
      row.observedAt,
      row.founds,
    ]);
  }

  say(
    field: SatelliteField,
    value: string | number | boolean | VagueDate | null | undefined,
    raw: string,
    manner: Manner = {},
  ): void {
    if (value === null || value === undefined) return;
    this.count.claims++;
    const date = typeof value === 'object' ? value : null;
    const text = typeof value === 'string' ? value : null;
    this.#ledger.write('said', [
      this.#ledger.nextClaim(),
      this.#row,
      this.#about,
      fieldNumbers.get(field)!,
      manner.derived ?? false,
      text,
      typeof value === 'number' ? value : null,
      date && days(date.value),
      date && days(date.from),
      date && days(date.to),
      date && precisionOf(date),
      manner.uncertain ?? date?.uncertain ?? false,
      manner.silent ?? false,
      manner.weight ?? 0,
      manner.since ? days(manner.since) : null,
      manner.lasting ?? manner.since !== undefined,
      joined(manner.keys),
      joined(manner.spaces),
      joined(manner.near),
      // Most is written as it is meant.
      raw === text ? null : raw,
      manner.observedAt ?? null,
    ]);
  }

  elements(set: ElementSetText): void {
    this.#ledger.write('elements_read', [
      this.#row,
      set.object_name,
      set.object_id,
      set.epoch,
      set.mean_motion,
      set.eccentricity,
      set.inclination,
      set.ra_of_asc_node,
      set.arg_of_pericenter,
      set.mean_anomaly,
      set.ephemeris_type,
      set.classification_type,
      set.element_set_no,
      set.rev_at_epoch,
      set.bstar,
      set.mean_motion_dot,
      set.mean_motion_ddot,
    ]);
  }

  launch(launch: LaunchText): void {
    this.#ledger.write('launches_read', [
      this.id,
      this.#line,
      launch.launch_id,
      launch.record,
      launch.url,
      this.updated,
      launch.provider?.name ?? null,
      launch.provider?.slug ?? null,
      launch.name,
      launch.uncertain.join('|'),
    ]);
    const { date, site, vehicle } = launch;
    for (const [field, fact] of [
      ['launch_date', date],
      ['launch_site', site],
      ['launch_vehicle', vehicle],
    ] as const) {
      if (!fact) continue;
      const day = typeof fact.value === 'object' ? fact.value : null;
      this.#ledger.write('launch_facts', [
        this.id,
        launch.launch_id,
        fieldNumbers.get(field)!,
        typeof fact.value === 'string' ? fact.value : null,
        day && days(day.value),
        day && days(day.from),
        day && days(day.to),
        day && precisionOf(day),
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
    const { operators } = this.#ledger;
    if (!operators.has(facts.slug)) operators.set(facts.slug, facts);
  }

  holdOut(reason: string, column: string | null, value: string | null, scope: 'row' | 'value' = 'row'): void {
    if (scope === 'row') this.count.rejected++;
    this.#reject(this.#line, reason, column, value, scope);
  }

  remember<T>(shelf: string, key: string, value: T): void {
    const books = this.#shelves.get(shelf) ?? new Map<string, unknown>();
    this.#shelves.set(shelf, books.set(key, value));
  }

  recall<T>(shelf: string, key: string): T | undefined {
    return this.#shelves.get(shelf)?.get(key) as T | undefined;
  }

  shelf<T>(shelf: string): ReadonlyMap<string, T> {
    return (this.#shelves.get(shelf) ?? new Map()) as ReadonlyMap<string, T>;
  }

  name(kind: 'country' | 'operator', code: string, name: string): void {
    // The first to name a code keeps it: sources are read most trusted first.
    if (!this.#ledger.names[kind].has(code)) this.#ledger.names[kind].set(code, name);
  }

  #reject(line: number, reason: string, column: string | null, value: string | null, scope: string): void {
    const cut = value !== null && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
    this.#ledger.write('rejects_read', [this.id, this.#source, this.file, line, null, reason, column, cut, scope]);
  }
}

/** Days since 1970-01-01 of an ISO day. */
function days(iso: string): number {
  return Date.parse(iso) / DAY_MS;
}

function joined(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : list.join('|');
}

/** A claim's date is a day: how finely it was known below a day doesn't matter to anyone who reads it. */
function precisionOf(date: VagueDate): string {
  return date.time === null ? date.precision : 'day';
}
