import { expect, test } from 'vitest';
import { instantIn, typedInstant } from '../../src/schema/instant-text.ts';

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

test.each([
  ['2026-08-22T14:00:00', '2026-08-22T14:00:00.000Z'],
  ['2026-08-22', '2026-08-22T00:00:00.000Z'],
  ['2026-08-22T14:00:00+02:00', '2026-08-22T12:00:00.000Z'],
])('%s as a person types it is in UTC, unless it names a zone', (text, iso) => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    expect(new Date(typedInstant(text)!).toISOString()).toBe(iso);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
