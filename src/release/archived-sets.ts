import { type ElementTexts, unpackNumber, unpackNumberSql } from '../orbit/formats/packed-elements.ts';
import { orbitClassSql } from '../orbit/shape.ts';
import { sqlText } from '../schema/escaped-text.ts';
import { type Column, columns } from '../schema/field.ts';
import { type ElementSet, elementSet } from '../schema/objects/elements.ts';
import { archiveColumns } from '../schema/release/archive.ts';
import type { OrbitClass } from '../schema/vocabulary.ts';
import type { TextColumn } from './database.ts';
import type { RowColumns } from './object-rows.ts';

/** An element set of the archive. Times are ISO 8601 UTC; null if they are not in the archive. */
export interface ArchivedSet extends ElementSet {
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly source: string | null;
}

/** Columns that are read as they are. */
const packedColumns = Object.keys(archiveColumns).filter((name) => /_(e\d|digits|power)$/.test(name));
const plainColumns = ['norad_cat_id', 'ephemeris_type', 'element_set_no', 'rev_at_epoch', ...packedColumns];
const texts = ['object_name', 'object_id', 'classification_type', 'source', 'beyond'] as const;
const times = ['epoch', 'first_seen', 'last_seen'] as const;

/** The values of sets that are read, in SQL, without nulls: reading a nullable value takes as long as ten numbers. */
export const readable = `SELECT ${[
  ...plainColumns,
  ...texts,
  '(beyond IS NOT NULL)::INTEGER AS is_beyond',
  ...times.map((name) => `coalesce(epoch_us(${name}), -1)::DOUBLE AS ${name}`),
].join(', ')}`;

/** The orbit class of a set, in SQL. */
const classOfSet = orbitClassSql(
  "coalesce((beyond->>'mean_motion')::DOUBLE, mean_motion_e8 / 1e8)",
  "coalesce((beyond->>'eccentricity')::DOUBLE, eccentricity_e8 / 1e8)",
);

/** A part of the catalog that follows from element sets: an orbit class, the launches of a year, or some objects; else all of it. */
export interface CatalogPart {
  readonly orbit_class?: OrbitClass;
  readonly launch_year?: string;
  /** Catalog numbers. */
  readonly objects?: readonly number[];
}

/** Whether a set is in a part, in SQL. */
export function isIn({ orbit_class, launch_year, objects }: CatalogPart): string {
  if (objects !== undefined) return objects.length === 0 ? 'false' : `norad_cat_id IN (${objects.join(', ')})`;
  if (orbit_class !== undefined) return `${classOfSet} = ${sqlText(orbit_class)}`;
  return launch_year === undefined ? 'true' : `starts_with(object_id, ${sqlText(`${launch_year}-`)})`;
}

/** A field of a set as JSON text, in SQL. */
function jsonOf({ name, sql, json }: Column): string {
  if (name === 'epoch') return `strftime(epoch, '"%Y-%m-%dT%H:%M:%S.%f"')`;
  if (name === 'orbit_class') return `'"' || ${classOfSet} || '"'`;
  if (name === 'object_id') return "coalesce(to_json(object_id)::VARCHAR, 'null')";
  if (json === 'number') return unpackNumberSql(name as keyof ElementTexts);
  return sql === 'INTEGER' ? `${name}::VARCHAR` : `to_json(coalesce(${name}, ''))::VARCHAR`;
}

/** The output of `elementArrays`, in SQL over ordered rows: the archive's database has one thread, which keeps the order. */
export const arraysOfSets = `concat('{', ${columns(elementSet)
  .map((column) => `'"${column.name}":[', string_agg(${jsonOf(column)}, ','), ']'`)
  .join(", ',\n', ")}, '}')`;

type TextName = (typeof texts)[number];
/** The columns that `readable` selects. Times are microseconds since 1970, -1 if there is none. */
export type SetColumns = Readonly<
  Record<Exclude<keyof typeof archiveColumns, TextName> | 'is_beyond', ArrayLike<number>> & Record<TextName, TextColumn>
>;

/** The columns of `readable` from the rows of one object in several files. */
export function columnsOfObject(id: number, files: readonly RowColumns[]): SetColumns {
  const column = (name: string) => files.flatMap((file) => file[name]!);
  const known = [...plainColumns.slice(1), ...texts].map((name) => [name, column(name)] as const);
  const beyond = column('beyond');
  return Object.fromEntries([
    ...known,
    ...times.map((name) => [name, column(name).map((time) => time ?? -1)]),
    ['norad_cat_id', beyond.map(() => id)],
    ['is_beyond', beyond.map((text) => Number(text !== null))],
  ]);
}

/**
 * The rows of one object, each set once, as `archivedElements` does it in SQL: rows from `recent` on repeat a set that
 * has ended, and replace its earlier row.
 */
export function eachOnce({ first_seen, last_seen }: SetColumns, recent: number): number[] {
  const end = (row: number) => (last_seen[row]! < 0 ? Number.POSITIVE_INFINITY : last_seen[row]!);
  const added = new Map<number, number>();
  for (let row = recent; row < first_seen.length; row++) {
    const known = added.get(first_seen[row]!);
    if (known === undefined || end(row) < end(known)) added.set(first_seen[row]!, row);
  }
  const before = [...Array(recent).keys()].filter((row) => !added.has(first_seen[row]!));
  return [...before, ...added.values()];
}

/** Orders rows of one object as `newestFirst` does. */
const byAge =
  ({ epoch, first_seen, source }: SetColumns) =>
  (a: number, b: number): number =>
    epoch[b]! - epoch[a]! || first_seen[b]! - first_seen[a]! || ((source.at(a) ?? '') < (source.at(b) ?? '') ? -1 : 1);

/** Some rows of one object, the newest set first. */
export const newestFirstOf = (columns: SetColumns, rows: readonly number[]): number[] => rows.toSorted(byAge(columns));

/** Sets in columns, in the order of their rows or another one. */
export function setsOf({ columns, order }: { columns: SetColumns; order?: readonly number[] }): ArchivedSet[] {
  const times = new TimeTexts();
  return (order ?? [...Array(columns.norad_cat_id.length).keys()]).map(
    (row) => new SetOfRow(columns, row, times) as unknown as ArchivedSet,
  );
}

/** A set that is a row of columns. Its texts are made when they are read: most readers of a whole catalog want few of them. */
class SetOfRow {
  readonly columns: SetColumns;
  readonly row: number;
  readonly times: TimeTexts;

  constructor(columns: SetColumns, row: number, times: TimeTexts) {
    this.columns = columns;
    this.row = row;
    this.times = times;
  }
}

/** How each field of a set is read. */
const fields: { readonly [Name in keyof ArchivedSet]: (set: SetOfRow) => ArchivedSet[Name] } = {
  norad_cat_id: ({ columns, row }) => columns.norad_cat_id[row]!,
  object_name: (set) => textOf(set, 'object_name') ?? '',
  object_id: (set) => textOf(set, 'object_id'),
  epoch: ({ columns, row, times }) => times.epoch(columns.epoch[row]!),
  mean_motion: (set) => numberOf(set, 'mean_motion'),
  eccentricity: (set) => numberOf(set, 'eccentricity'),
  inclination: (set) => numberOf(set, 'inclination'),
  ra_of_asc_node: (set) => numberOf(set, 'ra_of_asc_node'),
  arg_of_pericenter: (set) => numberOf(set, 'arg_of_pericenter'),
  mean_anomaly: (set) => numberOf(set, 'mean_anomaly'),
  ephemeris_type: ({ columns, row }) => columns.ephemeris_type[row]!,
  classification_type: (set) => textOf(set, 'classification_type') ?? '',
  element_set_no: ({ columns, row }) => columns.element_set_no[row]!,
  rev_at_epoch: ({ columns, row }) => columns.rev_at_epoch[row]!,
  bstar: (set) => numberOf(set, 'bstar'),
  mean_motion_dot: (set) => numberOf(set, 'mean_motion_dot'),
  mean_motion_ddot: (set) => numberOf(set, 'mean_motion_ddot'),
  first_seen: ({ columns, row, times }) => times.seen(columns.first_seen[row]!),
  last_seen: ({ columns, row, times }) => times.seen(columns.last_seen[row]!),
  source: (set) => textOf(set, 'source'),
};
for (const [name, read] of Object.entries(fields))
  Object.defineProperty(SetOfRow.prototype, name, {
    get(this: SetOfRow) {
      return read(this);
    },
  });

const textOf = ({ columns, row }: SetOfRow, name: TextName): string | null => columns[name].at(row) ?? null;

const numberOf = (set: SetOfRow, name: keyof ElementTexts): string =>
  unpackNumber(name, set.columns, set.row, set.columns.is_beyond[set.row] ? textOf(set, 'beyond') : null);

/** A day in microseconds. */
const DAY = 86_400_000_000;
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Times of sets as text. Few are different: each day, and each time of a snapshot, is written once. */
class TimeTexts {
  readonly #days = new Map<number, string>();
  readonly #seen = new Map<number, string>();

  /** A time (microseconds since 1970) as upstream writes epochs. */
  epoch(time: number): string {
    const day = Math.floor(time / DAY);
    const text = this.#days.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 11);
    this.#days.set(day, text);
    const rest = time - day * DAY;
    const seconds = Math.floor(rest / 1e6);
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return `${text}${clock}.${String(rest - seconds * 1e6).padStart(6, '0')}`;
  }

  /** The time of a snapshot; null if there is none. */
  seen(time: number): string | null {
    if (time < 0) return null;
    const text = this.#seen.get(time) ?? `${new Date(time / 1000).toISOString().slice(0, 19)}Z`;
    this.#seen.set(time, text);
    return text;
  }
}
