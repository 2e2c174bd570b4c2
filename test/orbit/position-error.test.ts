import { describe, expect, test } from 'vitest';
import {
  accuracyRegime,
  constellationOf,
  elementsWords,
  errorAt,
  errorCurve,
  errorWords,
  timesMeaning,
} from '../../src/orbit/position-error.ts';
import type { RegimeAccuracy } from '../../src/schema/objects/accuracy.ts';

const quantiles = (p68: number) => ({ median: p68 / 2, p68, p95: p68 * 5 });
const measured: RegimeAccuracy[] = [
  {
    regime: 'leo_400_600',
    active: true,
    constellation: null,
    ages: [
      { days: 1, pairs: 300, along_track_km: quantiles(2), time_s: quantiles(0.26), held_out: null },
      { days: 3, pairs: 300, along_track_km: quantiles(18), time_s: quantiles(2.4), held_out: null },
    ],
  },
  { regime: 'leo_400_600', active: false, constellation: null, ages: [] },
];
const station = { mean_motion: '15.1', eccentricity: '0.0002' };

test.each([
  [15.7, 0.0005, 'leo_below_400'],
  [15.49, 0.0005, 'leo_400_600'],
  [14.2, 0.001, 'leo_600_1000'],
  [13.2, 0.001, 'leo_above_1000'],
  [2.0057, 0.01, 'meo'],
  [1.0027, 0.0002, 'geo'],
  [2.006, 0.7, 'heo'],
])('classifies %f revolutions a day and eccentricity %f as %s', (mean_motion, eccentricity, regime) => {
  expect(accuracyRegime({ mean_motion, eccentricity })).toBe(regime);
});

test.each([
  ['STARLINK-1008', 'STARLINK'],
  ['ONEWEB-0266', 'ONEWEB'],
  ['HULIANWANG DIGUI-12', 'HULIANWANG DIGUI'],
  ['Globalstar M024', 'GLOBALSTAR M'],
  ['ISS (ZARYA)', 'ISS ZARYA'],
  ['2024-123C', ''],
  ['', ''],
])('takes %s for a satellite of the constellation %s', (name, constellation) => {
  expect(constellationOf(name)).toBe(constellation);
});

describe('the error of an active satellite', () => {
  const [whole, inactive] = measured as [RegimeAccuracy, RegimeAccuracy];
  const part = (constellation: string, km: number): RegimeAccuracy => ({
    ...whole,
    constellation,
    ages: [{ ...whole.ages[0]!, along_track_km: quantiles(km) }],
  });
  const parts = [whole, inactive, part('QIANFAN', 465), part('none', 0.2)];
  const kmOf = (of: readonly RegimeAccuracy[], object_name: string | undefined, active = true) =>
    errorAt(errorCurve(of, { ...station, object_name }, active), 1)?.km ?? null;

  test('is that of its constellation, else that of satellites in none, else that of all in such orbits', () => {
    expect(kmOf(parts, 'QIANFAN-12')).toBe(465);
    expect(kmOf(parts, 'SENTINEL-3A')).toBe(0.2);
    // The globe does not know names.
    expect(kmOf(parts, undefined)).toBe(2);
    expect(kmOf(measured, 'QIANFAN-12')).toBe(2);
    expect(kmOf(parts, 'QIANFAN-12', false)).toBeNull();
  });

  test('is that of all in such orbits in a release without constellations', () => {
    const { constellation: _, ...earlier } = whole;
    expect(kmOf([earlier as RegimeAccuracy], 'QIANFAN-12')).toBe(2);
  });
});

describe('the error of a position', () => {
  const curve = errorCurve(measured, station, true);

  test('is the one-day error for ages below a day, before or after the epoch', () => {
    expect(errorAt(curve, 0.1)).toEqual({ km: 2, s: 0.26 });
    expect(errorAt(curve, -1)).toEqual({ km: 2, s: 0.26 });
  });

  test('is null for ages below a third of the smallest measured age', () => {
    const late = curve.map((one) => ({ ...one, days: one.days * 10 }));
    expect([0.5, 3.3, 3.4, 10].map((days) => errorAt(late, days)?.s ?? null)).toEqual([null, null, 0.26, 0.26]);
  });

  test('is interpolated between two ages as a power of the age', () => {
    expect(errorAt(curve, Math.sqrt(3))!.km).toBeCloseTo(6, 9);
    expect(errorAt(curve, 3)).toEqual({ km: 18, s: 2.4 });
  });

  test('is null outside the measured ages and for regimes without measurements', () => {
    expect(errorAt(curve, 3.01)).toBeNull();
    expect(errorAt(errorCurve(measured, station, false), 1)).toBeNull();
    expect(errorAt(errorCurve([], station, true), 1)).toBeNull();
    expect(errorAt(curve, Number.NaN)).toBeNull();
    // The error after weeks does not predict that of the first hours.
    const weeks = [{ days: 30, km: 5000, s: 660 }];
    expect([errorAt(weeks, 0.5), errorAt(weeks, 30)]).toEqual([null, { km: 5000, s: 660 }]);
  });
});

test.each([
  [{ km: 7.8, s: 1.04 }, '± 7.8 km, about 1 s'],
  [{ km: 0.034, s: 0.005 }, '± 0.03 km, less than 0.1 s'],
  [{ km: 1234, s: 163 }, '± 1,200 km, about 3 min'],
  [{ km: 18_000, s: 9000 }, '± 18,000 km, about 3 h'],
])('formats %o as %s', (error, words) => expect(errorWords(error)).toBe(words));

test('explains what the error means for times', () => {
  expect(timesMeaning(11.6)).toBe('times are off by about 12 s or less for two of three objects in such orbits');
  // Rounded to the digits of the API.
  expect(elementsWords('2026-08-22T12:21:54.157824', 2.9497, 0.449)).toBe(
    elementsWords('2026-08-22T12:21:54.157824', 2.95, 0.45),
  );
  expect(elementsWords('2026-08-22T12:21:54.157824', -2, null)).toBe(
    'Elements of 2026-08-22 12:21 UTC, 2.0 days after: how far off times are has not been measured for such orbits and this age.',
  );
});
