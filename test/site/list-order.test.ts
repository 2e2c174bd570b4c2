import { expect, test } from 'vitest';
import { ordered, orderOf, orderWords } from '../../src/components/lists/list-order.ts';
import { statusWords } from '../../src/components/lists/satellite-rows.ts';
import {
  fromNow,
  isOver,
  latitudesBelow,
  massAndSize,
  windowBar,
} from '../../src/features/reentries/components/reentry-words.ts';

const rows = [
  { name: 'b', active: 2, last: null },
  { name: 'C', active: 10, last: '2024-01-01' },
  { name: 'a', active: 2, last: '2025-01-01' },
];
type Row = (typeof rows)[number];
const values = { name: (row: Row) => row.name, active: (row: Row) => row.active, last: (row: Row) => row.last };
const names = (sort: string) => ordered(rows, orderOf(sort, Object.keys(values))!, values).map(({ name }) => name);

test('rows are ordered by number or text in both directions; equal ones keep their places, and absent values are last', () => {
  expect(names('-active')).toEqual(['C', 'b', 'a']);
  expect(names('active')).toEqual(['b', 'a', 'C']);
  expect(names('name')).toEqual(['a', 'b', 'C']);
  expect(names('-last')).toEqual(['a', 'C', 'b']);
  expect(names('last')).toEqual(['C', 'a', 'b']);
});

test('an order of no known column is none', () => {
  for (const sort of [null, '', 'owner', '--active']) expect(orderOf(sort, Object.keys(values))).toBeNull();
  expect(orderWords(orderOf('-active', Object.keys(values))!)).toBe('-active');
});

test('a predicted reentry says how far it is, and never that it happened', () => {
  const window = {
    window_from: '2026-08-22T10:00:00Z',
    reenters_at: '2026-08-22T15:00:00Z',
    window_to: '2026-08-22T20:00:00Z',
  };
  const at = (hour: string) => Date.parse(`2026-08-22T${hour}:00:00Z`);
  expect(fromNow(window, at('12'))).toBe('in 3 hours');
  expect(fromNow(window, at('16'))).toBe('due, window ends in 4 hours');
  expect(fromNow(window, at('21'))).toBe('window over');
  expect([isOver(window, '2026-08-22T19:00:00Z'), isOver(window, '2026-08-22T21:00:00.000Z')]).toEqual([false, true]);
  expect(isOver(null, '2026-08-22T21:00:00Z')).toBe(false);
  expect(windowBar(window, at('10'), at('20'))).toEqual({ from: 0, to: 100, median: 50 });
  expect(windowBar(window, at('12'), at('16'))).toEqual({ from: 0, to: 100, median: 75 });
});

test('mass and size are what a source has: the body, else the span', () => {
  const none = { launch_mass_kg: null, length_m: null, diameter_m: null, span_m: null };
  expect(massAndSize({ launch_mass_kg: 12_345, length_m: 12.6, diameter_m: 4.1, span_m: 24 })).toBe(
    '12,345 kg, 12.6 × 4.1 m',
  );
  expect(massAndSize({ ...none, span_m: 24 })).toBe('24 m across');
  expect(massAndSize({ ...none, launch_mass_kg: 260 })).toBe('260 kg');
  expect(massAndSize(none)).toBe('—');
});

test('debris has no status, others have an unknown one', () => {
  const words = (object_class: 'DEBRIS' | 'PAYLOAD', operational_status: 'UNKNOWN' | 'DECAYED') =>
    statusWords({ object_class, operational_status });
  expect(words('DEBRIS', 'UNKNOWN')).toBe('Not applicable');
  expect(words('PAYLOAD', 'UNKNOWN')).toBe('Unknown');
  expect(words('DEBRIS', 'DECAYED')).toBe('Decayed');
});

test.each([
  [53.16, '53.2° S to 53.2° N'],
  [97.4, '82.6° S to 82.6° N'],
  [0, '0.0° S to 0.0° N'],
  [null, null],
])('an orbit of inclination %s passes over %s', (inclination, words) => {
  expect(latitudesBelow(inclination)).toBe(words);
});
