import { expect, test } from 'vitest';
import { coveredDays, gapsOf, isCovered } from '../../src/orbit/coverage.ts';

const DAY = 86_400_000;
const range = { from: 0, to: 50 * DAY };
const daily = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, day) => (from + day) * DAY);

test('gaps are parts of more than five days without a set, also at the ends of the range', () => {
  expect(gapsOf(daily(0, 50), range)).toEqual([]);
  expect(gapsOf([...daily(0, 10), ...daily(15, 50)], range)).toEqual([]);
  expect(gapsOf([...daily(16, 40), ...daily(3, 10)], range)).toEqual([
    { from: 10 * DAY, to: 16 * DAY },
    { from: 40 * DAY, to: 50 * DAY },
  ]);
  expect(gapsOf([], range)).toEqual([range]);
  // Sets outside of the range cover nothing of it.
  expect(gapsOf([-DAY, 51 * DAY], range)).toEqual([range]);
});

test('a range is covered if gaps are a tenth of it at most', () => {
  expect(isCovered([], range)).toBe(true);
  expect(isCovered(gapsOf([...daily(0, 20), ...daily(50, 50)], range), range)).toBe(false);
  expect(isCovered([{ from: 0, to: 5 * DAY }], range)).toBe(true);
  expect(isCovered([{ from: 0, to: 5 * DAY + 1 }], range)).toBe(false);
});

test('the days outside of gaps are counted', () => {
  expect(coveredDays([], range)).toBe(50);
  expect(coveredDays([{ from: 0, to: 12 * DAY }], range)).toBe(38);
});
