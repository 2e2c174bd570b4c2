import { describe, expect, test } from 'vitest';
import {
  accuracyRegime,
  axisCurve,
  comparisonWords,
  constellationOf,
  elementsWords,
  errorAt,
  errorCurve,
  errorWords,
  heldWords,
  measuredErrors,
  timesMeaning,
} from '../../src/orbit/position-error.ts';
import type { MeasuredAge, ObjectErrors, RegimeAccuracy } from '../../src/schema/objects/accuracy.ts';

const quantiles = (p68: number) => ({ median: p68 / 2, p68, p95: p68 * 5 });
const age = (
  days: 1 | 3,
  km: number,
  by_object: MeasuredAge['by_object'] = null,
  without_own: MeasuredAge['without_own'] = null,
): MeasuredAge => ({
  days,
  pairs: 300,
  along_track_km: quantiles(km),
  time_s: quantiles(km * 0.13),
  radial_km: null,
  cross_track_km: null,
  held_out: null,
  by_object,
  without_own,
});
const measured: RegimeAccuracy[] = [
  { regime: 'leo_400_600', active: true, constellation: null, thrust: null, ages: [age(1, 2), age(3, 18)] },
  { regime: 'leo_400_600', active: false, constellation: null, thrust: null, ages: [] },
];
const errors = measuredErrors({ data: measured });
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
  const part = (constellation: string, km: number, thrust: boolean | null = null): RegimeAccuracy => ({
    ...whole,
    constellation,
    thrust,
    ages: [age(1, km, { pairs: 90, along_track_km: { p68: 4, p95: 12 }, held_out: null })],
  });
  const parts = [whole, inactive, part('QIANFAN', 465), part('none', 0.2), part('none', 0.7, true)];
  const objects: ObjectErrors = {
    norad_cat_id: [5, 25544, 60000],
    thrust: [-1, 1, 0],
    ages: [1, 3],
    factor: [
      [0, 0, -8],
      [4, 0, 0],
    ],
    comparisons: [
      [0, 0, 7],
      [5, 0, 0],
    ],
  };
  const kmOf = (of: readonly RegimeAccuracy[], object_name: string | undefined, active = true) =>
    errorAt(errorCurve(measuredErrors({ data: [...of] }), { ...station, object_name }, active), 1)?.km ?? null;
  const errorOf = (norad_cat_id: number, object_name: string, days = 1) =>
    errorAt(
      errorCurve(measuredErrors({ data: parts, objects }), { ...station, norad_cat_id, object_name }, true),
      days,
    );

  test('is that of its constellation, else that of satellites in none, else that of all in such orbits', () => {
    expect(kmOf(parts, 'QIANFAN-12')).toBe(465);
    expect(kmOf(parts, 'SENTINEL-3A')).toBe(0.2);
    // The globe does not know names.
    expect(kmOf(parts, undefined)).toBe(2);
    expect(kmOf(measured, 'QIANFAN-12')).toBe(2);
    expect(kmOf(parts, 'QIANFAN-12', false)).toBeNull();
  });

  test('is its own if enough of its sets were compared: the figure of its kind by its factor, with their number', () => {
    // The factor is 2 to the power of -8/4.
    expect(errorOf(60000, 'QIANFAN-12')).toEqual({ km: 1, p95_km: 3, s: 0.13, basis: 'object', comparisons: 7 });
    expect(errorOf(60000, 'SENTINEL-3A')).toMatchObject({ km: 1, basis: 'object', comparisons: 7 });
    expect(errorOf(60001, 'QIANFAN-12')).toMatchObject({ km: 465, basis: 'constellation', comparisons: 300 });
  });

  test('is that of satellites with or without thrust, if its sets were searched for maneuvers', () => {
    expect(errorOf(25544, 'ISS (ZARYA)')).toMatchObject({ km: 0.7, basis: 'thrust' });
    expect(errorOf(5, 'VANGUARD 1')).toMatchObject({ km: 0.2, basis: 'regime' });
    // Members of a constellation are compared with it.
    expect(errorOf(25544, 'QIANFAN-12')).toMatchObject({ km: 465, basis: 'constellation' });
  });

  test('is that of satellites of its kind without errors of their own, if it has none', () => {
    const without = { pairs: 30, along_track_km: { p68: 6, p95: 20 }, held_out: null };
    const own = { pairs: 90, along_track_km: { p68: 4, p95: 12 }, held_out: null };
    const kind = {
      ...whole,
      constellation: 'QIANFAN',
      ages: [{ ...age(1, 5, own, without), radial_km: quantiles(1), cross_track_km: quantiles(1) }],
    };
    const errors = measuredErrors({ data: [whole, inactive, kind], objects });
    const set = (norad_cat_id: number | undefined) => ({ ...station, norad_cat_id, object_name: 'QIANFAN-12' });
    const of = (id: number | undefined) => errorAt(errorCurve(errors, set(id), true), 1);
    const alone = { km: 6, p95_km: 20, s: 0.78, basis: 'constellation', comparisons: 30 };
    // 5 is in the table without pairs at this age, 60001 is not in it.
    for (const id of [5, 60001]) {
      expect(of(id)).toEqual({ ...alone, s: expect.closeTo(0.78, 9) });
      expect(axisCurve(errors, set(id), true)[0]).toMatchObject({ p68: [1, 6, 1], p95: [5, 20, 5] });
    }
    expect(of(60000)).toMatchObject({ km: 1, basis: 'object' });
    // Without a number it is unknown whether it has errors of its own.
    expect(of(undefined)).toMatchObject({ km: 5, comparisons: 300 });
  });

  test('says how its figure held for newer pairs: that of the age, and between two the lesser', () => {
    const held = (days: 1 | 3, within_p68: number) => ({
      ...age(days, 5 * days),
      held_out: { pairs: 200, within_p68, within_p95: 0.9 },
    });
    const kind = { ...whole, constellation: 'QIANFAN', ages: [held(1, 0.66), held(3, 0.52)] };
    const curve = errorCurve(
      measuredErrors({ data: [whole, inactive, kind] }),
      { ...station, object_name: 'QIANFAN-12' },
      true,
    );
    expect([1, 2, 3].map((days) => errorAt(curve, days)!.held)).toEqual([0.66, 0.52, 0.52]);
    expect(heldWords(errorAt(curve, 1)!)).toBe('');
    expect(timesMeaning(errorAt(curve, 3))).toMatch(
      / for two of three satellites of its constellation, but in the last days only for 52 %$/,
    );
    expect(comparisonWords(errorAt(curve, 3)!)).toBe(
      'by 300 pairs of element sets of its constellation, but in the last days only for 52 %',
    );
  });

  test('has the basis of each age, and between two the wider one', () => {
    expect(errorOf(60000, 'SENTINEL-3A', 3)).toMatchObject({ km: 18, basis: 'regime', comparisons: 300 });
    expect(errorOf(60000, 'SENTINEL-3A', 2)).toMatchObject({ basis: 'regime', comparisons: 300 });
  });

  test('is that of all in such orbits in a release without constellations', () => {
    const { constellation: _, thrust: __, ...earlier } = whole;
    expect(kmOf([earlier as RegimeAccuracy], 'QIANFAN-12')).toBe(2);
  });
});

describe('the error of a position', () => {
  const curve = errorCurve(errors, station, true);
  const known = { basis: 'regime', comparisons: 300 } as const;

  test('is the one-day error for ages below a day, before or after the epoch', () => {
    expect(errorAt(curve, 0.1)).toEqual({ km: 2, s: 0.26, p95_km: 10, ...known });
    expect(errorAt(curve, -1)).toEqual({ km: 2, s: 0.26, p95_km: 10, ...known });
  });

  test('is null for ages below a third of the smallest measured age', () => {
    const late = curve.map((one) => ({ ...one, days: one.days * 10 }));
    expect([0.5, 3.3, 3.4, 10].map((days) => errorAt(late, days)?.s ?? null)).toEqual([null, null, 0.26, 0.26]);
  });

  test('is interpolated between two ages as a power of the age', () => {
    expect(errorAt(curve, Math.sqrt(3))!.km).toBeCloseTo(6, 9);
    expect(errorAt(curve, 3)).toEqual({ km: 18, s: 2.34, p95_km: 90, ...known });
  });

  test('is null outside the measured ages and for regimes without measurements', () => {
    expect(errorAt(curve, 3.01)).toBeNull();
    expect(errorAt(errorCurve(errors, station, false), 1)).toBeNull();
    expect(errorAt(errorCurve(measuredErrors(null), station, true), 1)).toBeNull();
    expect(errorAt(curve, Number.NaN)).toBeNull();
    // The error after weeks does not predict that of the first hours.
    const late = { km: 5000, s: 660, p95_km: 9000, ...known };
    const weeks = [{ days: 30, ...late }];
    expect([errorAt(weeks, 0.5), errorAt(weeks, 30)]).toEqual([null, late]);
  });
});

test.each([
  [{ km: 7.8, s: 1.04 }, '± 7.8 km, about 1 s'],
  [{ km: 0.034, s: 0.005 }, '± 0.03 km, less than 0.1 s'],
  [{ km: 1234, s: 163 }, '± 1,200 km, about 3 min'],
  [{ km: 18_000, s: 9000 }, '± 18,000 km, about 3 h'],
])('formats %o as %s', (error, words) => expect(errorWords(error)).toBe(words));

test('explains what the error means for times', () => {
  expect(timesMeaning({ s: 11.6, basis: 'regime' })).toBe(
    'times are off by about 12 s or less for two of three objects in such orbits',
  );
  expect(timesMeaning({ s: 11.6, basis: 'object' })).toBe(
    'times are off by about 12 s or less in two of three cases, by earlier elements of this object',
  );
  expect(comparisonWords({ basis: 'object', comparisons: 7 })).toBe('by 7 pairs of its own element sets');
  expect(comparisonWords({ basis: 'constellation', comparisons: 1200 })).toBe(
    'by 1,200 pairs of element sets of its constellation',
  );
  // Rounded to the digits of the API.
  expect(elementsWords('2026-08-22T12:21:54.157824', 2.9497, { s: 0.449, basis: 'object' })).toBe(
    elementsWords('2026-08-22T12:21:54.157824', 2.95, { s: 0.45, basis: 'object' }),
  );
  expect(elementsWords('2026-08-22T12:21:54.157824', -2, null)).toBe(
    'Elements of 2026-08-22 12:21 UTC, 2.0 days after: how far off times are has not been measured for such orbits and this age.',
  );
});
