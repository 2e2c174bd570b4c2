import { expect, test } from 'vitest';
import { ageInDays, staleWarning } from '../../src/orbit/propagate.ts';

const now = new Date('2026-08-22T12:00:00Z');

test('gives the age in days for every notation of UTC', () => {
  expect(ageInDays('2026-08-21T12:00:00.000000', now)).toBe(1);
  expect(ageInDays('2026-08-21T12:00:00Z', now)).toBe(1);
  expect(ageInDays('2026-08-23T00:00:00', now)).toBe(-0.5);
});

test('warns above three days, not at three', () => {
  expect(staleWarning('2026-08-19T12:00:00.000000', now)).toBeNull();
  expect(staleWarning('2026-08-19T11:59:59.999000', now)).toBe(
    'These elements are 3.0 days old (epoch 2026-08-19T11:59:59.999000Z): positions computed from them may be wrong by many kilometers.',
  );
  expect(staleWarning('2026-08-10T02:24:00Z', now)).toBe(
    'These elements are 12.4 days old (epoch 2026-08-10T02:24:00Z): positions computed from them may be wrong by many kilometers.',
  );
});

test('does not warn about future or unreadable epochs', () => {
  expect(staleWarning('2026-08-24T00:00:00', now)).toBeNull();
  expect(staleWarning('soon', now)).toBeNull();
});
