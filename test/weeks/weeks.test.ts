import { describe, expect, test } from 'vitest';
import { isoWeek, weekSpan, weeksBetween } from '../../src/http/pages/weeks/iso-week.ts';
import { weekCoverage, weekPredictions } from '../../src/http/pages/weeks/page-weeks.ts';
import {
  coverageWords,
  weekCard,
  weekEntry,
  weekNumbers,
  weekSummary,
  weekTitle,
} from '../../src/schema/changes/week-words.ts';

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}:00Z`);

describe('weeks by ISO 8601', () => {
  test.each([
    ['2026-08-22', '2026-W34'],
    ['2026-08-23T23:59', '2026-W34'],
    ['2026-08-24', '2026-W35'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2024-12-30', '2025-W01'],
    ['2016-01-01', '2015-W53'],
    ['1970-01-01', '1970-W01'],
    ['1957-10-04', '1957-W40'],
  ])('%s is in %s', (day, week) => {
    expect(isoWeek(at(day))).toBe(week);
    const { from, to } = weekSpan(week)!;
    expect(from <= at(day) && at(day) < to && to - from).toBe(7 * 86_400_000);
    expect(new Date(from).getUTCDay()).toBe(1);
  });

  test.each(['2026-W00', '2026-W54', '2025-W53', '2026-34', '2026-W3', 'W34', '2026-W34x'])('%s is none', (name) =>
    expect(weekSpan(name)).toBeNull(),
  );

  test('are listed newest first, over the turn of a year', () => {
    expect(weeksBetween(at('2020-12-27'), at('2021-01-12'))).toEqual(['2021-W02', '2021-W01', '2020-W53', '2020-W52']);
  });
});

describe('the coverage of a week', () => {
  const span = weekSpan('2026-W34')!;
  const of = (...times: string[]) => weekCoverage(span, times.map(at));
  const words = (...times: string[]) => coverageWords({ ...span, coverage: of(...times) });

  test('has no gap between releases that are a day apart', () => {
    const days = ['16', '17', '18', '19', '20', '21', '22', '23', '24'].map((day) => `2026-08-${day}T06:00`);
    expect(of(...days)).toMatchObject({ gaps: [], complete: true });
    expect(words(...days)).toBe('From 7 releases of this week.');
  });

  test('names the times without a release, also before the first one', () => {
    expect(
      words('2026-08-18T06:00', '2026-08-19T06:00', '2026-08-22T06:00', '2026-08-23T06:00', '2026-08-24T06:00'),
    ).toBe(
      'From 4 releases of this week; between 2026-08-17 and 2026-08-18 06:00 UTC, between 2026-08-19 06:00 and 2026-08-22 06:00 UTC, there are no data.',
    );
  });

  test('of the present is known up to the newest release, and what is to come is no gap', () => {
    expect(of('2026-08-16T23:00', '2026-08-17T12:00')).toMatchObject({ gaps: [], complete: false });
    expect(words('2026-08-16T23:00', '2026-08-17T12:00')).toBe(
      'From 1 release of this week. The week is known up to 2026-08-17 12:00 UTC, not to its end.',
    );
  });

  test('without a release says so', () => {
    expect(words('2026-08-16T06:00', '2026-08-25T06:00')).toBe(
      'No release was made from 2026-08-17 to 2026-08-23: what changed and changed back in these days is not known.',
    );
  });
});

test('numbers that no comparison and no score shows are not known, not zero', () => {
  const span = weekSpan('2026-W34')!;
  const numbers = (releases: readonly number[], compared: number, older: string | null) =>
    weekNumbers({
      ...{ launches: [], found: [], reentered: [], predictions: [], breakups: [], moves: [] },
      ...{
        conflicts: { ended: [], compared },
        neighbors: { older, newer: null },
        coverage: weekCoverage(span, releases),
      },
    } as unknown as Parameters<typeof weekNumbers>[0]).map(([, count]) => count);
  const inside = at('2026-08-17T12:00');
  expect(numbers([at('2026-08-16T06:00'), inside], 1, '2026-W33')).toEqual(['0', '0', '0', null, '0', '0', '0']);
  // The first release of the server, and a week without a release.
  expect(numbers([inside], 0, null)).toEqual(['0', null, '0', null, '0', null, null]);
  expect(numbers([at('2026-08-16T06:00'), at('2026-08-25T06:00')], 0, '2026-W33')).toEqual(numbers([inside], 0, null));
});

test('an object has one prediction in a week, the last that was scored', () => {
  const score = (norad_cat_id: number, lead_days: number, decay_date: string | null, window_to: string) =>
    ({ norad_cat_id, lead_days, decay_date, window_to }) as Parameters<typeof weekPredictions>[0][number];
  const scores = [
    score(1, 5, '2026-08-18', '2026-08-20T00:00:00Z'),
    score(1, 1, '2026-08-18', '2026-08-19T00:00:00Z'),
    score(2, 1, '2026-08-24', '2026-08-23T00:00:00Z'),
    score(3, 2, null, '2026-08-23T12:00:00Z'),
  ];
  expect(weekPredictions(scores, '2026-08-17', '2026-08-24')).toEqual([scores[1], scores[3]]);
});

test('a week in words has its numbers, its coverage, and who dates it', () => {
  const span = weekSpan('2026-W34')!;
  const week = {
    ...{ week: '2026-W34', ...span, dated_by: '2026-08-24T06:00:00Z' },
    ...{ launches: [{}], found: [], reentered: [{}, {}], breakups: [], moves: [{}] },
    predictions: [{ outcome: 'inside' }, { outcome: 'late' }],
    ...{ conflicts: { ended: [], compared: 1 }, neighbors: { older: '2026-W33', newer: null } },
    coverage: weekCoverage(span, [at('2026-08-16T23:00'), at('2026-08-17T12:00')]),
  } as unknown as Parameters<typeof weekSummary>[0];
  expect(weekTitle('2026-W05')).toBe('Week 5 of 2026');
  expect(weekSummary(week)).toBe(
    'Week 34 of 2026 (2026-08-17 to 2026-08-23): 1 dated launch; 2 dated reentries; 1 of 2 predicted reentries inside their window; 1 orbit change of active payloads. From 1 release of this week. The week is known up to 2026-08-17 12:00 UTC, not to its end. Dates of launches, reentries, and separations are those of the release of 2026-08-24 06:00 UTC.',
  );
  expect(weekSummary({ ...week, disputed_reentries: 1 })).toContain('; 2 dated reentries (1 disputed); ');
  const relisted = ['removed', 'returned', 'returned'].map((type) => ({ type }));
  expect(weekSummary({ ...week, relisted })).toContain(
    ': 1 dated launch; 1 object no longer listed; 2 objects listed again; 2 dated reentries; ',
  );
  expect(weekCard(week, '2026-08-24T06:00:00Z')).toEqual({
    title: 'Week 34 of 2026',
    lines: [
      'In orbit, 2026-08-17 to 2026-08-23',
      '1 dated launch',
      '2 dated reentries',
      '1 of 2 predicted reentries inside their window',
      'From 1 release; not known to its end',
    ],
    last: 'Release of 2026-08-24 (UTC)',
  });
  expect(weekEntry(week)).toMatchObject({
    id: 'weeks/2026-W34',
    path: '/weeks/2026-W34',
    updated: '2026-08-24T00:00:00Z',
  });
});
