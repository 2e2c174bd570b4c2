import { describe, expect, test } from 'vitest';
import type { ReentryPrediction } from '../../src/schema/reentries/reentry.ts';
import { coverageOf, keptPredictions, scoresOf } from '../../src/schema/reentries/reentry-score.ts';

const DAY_MS = 86_400_000;
const instant = (day: number) => new Date(Date.UTC(2026, 6, 1) + day * DAY_MS).toISOString().replace('.000Z', 'Z');

/** A prediction made on one day of July for another, with a window; days count from July 1. */
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
/** Noon of July 12 is day 11.5. */
const decayed = { decay_date: '2026-07-12', elements_epoch: instant(11) };

test('has no score before the object has decayed or has elements after the window', () => {
  expect(scoresOf([predicted(1, 12)], inOrbit)).toEqual([]);
  expect(scoresOf([predicted(1, 12)], { decay_date: null, elements_epoch: null })).toEqual([]);
});

test('scores the last prediction for each lead time, and none of the last day', () => {
  const predictions = [0, 1, 1.5, 3, 6, 6.5, 9, 10, 10.5, 11, 12.5].map((at) => predicted(at, 12));
  const scores = scoresOf(predictions, decayed);
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
  expect(scoresOf([predicted(3, median, from, to)], decayed)).toMatchObject([{ outcome, lead_days: 5 }]);
});

test('counts an object still in orbit after the window as outlived, until it decays', () => {
  const early = predicted(2, 7, 6, 8);
  expect(scoresOf([early], inOrbit)).toMatchObject([
    { outcome: 'outlived', lead_days: 5, decay_date: null, error_days: null },
  ]);
  expect(scoresOf([early], decayed)).toMatchObject([{ outcome: 'late', lead_days: 5, error_days: -4.5 }]);
});

describe('keptPredictions', () => {
  const predictions = [0, 0.25, 0.5, 1, 1.25, 4, 6, 9, 10.25].map((at) => predicted(at, 12));

  test('keeps one prediction per day before the decay, and the scored ones after it', () => {
    expect(keptPredictions(predictions, inOrbit).map(({ predicted_at }) => predicted_at)).toEqual(
      [0, 1, 4, 6, 9, 10.25].map(instant),
    );
    const kept = keptPredictions(predictions, decayed);
    expect(kept.map(({ predicted_at }) => predicted_at)).toEqual([1, 6, 9, 10.25].map(instant));
    expect(keptPredictions(kept, decayed)).toEqual(kept);
    expect(scoresOf(kept, decayed)).toEqual(scoresOf(keptPredictions(predictions, inOrbit), decayed));
  });
});

test('coverage counts reentries inside the window, and has the median of the known errors', () => {
  const scores = [
    ...scoresOf([predicted(3, 12)], decayed),
    ...scoresOf([predicted(3, 14, 12.5, 16)], decayed),
    ...scoresOf([predicted(2, 7, 6, 8)], inOrbit),
  ];
  expect(coverageOf(scores)).toContainEqual({ lead_days: 5, cases: 3, inside: 1, median_error_days: 2.5 });
  expect(coverageOf([])[0]).toEqual({ lead_days: 1, cases: 0, inside: 0, median_error_days: null });
});
