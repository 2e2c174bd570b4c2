import { describe, expect, test } from 'vitest';
import { vehicleKeys } from '../../../pipeline/codes/names.ts';

const relation = (a: string, b: string) => {
  const [left, right] = [vehicleKeys(a), vehicleKeys(b)];
  if (left.keys.some((key) => right.keys.includes(key))) return 'agree';
  return left.near.some((key) => right.near.includes(key)) ? 'incomparable' : 'disagree';
};

describe('launch vehicles', () => {
  test.each([
    ['Proton-K/DM-2', 'Proton-K', 'agree'],
    ['Chang Zheng 5B', 'Long March 5B', 'agree'],
    ['Falcon 9', 'FALCON-9', 'agree'],
    ['Atlas V 431', 'Atlas V', 'incomparable'],
    ['Delta 7925', 'Delta II', 'incomparable'],
    ['Ariane 5ECA', 'Soyuz-2-1B', 'disagree'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(relation(a, b)).toBe(expected);
    expect(relation(b, a)).toBe(expected);
  });
});
