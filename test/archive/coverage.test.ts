import { expect, test } from 'vitest';
import { coveredDays, gapsOf, isCovered, readPart, releaseCoverage, releaseGaps } from '../../src/orbit/coverage.ts';

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

test('sets that were not read are no gap: the range then begins with the oldest that was read', () => {
  const newest = daily(30, 50).reverse();
  expect(readPart(newest, 51, range)).toEqual({ from: 30 * DAY, to: 50 * DAY });
  expect(gapsOf(newest, readPart(newest, 51, range))).toEqual([]);
  expect(readPart(newest, 21, range)).toEqual(range);
});

test('the days outside of gaps are counted', () => {
  expect(coveredDays([], range)).toBe(50);
  expect(coveredDays([{ from: 0, to: 12 * DAY }], range)).toBe(38);
});

test('a range is seen from one release to the next if they are at most a day and a half apart, and never before the first', () => {
  const gap = (from: number, to: number) => ({ from: from * DAY, to: to * DAY });
  const whole = gap(10, 20);
  expect(releaseGaps(daily(5, 25), whole)).toEqual([]);
  expect(releaseGaps(daily(12, 25), whole)).toEqual([gap(10, 12)]);
  expect(releaseGaps([...daily(5, 13), ...daily(16, 25)], whole)).toEqual([gap(13, 16)]);
  // The releases around the range are 30 hours apart, or weeks.
  expect(releaseGaps([9.5 * DAY, 10.75 * DAY], gap(10, 10.5))).toEqual([]);
  expect(releaseGaps([0, 30 * DAY], whole)).toEqual([whole]);
  // A newest release of yesterday has seen today; one of last week has not.
  expect(releaseGaps(daily(5, 19), whole)).toEqual([]);
  expect(releaseGaps(daily(5, 15), whole)).toEqual([gap(15, 20)]);
  expect(releaseGaps([], whole)).toEqual([whole]);
  expect(releaseCoverage([], gap(0, 1)).gaps).toEqual([
    { from: '1970-01-01T00:00:00.000Z', to: '1970-01-02T00:00:00.000Z' },
  ]);
});
