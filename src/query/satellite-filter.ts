import { dayNumber, type SatelliteColumns, type WordColumn } from './columns.ts';
import { type RowSet, rowsEqual, rowsWithin } from './row-set.ts';

/** Numbers of a record between which a list can be cut. */
export const ranged = ['perigee_km', 'apogee_km', 'inclination_deg', 'period_min'] as const;
type Ranged = (typeof ranged)[number];

/** What a satellite must be to be listed; everything that is left out or undefined asks for nothing. */
export type SatelliteFilter = {
  readonly orbit_class?: string | undefined;
  readonly status?: string | undefined;
  readonly object_class?: string | undefined;
  readonly country?: string | undefined;
  readonly active?: boolean | undefined;
  /** A slug. */
  readonly operator?: string | undefined;
  /** That day or later. */
  readonly launched_after?: string | undefined;
  /** Before that day. */
  readonly launched_before?: string | undefined;
  readonly conflicting?: boolean | undefined;
} & { readonly [Bound in `${'min' | 'max'}_${Ranged}`]?: number | undefined };

type Worded = keyof SatelliteColumns['words'];
type Flagged = keyof SatelliteColumns['flags'];

/** One thing that a filter asks for: what it is called, the same whenever it is the same, and the rows that have it. */
export interface Condition {
  readonly key: string;
  rows(): RowSet;
}

/** What a filter asks for, one condition after the other; none where it asks for nothing. */
export function conditionsOf(columns: SatelliteColumns, filter: SatelliteFilter): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, { codes, words }] of Object.entries(columns.words) as [Worded, WordColumn][]) {
    const word = filter[name];
    if (word === undefined) continue;
    const code = words.indexOf(word);
    // -1 stands for rows without a word: a word that no row has must not find those.
    conditions.push({ key: `${name} ${word}`, rows: () => rowsEqual(codes, code < 0 ? Number.NaN : code) });
  }
  for (const [name, column] of Object.entries(columns.flags) as [Flagged, Uint8Array][]) {
    const flag = filter[name];
    if (flag !== undefined) conditions.push({ key: `${name} ${flag}`, rows: () => rowsEqual(column, Number(flag)) });
  }
  const between = (
    name: keyof SatelliteColumns['numbers'],
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  ) => {
    if (least === Number.NEGATIVE_INFINITY && most === Number.POSITIVE_INFINITY) return;
    conditions.push({ key: `${name} ${least}..${most}`, rows: () => rowsWithin(columns.numbers[name], least, most) });
  };
  const { launched_after: from, launched_before: to } = filter;
  between('launch_date', from === undefined ? from : dayNumber(from), to === undefined ? to : dayNumber(to) - 1);
  for (const name of ranged) between(name, filter[`min_${name}`], filter[`max_${name}`]);
  return conditions;
}
