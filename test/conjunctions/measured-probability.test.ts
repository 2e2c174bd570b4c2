import { describe, expect, test } from 'vitest';
import {
  likelyRanges,
  type MeasuredState,
  measuredProbability,
  possibleDistances,
} from '../../src/features/conjunctions/measured-probability.ts';
import { collisionProbability } from '../../src/features/conjunctions/probability.ts';
import type { Vector } from '../../src/orbit/vector.ts';

/** Head-on: the plane of the encounter holds radius and normal only. */
const first = { position: [7000, 0, 0], velocity: [0, 7.5, 0] } as const;
const second = { position: [7000.2, 0, 0], velocity: [0, -7.5, 0] } as const;
const withErrors = (state: typeof first | typeof second, p68: Vector, ratio: number): MeasuredState => ({
  ...state,
  errors: { p68, p95: [p68[0] * ratio, p68[1] * ratio, p68[2] * ratio] },
});
/** The 68 % and the 95 % figure of a normal distribution, as multiples of its standard deviation. */
const NORMAL = { p68: 0.994_458, ratio: 1.959_964 / 0.994_458 };

describe('probability from measured errors', () => {
  test('is that of normal errors if 68 % and 95 % are as normal errors have them', () => {
    const sigma = [0.1, 5, 0.3] as const;
    const p68: Vector = [sigma[0] * NORMAL.p68, sigma[1] * NORMAL.p68, sigma[2] * NORMAL.p68];
    const measured = measuredProbability(
      withErrors(first, p68, NORMAL.ratio),
      withErrors(second, p68, NORMAL.ratio),
      0.01,
    );
    const normal = collisionProbability({ ...first, sigma }, { ...second, sigma }, 0.01);
    expect(measured / normal).toBeCloseTo(1, 3);
  });

  test('of objects far apart is larger with longer tails, and of objects close together smaller', () => {
    const of = (apart: number, ratio: number) =>
      measuredProbability(
        withErrors(first, [0.1, 1, 0.1], ratio),
        withErrors(
          { ...second, position: [7000 + apart, 0, 0] as const } as unknown as typeof second,
          [0.1, 1, 0.1],
          ratio,
        ),
        0.01,
      );
    expect(of(2, 5)).toBeGreaterThan(1000 * of(2, NORMAL.ratio));
    expect(of(0.1, 5)).toBeLessThan(1.2 * of(0.1, NORMAL.ratio));
    expect(of(0.1, 5)).toBeGreaterThan(0);
  });

  test('is 1 or 0 without any error', () => {
    const none = (state: typeof first | typeof second) => withErrors(state, [0, 0, 0], 1);
    expect(measuredProbability(none(first), none(second), 0.3)).toBeCloseTo(1, 9);
    expect(measuredProbability(none(first), none(second), 0.1)).toBe(0);
  });
});

describe('likely distances', () => {
  test('are those of the Rayleigh distribution for equal normal errors about no miss', () => {
    const together = { ...second, position: first.position } as unknown as typeof second;
    const p68: Vector = [0.3 * NORMAL.p68, 9, 0.3 * NORMAL.p68];
    const { p68: middle, p95 } = likelyRanges(
      possibleDistances(withErrors(first, p68, NORMAL.ratio), withErrors(together, p68, NORMAL.ratio)),
    );
    const rayleigh = (part: number) => 0.3 * Math.SQRT2 * Math.sqrt(-2 * Math.log(1 - part));
    for (const [figure, part] of [
      [middle[0], 0.16],
      [middle[1], 0.84],
      [p95[0], 0.025],
      [p95[1], 0.975],
    ] as const)
      expect(figure / rayleigh(part)).toBeCloseTo(1, 1);
  });

  test('narrow to the miss if errors are small', () => {
    const small: Vector = [1e-4, 1, 1e-4];
    const { p68, p95 } = likelyRanges(possibleDistances(withErrors(first, small, 2), withErrors(second, small, 2)));
    for (const km of [...p68, ...p95]) expect(km).toBeCloseTo(0.2, 2);
  });
});
