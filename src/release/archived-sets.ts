import type { ElementSet } from '../orbit/element-set.ts';
import { type ElementTexts, unpackNumber } from '../orbit/packed-elements.ts';
import { archiveColumns } from '../schema/archive.ts';

/** An element set of the archive. Times are ISO 8601 UTC; null where the archive does not know them. */
export interface ArchivedSet extends ElementSet {
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly source: string | null;
}

/** Numbers of a set that are read as they are; times are microseconds since 1970, -1 where there is none. */
const packedColumns = Object.keys(archiveColumns).filter((name) => /_(e\d|digits|power)$/.test(name));
const plainColumns = ['norad_cat_id', 'ephemeris_type', 'element_set_no', 'rev_at_epoch', ...packedColumns];
const times = ['epoch', 'first_seen', 'last_seen'];
const texts = ['object_name', 'object_id', 'classification_type', 'beyond', 'source'];
const SEPARATOR = '\u001f';

/**
 * What is read of sets, in SQL. A value that is null and each text cost as much as ten numbers: times are never null, and the texts of a
 * set are one.
 */
export const readable = `SELECT ${[
  ...plainColumns,
  '(beyond IS NOT NULL)::INTEGER AS beyond',
  ...times.map((name) => `coalesce(epoch_us(${name}), -1)::DOUBLE AS ${name}`),
  `concat_ws(chr(31), ${texts.map((name) => `coalesce(${name}, '')`).join(', ')}) AS texts`,
].join(', ')}`;

/** What `readable` gives, a column each. */
export type SetColumns = Readonly<Record<keyof typeof archiveColumns, Float64Array>> & {
  readonly texts: readonly string[];
};

/** Orders rows of one object as `newestFirst` does. */
const byAge =
  ({ epoch, first_seen, texts }: SetColumns) =>
  (a: number, b: number): number =>
    epoch[b]! - epoch[a]! || first_seen[b]! - first_seen[a]! || (texts[a]! < texts[b]! ? -1 : 1);

/** The rows of one object, the newest set first. */
export const newestFirstOf = (columns: SetColumns): number[] => [...columns.texts.keys()].sort(byAge(columns));

/** The sets in columns of which each object has one, by catalog number: where it has two, the newer. A window in SQL takes longer. */
export function newestOfEach(columns: SetColumns): { columns: SetColumns; order: number[] } {
  const { norad_cat_id: id, texts } = columns;
  const newer = byAge(columns);
  const order = [...texts.keys()].sort((a, b) => id[a]! - id[b]! || newer(a, b));
  return { columns, order: order.filter((row, at) => at === 0 || id[row] !== id[order[at - 1]!]) };
}

/** Sets in columns, in the order of their rows or another one. */
export function setsOf({ columns, order }: { columns: SetColumns; order?: readonly number[] }): ArchivedSet[] {
  // Few times are different: each is written once.
  const written = new Map<number, string>();
  const seen = (time: number): string | null => {
    if (time < 0) return null;
    const known = written.get(time) ?? `${new Date(time / 1000).toISOString().slice(0, 19)}Z`;
    written.set(time, known);
    return known;
  };
  return (order ?? [...columns.texts.keys()]).map((row) => new SetOfRow(columns, row, seen));
}

/** A set that is a row of columns. Its texts are made when they are read: most readers of a whole catalog want few of them. */
class SetOfRow implements ArchivedSet {
  readonly #columns: SetColumns;
  readonly #row: number;
  readonly #seen: (time: number) => string | null;
  #texts: Texts | null = null;

  constructor(columns: SetColumns, row: number, seen: (time: number) => string | null) {
    this.#columns = columns;
    this.#row = row;
    this.#seen = seen;
  }

  get norad_cat_id() {
    return this.#columns.norad_cat_id[this.#row]!;
  }
  get object_name() {
    return this.#text(0);
  }
  get object_id() {
    return this.#text(1) || null;
  }
  get epoch() {
    return microseconds(this.#columns.epoch[this.#row]!);
  }
  get mean_motion() {
    return this.#number('mean_motion');
  }
  get eccentricity() {
    return this.#number('eccentricity');
  }
  get inclination() {
    return this.#number('inclination');
  }
  get ra_of_asc_node() {
    return this.#number('ra_of_asc_node');
  }
  get arg_of_pericenter() {
    return this.#number('arg_of_pericenter');
  }
  get mean_anomaly() {
    return this.#number('mean_anomaly');
  }
  get ephemeris_type() {
    return this.#columns.ephemeris_type[this.#row]!;
  }
  get classification_type() {
    return this.#text(2);
  }
  get element_set_no() {
    return this.#columns.element_set_no[this.#row]!;
  }
  get rev_at_epoch() {
    return this.#columns.rev_at_epoch[this.#row]!;
  }
  get bstar() {
    return this.#number('bstar');
  }
  get mean_motion_dot() {
    return this.#number('mean_motion_dot');
  }
  get mean_motion_ddot() {
    return this.#number('mean_motion_ddot');
  }
  get first_seen() {
    return this.#seen(this.#columns.first_seen[this.#row]!);
  }
  get last_seen() {
    return this.#seen(this.#columns.last_seen[this.#row]!);
  }
  get source() {
    return this.#text(4) || null;
  }

  #text(place: number): string {
    this.#texts ??= this.#columns.texts[this.#row]!.split(SEPARATOR) as Texts;
    return this.#texts[place]!;
  }
  #number(name: keyof ElementTexts): string {
    return unpackNumber(name, this.#columns, this.#row, this.#columns.beyond[this.#row]! ? this.#text(3) : null);
  }
}

type Texts = [string, string, string, string, string];

/** Days as text by their number: the epochs of a catalog share few. */
const dayTexts = new Map<number, string>();
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** A time in microseconds since 1970 as upstream writes epochs. */
function microseconds(time: number): string {
  const day = Math.floor(time / DAY);
  let text = dayTexts.get(day);
  if (text === undefined) {
    if (dayTexts.size > 5000) dayTexts.clear();
    text = new Date(day * 86_400_000).toISOString().slice(0, 11);
    dayTexts.set(day, text);
  }
  const rest = time - day * DAY;
  const seconds = Math.floor(rest / 1e6);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${text}${clock}.${String(rest - seconds * 1e6).padStart(6, '0')}`;
}

/** A day in microseconds. */
const DAY = 86_400_000_000;
