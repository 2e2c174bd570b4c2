import { dayNumber, type SatelliteColumns, type WordColumn } from './columns.ts';

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

/**
 * Which rows a filter leaves: 1 for those, in `mask`, which it returns. Column after column, each a plain loop over numbers: 66,899 objects take a
 * fifth of a millisecond, where a query takes several.
 */
export function maskOf(columns: SatelliteColumns, filter: SatelliteFilter, mask: Uint8Array): Uint8Array {
  mask.fill(1);
  for (const [name, column] of Object.entries(columns.words) as [keyof SatelliteColumns['words'], WordColumn][]) {
    const word = filter[name];
    if (word !== undefined) keepEqual(mask, column.codes, column.words.indexOf(word));
  }
  for (const [name, column] of Object.entries(columns.flags) as [keyof SatelliteColumns['flags'], Uint8Array][]) {
    const flag = filter[name];
    if (flag !== undefined) keepEqual(mask, column, flag ? 1 : 0);
  }
  const { launched_after: from, launched_before: to } = filter;
  if (from !== undefined) keepWithin(mask, columns.numbers.launch_date, dayNumber(from), Number.POSITIVE_INFINITY);
  if (to !== undefined) keepWithin(mask, columns.numbers.launch_date, 0, dayNumber(to) - 1);
  for (const name of ranged) {
    const { [`min_${name}` as const]: least, [`max_${name}` as const]: most } = filter;
    if (least === undefined && most === undefined) continue;
    keepWithin(mask, columns.numbers[name], least ?? Number.NEGATIVE_INFINITY, most ?? Number.POSITIVE_INFINITY);
  }
  return mask;
}

/** A code that no row has keeps nothing: -1 stands for no word at all. */
function keepEqual(mask: Uint8Array, column: Int32Array | Uint8Array, code: number): void {
  if (code < 0) mask.fill(0);
  else for (let row = 0; row < mask.length; row += 1) if (column[row] !== code) mask[row] = 0;
}

/** Both bounds are inside. What is unknown is NaN, and nowhere inside. */
function keepWithin(mask: Uint8Array, column: Float64Array, least: number, most: number): void {
  for (let row = 0; row < mask.length; row += 1) {
    const value = column[row]!;
    if (!(value >= least && value <= most)) mask[row] = 0;
  }
}
