import { indexOfId } from '../orbit/index-of-id.ts';
import type { Parameters } from '../release/database.ts';
import { evidenceField } from '../schema/objects/satellite.ts';
import { type FilterNames, type SatelliteFilterName, satelliteFilters } from '../schema/objects/satellite-filters.ts';
import type { confidences } from '../schema/vocabulary.ts';
import { dayNumber, type SatelliteColumns } from './columns.ts';
import { type RowSet, rowsAmong, rowsAt, rowsEqual, rowsWithin } from './row-set.ts';

/** A confidence, of one field or, if `field` is null, of any. */
export interface ConfidenceOf {
  readonly field: string | null;
  readonly level: (typeof confidences)[number];
}

type Worded = FilterNames<'code' | 'text' | 'group' | 'field'>;
type Ranged = FilterNames<'range'>;

/** The conditions for listing a satellite; one that is left out or undefined does not filter. */
export type SatelliteFilter = {
  /** Any of these values, each as the release spells it. */
  readonly [Name in Worded]?: string | readonly string[] | undefined;
} & { readonly [Name in FilterNames<'flag'>]?: boolean | undefined } & {
  /** A day, or an instant (ISO 8601). */
  readonly [Name in FilterNames<'day' | 'launched' | 'instant'>]?: string | undefined;
} & { readonly [Bound in `${'min' | 'max'}_${Ranged}`]?: number | undefined } & {
  readonly ids?: readonly number[] | undefined;
  readonly confidence?: readonly ConfidenceOf[] | undefined;
};

/** One condition of a filter and its rows: computed here or queried from the database. */
export type Condition = {
  /** Identifies the condition: equal conditions have equal keys. */
  readonly key: string;
} & ({ readonly rows: () => RowSet } | { readonly where: string; readonly values: Parameters });

/**
 * How an object meets a filter by launch day. Certain: on every day on which it may have been launched. Possible: on one of them. A list
 * has the objects that meet it for certain, so that one without a known launch date is never counted as launched on some day.
 */
type LaunchMatch = 'certain' | 'possible';

/** The conditions of a filter; empty if it has none. */
export function conditionsOf(
  columns: SatelliteColumns,
  filter: SatelliteFilter,
  match: LaunchMatch = 'certain',
): Condition[] {
  const names = Object.keys(satelliteFilters) as SatelliteFilterName[];
  return names.flatMap((name) => conditionOf(columns, filter, name, match) ?? []);
}

function conditionOf(
  columns: SatelliteColumns,
  filter: SatelliteFilter,
  name: SatelliteFilterName,
  match: LaunchMatch,
): Condition | null {
  const facts = satelliteFilters[name];
  switch (facts.kind) {
    case 'range':
      return between(columns, name as Ranged, filter, 'wraps' in facts);
    case 'flag':
      return flagged(columns, name as FilterNames<'flag'>, facts.sql, filter);
    case 'day':
      return dated(name as FilterNames<'day'>, facts, filter);
    case 'launched':
      return launched(columns, name as FilterNames<'launched'>, facts, filter, match);
    case 'instant': {
      const from = filter[name as FilterNames<'instant'>];
      return from === undefined
        ? null
        : {
            key: `${name} ${from}`,
            where: `${facts.sql} >= $from::TIMESTAMP`,
            values: { from: new Date(from).toISOString().slice(0, -1) },
          };
    }
    case 'ids':
      return numbered(columns, filter.ids);
    case 'confidence':
      return confident(filter.confidence);
    default:
      return worded(columns, name as Worded, filter[name as Worded]);
  }
}

/** Separates values in one parameter: no value contains a line break. */
const anyOf = '(SELECT unnest(string_split($values, chr(10))))';

function worded(columns: SatelliteColumns, name: Worded, value: string | readonly string[] | undefined) {
  if (value === undefined) return null;
  const wanted = [...new Set([value].flat())].sort();
  const key = `${name} ${wanted.join('\n')}`;
  const known = (columns.words as Partial<Record<Worded, SatelliteColumns['words']['country']>>)[name];
  if (known) {
    // -1 marks rows without a value: a value that no row has must not match them.
    const codes = wanted.map((word) => known.words.indexOf(word)).filter((code) => code >= 0);
    return { key, rows: () => rowsAmong(known.codes, new Set(codes)) };
  }
  const values = { values: wanted.join('\n') };
  if (name === 'group')
    return { key, values, where: `norad_cat_id IN (SELECT norad_cat_id FROM memberships WHERE slug IN ${anyOf})` };
  if (name === 'conflicting_field')
    return {
      key,
      values: { values: wanted.map(evidenceField).join('\n') },
      where: `norad_cat_id IN (SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING' AND field IN ${anyOf})`,
    };
  return { key, values, where: `${name} IN ${anyOf}` };
}

function flagged(columns: SatelliteColumns, name: FilterNames<'flag'>, sql: string, filter: SatelliteFilter) {
  const flag = filter[name];
  if (flag === undefined) return null;
  const key = `${name} ${flag}`;
  const column = (columns.flags as Partial<Record<string, Uint8Array>>)[name];
  if (column) return { key, rows: () => rowsEqual(column, Number(flag)) };
  return { key, where: flag ? sql : `NOT (${sql})`, values: {} };
}

function dated(
  name: FilterNames<'day'>,
  { sql, side }: { readonly sql: string; readonly side: 'from' | 'before' },
  filter: SatelliteFilter,
) {
  const day = filter[name];
  if (day === undefined) return null;
  const key = `${name} ${day}`;
  return { key, where: `${sql} ${side === 'from' ? '>=' : '<'} $day::DATE`, values: { day } };
}

function launched(
  { numbers: { launched_from, launched_to } }: SatelliteColumns,
  name: FilterNames<'launched'>,
  { side }: { readonly side: 'from' | 'before' },
  filter: SatelliteFilter,
  match: LaunchMatch,
): Condition | null {
  const day = filter[name];
  if (day === undefined) return null;
  const key = `${name} ${day} ${match}`;
  const number = dayNumber(day);
  if (side === 'from') {
    const column = match === 'certain' ? launched_from : launched_to;
    return { key, rows: () => rowsWithin(column, number, Number.POSITIVE_INFINITY) };
  }
  const column = match === 'certain' ? launched_to : launched_from;
  return { key, rows: () => rowsWithin(column, Number.NEGATIVE_INFINITY, number - 1) };
}

function between(columns: SatelliteColumns, name: Ranged, filter: SatelliteFilter, wraps: boolean) {
  const [min, max] = [filter[`min_${name}`], filter[`max_${name}`]];
  if (min === undefined && max === undefined) return null;
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  const key = `${name} ${least}..${most}`;
  const column = (columns.numbers as Partial<Record<string, Float64Array>>)[name];
  if (column) return { key, rows: () => rowsWithin(column, least, most) };
  const joined = wraps && least > most ? 'OR' : 'AND';
  return {
    key,
    where: `isfinite(${name}) AND (${name} >= $least ${joined} ${name} <= $most)`,
    values: { least, most },
  };
}

function numbered({ ids }: SatelliteColumns, wanted: readonly number[] | undefined): Condition | null {
  if (wanted === undefined) return null;
  const found = wanted.map((id) => indexOfId(ids, id)).filter((row) => row >= 0);
  return { key: `ids ${wanted.join()}`, rows: () => rowsAt(found, ids.length) };
}

function confident(wanted: readonly ConfidenceOf[] | undefined): Condition | null {
  if (wanted === undefined) return null;
  const values: Record<string, string> = {};
  const any = wanted.map(({ field, level }, at) => {
    values[`level${at}`] = level;
    if (field === null) return `confidence = $level${at}`;
    values[`field${at}`] = evidenceField(field);
    return `(confidence = $level${at} AND field = $field${at})`;
  });
  return {
    key: `confidence ${wanted.map(({ field, level }) => `${field}:${level}`).join()}`,
    where: `norad_cat_id IN (SELECT norad_cat_id FROM provenance WHERE ${any.join(' OR ')})`,
    values,
  };
}
