import { expect, test } from 'vitest';
import { roundedTurn } from '../../../src/orbit/formats/decimal.ts';

test.each([
  [359.996, 2, 0],
  [359.994, 2, 359.99],
  [0, 2, 0],
  [359.96, 1, 0],
  [180.126, 2, 180.13],
])('the angle %f with %i digits is %f', (value, digits, expected) => {
  expect(roundedTurn(value, digits)).toBe(expected);
});
