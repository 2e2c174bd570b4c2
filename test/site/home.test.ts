import { describe, expect, test } from 'vitest';
import { conflictOfDay, withinWeek } from '../../src/components/home/selection.ts';
import type { ReentryPrediction } from '../../src/schema/reentries/reentry.ts';

describe('the disagreement of a day', () => {
  const conflicts = [
    { norad_cat_id: 900, field: 'launch_date' },
    { norad_cat_id: 20, field: 'name' },
    { norad_cat_id: 20, field: 'operational_status' },
    { norad_cat_id: 10, field: 'decay_date' },
    { norad_cat_id: 30, field: 'gcat_id' },
  ];
  const known = new Set([10, 20, 30]);

  test('is about a well-known object and its most telling field, another the next day, and again the same', () => {
    const days = ['2026-08-22', '2026-08-23', '2026-08-24'].map((day) =>
      conflictOfDay(conflicts, known, `${day}T14:00:00Z`),
    );
    expect(new Set(days.map((one) => `${one?.norad_cat_id} ${one?.field}`))).toEqual(
      new Set(['10 decay_date', '20 operational_status']),
    );
    expect(days[0]).toEqual(days[2]);
    expect(conflictOfDay([...conflicts].reverse(), known, '2026-08-22T00:00:00Z')).toEqual(days[0]);
  });

  test('is about any object if no well-known one is disputed, and none without a telling field', () => {
    expect(conflictOfDay(conflicts, new Set([1]), '2026-08-22T14:00:00Z')).not.toBeNull();
    expect(conflictOfDay([{ norad_cat_id: 30, field: 'gcat_id' }], known, '2026-08-22T14:00:00Z')).toBeNull();
    expect(conflictOfDay([], known, '2026-08-22T14:00:00Z')).toBeNull();
  });
});

test('what comes down this week is due within seven days, and its window is not over', () => {
  const now = Date.parse('2026-08-22T12:00:00Z');
  const predicted = (reenters_at: string, window_to: string) => ({ reenters_at, window_to }) as ReentryPrediction;
  const [soon, late] = [
    predicted('2026-08-23T01:00:00Z', '2026-08-24T00:00:00Z'),
    predicted('2026-08-29T11:00:00Z', '2026-09-02T00:00:00Z'),
  ];
  const rows = [
    late,
    soon,
    predicted('2026-08-29T13:00:00Z', '2026-09-02T00:00:00Z'),
    predicted('2026-08-21T13:00:00Z', '2026-08-22T11:00:00Z'),
  ];
  expect(withinWeek(rows, now)).toEqual([soon, late]);
});
