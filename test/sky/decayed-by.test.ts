import { expect, test } from 'vitest';
import { positionable } from '../../src/features/sky/http/sky-elements.ts';
import type { Catalog } from '../../src/query/catalog.ts';
import { iss } from '../orbit/station.ts';

/** A catalog with one object that decayed in August 2026, known to this precision. */
const catalogWith = (decay_date: string, precision: string | null) =>
  ({
    elements: () => ({ name: 'MADE', elements: iss }),
    summary: () => JSON.stringify({ decay_date, active: false }),
    reentryEnds: async () => new Map(),
    sky: { decayPrecision: async () => precision },
  }) as unknown as Catalog;

test.each([
  ['2026-08-20', null, '2026-08-20T23:00:00Z', true],
  ['2026-08-20', null, '2026-08-21T00:00:01Z', false],
  ['2026-08-01', 'month', '2026-08-31T23:00:00Z', true],
  ['2026-08-01', 'month', '2026-09-01T00:00:01Z', false],
  ['2026-07-01', 'quarter', '2026-09-01T00:00:01Z', true],
  ['2026-01-01', 'year', '2026-09-01T00:00:01Z', true],
])('after a decay on %s (precision %s), a position at %s: %s', async (date, precision, at, has) => {
  const asked = positionable(catalogWith(date, precision), 1, [Date.parse(at)], true);
  if (has) await expect(asked).resolves.toMatchObject({ name: 'MADE' });
  else await expect(asked).rejects.toMatchObject({ code: 'no_elements' });
});
