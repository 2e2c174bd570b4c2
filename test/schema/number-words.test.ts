import { expect, test } from 'vitest';
import { decimals } from '../../src/components/object/field-value.ts';
import { ageWords, distanceWords } from '../../src/features/conjunctions/components/approach-words.ts';
import { magnitudeWords } from '../../src/features/sky/page/sky-tables.ts';
import { withMinus, withSign } from '../../src/schema/plain-text.ts';

test.each([
  ['-1.8', '−1.8'],
  ['-0.0', '0.0'],
  ['-0', '0'],
  ['-0.05', '−0.05'],
  ['0.0', '0.0'],
  ['-1,200', '−1,200'],
])('%s is written as %s', (text, written) => {
  expect(withMinus(text)).toBe(written);
});

test('a number that rounds to zero has no sign', () => {
  expect([withSign(0.04, 1), withSign(-0.04, 1), withSign(1.25, 2), withSign(-0.0016, 3)]).toEqual([
    ...['0.0', '0.0', '+1.25', '−0.002'],
  ]);
  expect([distanceWords(-0.0003), distanceWords(-0.006), distanceWords(-2.015), distanceWords(0.014)]).toEqual([
    '0 m',
    '−6 m',
    '−2.02 km',
    '14 m',
  ]);
  expect([ageWords(-0.01), magnitudeWords(-0.04), decimals(-0.001, 2), decimals(-7000, 0)]).toEqual([
    '0.0 d',
    '0.0',
    '0.00',
    '−7,000',
  ]);
});
