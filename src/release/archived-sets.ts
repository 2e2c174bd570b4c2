import type { ElementSet } from '../orbit/element-set.ts';
import { unpackElements } from '../orbit/packed-elements.ts';
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
  ...times.map((name) => `coalesce(epoch_us(${name}), -1)::DOUBLE AS ${name}`),
  `concat_ws(chr(31), ${texts.map((name) => `coalesce(${name}, '')`).join(', ')}) AS texts`,
].join(', ')}`;

/** What `readable` gives, a column each. */
export type SetColumns = Readonly<Record<keyof typeof archiveColumns, Float64Array>> & {
  readonly texts: readonly string[];
};

/** The sets in columns of which each object has one, by catalog number: where it has two, the newer. A window in SQL takes longer. */
export function newestOfEach(columns: SetColumns): { columns: SetColumns; order: number[] } {
  const { norad_cat_id: id, epoch, first_seen, texts } = columns;
  const newer = (a: number, b: number) =>
    epoch[b]! - epoch[a]! || first_seen[b]! - first_seen[a]! || (texts[a]! < texts[b]! ? -1 : 1);
  const order = [...texts.keys()].sort((a, b) => id[a]! - id[b]! || newer(a, b));
  return { columns, order: order.filter((row, at) => at === 0 || id[row] !== id[order[at - 1]!]) };
}

/** Sets in columns, in the order of their rows or another one. */
export function setsOf({ columns, order }: { columns: SetColumns; order?: readonly number[] }): ArchivedSet[] {
  const { texts } = columns;
  const { norad_cat_id, epoch, first_seen, last_seen, ephemeris_type, element_set_no, rev_at_epoch } = columns;
  const { mean_motion_e8, eccentricity_e8, inclination_e4, ra_of_asc_node_e4, arg_of_pericenter_e4 } = columns;
  const { mean_anomaly_e4, mean_motion_dot_e8, bstar_digits, bstar_power } = columns;
  const { mean_motion_ddot_digits, mean_motion_ddot_power } = columns;
  // Few times are different: each is written once.
  const written = new Map<number, string>();
  const seen = (time: number): string | null => {
    if (time < 0) return null;
    const known = written.get(time) ?? `${new Date(time / 1000).toISOString().slice(0, 19)}Z`;
    written.set(time, known);
    return known;
  };
  return (order ?? [...texts.keys()]).map((at): ArchivedSet => {
    const [object_name, object_id, classification_type, beyond, source] = texts[at]!.split(SEPARATOR) as Texts;
    const decimals = unpackElements({
      mean_motion_e8: mean_motion_e8[at]!,
      eccentricity_e8: eccentricity_e8[at]!,
      inclination_e4: inclination_e4[at]!,
      ra_of_asc_node_e4: ra_of_asc_node_e4[at]!,
      arg_of_pericenter_e4: arg_of_pericenter_e4[at]!,
      mean_anomaly_e4: mean_anomaly_e4[at]!,
      mean_motion_dot_e8: mean_motion_dot_e8[at]!,
      bstar_digits: bstar_digits[at]!,
      bstar_power: bstar_power[at]!,
      mean_motion_ddot_digits: mean_motion_ddot_digits[at]!,
      mean_motion_ddot_power: mean_motion_ddot_power[at]!,
      beyond: beyond || null,
    });
    return {
      norad_cat_id: norad_cat_id[at]!,
      object_name,
      object_id: object_id || null,
      epoch: microseconds(epoch[at]!),
      mean_motion: decimals.mean_motion,
      eccentricity: decimals.eccentricity,
      inclination: decimals.inclination,
      ra_of_asc_node: decimals.ra_of_asc_node,
      arg_of_pericenter: decimals.arg_of_pericenter,
      mean_anomaly: decimals.mean_anomaly,
      ephemeris_type: ephemeris_type[at]!,
      classification_type,
      element_set_no: element_set_no[at]!,
      rev_at_epoch: rev_at_epoch[at]!,
      bstar: decimals.bstar,
      mean_motion_dot: decimals.mean_motion_dot,
      mean_motion_ddot: decimals.mean_motion_ddot,
      first_seen: seen(first_seen[at]!),
      last_seen: seen(last_seen[at]!),
      source: source || null,
    };
  });
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
