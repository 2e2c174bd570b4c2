import { expect, test } from 'vitest';
import { ageWords, notDrawnWords } from '../../src/features/globe/controls.ts';
import { countWords } from '../../src/features/globe/tool/tool.ts';
import { computedOf, nothingComputed, partNotComputed } from '../../src/features/sky/page/not-computed.ts';

test('where no position could be computed, that is said instead of a count of nothing', () => {
  expect(nothingComputed(computedOf(16_396, 16_396, 0))).toBe(
    'Not computed: the orbits of all 16,396 objects are too old',
  );
  expect(nothingComputed(computedOf(5, 4, 1))).toBe(
    'Not computed: the elements of all 5 objects are too old, or no orbit at this time',
  );
  expect([nothingComputed(computedOf(5, 4, 0)), nothingComputed(computedOf(0, 0, 0))]).toEqual([null, null]);
});

test('where a part could not be computed, it is counted', () => {
  expect(partNotComputed(computedOf(5, 1, 1))).toBe(' 2 objects could not be computed.');
  expect(partNotComputed(computedOf(5, 0, 0))).toBe('');
});

test('the globe counts the objects that it draws', () => {
  const none = { computed: 0, leftOut: 16_396, tooOld: 16_396 };
  const some = { computed: 10_000, leftOut: 6396, tooOld: 0 };
  expect(notDrawnWords(none)).toBe('None of 16,396 objects is drawn: their elements are too old.');
  expect(notDrawnWords(some)).toBe(
    '6,396 of 16,396 objects are not drawn: their elements are too old, or no orbit at this time.',
  );
  expect(notDrawnWords({ computed: 3, leftOut: 0, tooOld: 0 })).toBeNull();
  expect(countWords({ computed: 12, leftOut: 0, tooOld: 0 }, 16_396)).toBe('Showing 12 of 16,396 objects');
  expect(countWords(none, 16_396)).toBe('Showing 16,396 of 16,396 objects; none of these has a position now');
  expect(countWords(some, 20_000)).toBe('Showing 16,396 of 20,000 objects; 10,000 of these have a position now');
  expect(ageWords(40)).toBe(
    'Half of the orbits are more than 40 days old. Low orbits can be off by thousands of kilometers: those that are drawn are faint.',
  );
});
