import { expect, test } from 'vitest';
import { instantIn } from '../../src/schema/instant-text.ts';

test.each([
  ['2026-08-22T18:00:00Z', '2026-08-22T18:00:00.000Z'],
  ['2026-08-22T20:00+02:00', '2026-08-22T18:00:00.000Z'],
  ['2024-02-29t23:59:59.999z', '2024-02-29T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is an instant', (text, iso) => {
  expect(new Date(instantIn(text)!).toISOString()).toBe(iso);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-30T12:00:00+02:00',
  '2026-08-22T24:00:00Z',
  '2026-08-22T18:60:00Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+00:01',
  'today',
])('%s is none', (text) => {
  expect(instantIn(text)).toBeNull();
});
