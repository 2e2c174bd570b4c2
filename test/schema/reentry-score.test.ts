import { describe, expect, test } from 'vitest';
import type { ReentryPrediction } from '../../src/schema/objects/reentry.ts';
import { coverageOf, keptPredictions, scoresOf } from '../../src/schema/objects/reentry-score.ts';

const DAY_MS = 86_400_000;
const instant = (day: number) => new Date(Date.UTC(2026, 6, 1) + day * DAY_MS).toISOString().replace('.000Z', 'Z');

/** A prediction of a day of July, days from its first: for that day, with a window. */
const predicted = (at: number, median: number, from = median - 1, to = median + 1): ReentryPrediction => ({
  norad_cat_id: 1,
  name: 'TEST',
  cospar_id: null,
  object_class: 'DEBRIS',
  predicted_at: instant(at),
  elements_epoch: instant(at - 0.5),
  reenters_at: instant(median),
  window_from: instant(from),
  window_to: instant(to),
  basis: 'decay_rate',
  element_sets: 4,
  span_days: 3,
  perigee_km: 200,
});
const inOrbit = { decay_date: null, elements_epoch: instant(10) };
/** Noon of 12 July is day 11.5. */
const down = { decay_date: '2026-07-12', elements_epoch: instant(11) };

test('a case is open until the object is down, or seen in orbit after its window', () => {
  expect(scoresOf([predicted(1, 12)], inOrbit)).toEqual([]);
  expect(scoresOf([predicted(1, 12)], { decay_date: null, elements_epoch: null })).toEqual([]);
});

test('of each lead the last prediction counts, and one of the last day none', () => {
  const days = [0, 1, 1.5, 3, 6, 6.5, 9, 10, 10.5, 11, 12.5].map((at) => predicted(at, 12));
  const scores = scoresOf(days, down);
  expect(scores.map(({ lead_days, predicted_at }) => [lead_days, predicted_at])).toEqual([
    [1, instant(10.5)],
    [2, instant(9)],
    [5, instant(6.5)],
    [10, instant(1.5)],
  ]);
  expect(scores[0]).toMatchObject({ outcome: 'inside', error_days: 0.5, decay_date: '2026-07-12' });
});

test.each([
  [11, 10.1, 11, 'inside'],
  [10, 9, 10.9, 'late'],
  [14, 12, 16, 'early'],
  [13, 11.99, 16, 'inside'],
])('a median of day %d in the window %d to %d is %s', (median, from, to, outcome) => {
  expect(scoresOf([predicted(3, median, from, to)], down)).toMatchObject([{ outcome, lead_days: 5 }]);
});

test('what is still in orbit after the window is a miss, until it comes down', () => {
  const early = predicted(2, 7, 6, 8);
  expect(scoresOf([early], inOrbit)).toMatchObject([
    { outcome: 'outlived', lead_days: 5, decay_date: null, error_days: null },
  ]);
  expect(scoresOf([early], down)).toMatchObject([{ outcome: 'late', lead_days: 5, error_days: -4.5 }]);
});

describe('what is kept', () => {
  const days = [0, 0.25, 0.5, 1, 1.25, 4, 6, 9, 10.25].map((at) => predicted(at, 12));

  test('is one a day while the case is open, and what counts when it is closed', () => {
    expect(keptPredictions(days, inOrbit).map(({ predicted_at }) => predicted_at)).toEqual(
      [0, 1, 4, 6, 9, 10.25].map(instant),
    );
    const kept = keptPredictions(days, down);
    expect(kept.map(({ predicted_at }) => predicted_at)).toEqual([1, 6, 9, 10.25].map(instant));
    expect(keptPredictions(kept, down)).toEqual(kept);
    expect(scoresOf(kept, down)).toEqual(scoresOf(keptPredictions(days, inOrbit), down));
  });
});

test('coverage counts cases inside, and the median of what is known', () => {
  const scores = [
    ...scoresOf([predicted(3, 12)], down),
    ...scoresOf([predicted(3, 14, 12.5, 16)], down),
    ...scoresOf([predicted(2, 7, 6, 8)], inOrbit),
  ];
  expect(coverageOf(scores)).toContainEqual({ lead_days: 5, cases: 3, inside: 1, median_error_days: 2.5 });
  expect(coverageOf([])[0]).toEqual({ lead_days: 1, cases: 0, inside: 0, median_error_days: null });
});
