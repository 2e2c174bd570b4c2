/**
 * A set of rows, one bit a row: 66,899 rows are 8 KB, so that sets are intersected in two microseconds and can be
 * remembered by the hundred.
 */
export type RowSet = Int32Array;

const wordsFor = (rows: number) => (rows + 31) >>> 5;

/** The rows, of so many, that a condition holds for. */
function rowsWhere(count: number, holds: (row: number) => boolean): RowSet {
  const set = new Int32Array(wordsFor(count));
  for (let row = 0; row < count; row += 1) if (holds(row)) set[row >>> 5]! |= 1 << (row & 31);
  return set;
}

/** The rows with the given value. */
export const rowsEqual = (column: Int32Array | Uint8Array, value: number): RowSet =>
  rowsWhere(column.length, (row) => column[row] === value);

/** The rows with one of the given values. */
export const rowsAmong = (column: Int32Array, values: ReadonlySet<number>): RowSet =>
  rowsWhere(column.length, (row) => values.has(column[row]!));

/** The rows with a value between two bounds, both included. NaN never matches. */
export const rowsWithin = (column: Float64Array, least: number, most: number): RowSet =>
  rowsWhere(column.length, (row) => column[row]! >= least && column[row]! <= most);

/** The set of the rows at the given places; `count` is the number of all rows. */
export function rowsAt(places: Iterable<number>, count: number): RowSet {
  const set = new Int32Array(wordsFor(count));
  for (const row of places) set[row >>> 5]! |= 1 << (row & 31);
  return set;
}

/** The rows that are in all of some sets; `sets` has at least one. */
export function rowsInAll(sets: readonly RowSet[]): RowSet {
  const [first, ...others] = sets as [RowSet, ...RowSet[]];
  const both = first.slice();
  for (const other of others) for (let word = 0; word < both.length; word += 1) both[word]! &= other[word]!;
  return both;
}

export const hasRow = (set: RowSet, row: number): boolean => ((set[row >>> 5]! >>> (row & 31)) & 1) === 1;

/** How many bits of a 32-bit number are set, counted in pairs, fours and bytes. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many rows are in a set. */
export const countRows = (set: RowSet): number => set.reduce((count, word) => count + bitsIn(word), 0);

/** Visits the rows of a set in their order. */
export function forEachRow(set: RowSet, visit: (row: number) => void): void {
  for (let word = 0; word < set.length; word += 1)
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) visit((word << 5) + 31 - Math.clz32(bits & -bits));
}

/** The elements of `values` at the rows of a set, in the order of the rows. */
export function valuesAt(set: RowSet, values: Int32Array): Int32Array {
  const found = new Int32Array(countRows(set));
  let at = 0;
  forEachRow(set, (row) => {
    found[at] = values[row]!;
    at += 1;
  });
  return found;
}
