import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRows, hasRow, rowsEqual, rowsInAll, rowsWithin, valuesAt } from '../../src/query/row-set.ts';

const codes = fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 200 });
const rowsOf = (size: number, has: (row: number) => boolean) =>
  Array.from({ length: size }, (_, row) => row).filter(has);

test('rowsEqual has exactly the rows with the value', () => {
  fc.assert(
    fc.property(codes, fc.integer({ min: -1, max: 5 }), (values, value) => {
      const column = Int32Array.from(values);
      const expected = rowsOf(values.length, (row) => values[row] === value);
      const set = rowsEqual(column, value);
      expect(rowsOf(values.length, (row) => hasRow(set, row))).toEqual(expected);
      expect(countRows(set)).toBe(expected.length);
      expect([
        ...valuesAt(
          set,
          Int32Array.from(values, (_, row) => row * 10),
        ),
      ]).toEqual(expected.map((row) => row * 10));
    }),
  );
});

test('rowsWithin includes its bounds, and never NaN', () => {
  const number = fc.oneof(fc.double({ min: -10, max: 10 }), fc.constant(Number.NaN), fc.integer({ min: -2, max: 2 }));
  const bound = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-Infinity, Infinity));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 100 }), bound, bound, (values, min, max) => {
      const set = rowsWithin(Float64Array.from(values), min, max);
      const expected = rowsOf(values.length, (row) => values[row]! >= min && values[row]! <= max);
      expect(rowsOf(values.length, (row) => hasRow(set, row))).toEqual(expected);
    }),
  );
});

test('rowsInAll is the intersection of sets, and does not change them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })), { maxLength: 100 }),
      (pairs) => {
        const one = rowsEqual(
          Uint8Array.from(pairs, ([value]) => value),
          1,
        );
        const other = rowsEqual(
          Uint8Array.from(pairs, ([, value]) => value),
          1,
        );
        const before = one.slice();
        const both = rowsInAll([one, other]);
        expect(rowsOf(pairs.length, (row) => hasRow(both, row))).toEqual(
          rowsOf(pairs.length, (row) => pairs[row]![0] === 1 && pairs[row]![1] === 1),
        );
        expect(one).toEqual(before);
      },
    ),
  );
});

test('rowsEqual of an empty column has no rows', () => {
  expect([...valuesAt(rowsEqual(new Int32Array(), 0), new Int32Array())]).toEqual([]);
});
