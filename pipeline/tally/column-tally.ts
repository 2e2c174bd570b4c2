import type { ParsedRow } from '../parse.ts';

/** A column is varied if at most this share of its rows have the value of the row before, or if it has this many values. */
const MAX_REPEATED = 0.75;
const MANY_VALUES = 20;

/**
 * Rows that were parsed, how many of them have a value, and the value of the row before, in each column that is read, and the first
 * values of each.
 */
export interface FilledCells {
  rows: number;
  readonly names: readonly string[];
  readonly counts: number[];
  readonly repeated: number[];
  readonly values: Set<string>[];
}

/** Counts the values of a file's columns while its rows are read. */
export class ColumnTally {
  readonly counted: FilledCells;
  /** The cells of the row before. */
  #before: ParsedRow['cells'] | null = null;

  constructor(names: readonly string[]) {
    const zeros = () => names.map(() => 0);
    const values = names.map(() => new Set<string>());
    this.counted = { rows: 0, names, counts: zeros(), repeated: zeros(), values };
  }

  /** The share of rows with a value, by column; empty without rows. */
  get filled(): Readonly<Record<string, number>> {
    const { rows, names, counts } = this.counted;
    return rows === 0 ? {} : Object.fromEntries(names.map((name, at) => [name, rounded(counts[at]! / rows)]));
  }

  /** The columns in which many rows differ: in values, or from the row before. */
  get varied(): string[] {
    const { rows, names, repeated, values } = this.counted;
    return names.filter((_, at) => repeated[at]! <= MAX_REPEATED * (rows - 1) || values[at]!.size === MANY_VALUES);
  }

  /** The columns in which all rows have the same value. */
  get uniform(): readonly string[] {
    const { rows, names, repeated } = this.counted;
    return rows < 2 ? [] : names.filter((_, at) => repeated[at] === rows - 1);
  }

  row(cells: ParsedRow['cells']): void {
    const { names, counts, repeated, values } = this.counted;
    this.counted.rows++;
    for (let at = 0; at < names.length; at++) {
      const cell = cells[names[at]!];
      // GCAT writes `-` for no value.
      if (cell !== undefined && cell !== '' && cell !== '-') counts[at]!++;
      if (this.#before !== null && this.#before[names[at]!] === cell) repeated[at]!++;
      else if (values[at]!.size < MANY_VALUES) values[at]!.add(cell ?? '');
    }
    this.#before = cells;
  }
}

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
