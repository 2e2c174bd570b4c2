import { describe, expect, test } from 'vitest';
import {
  collisionProbability,
  diskProbability,
  maximumProbability,
} from '../../src/features/conjunctions/probability.ts';

describe('maximum probability', () => {
  // By hand: α = (radius / range)², P = α / (1 + α) · (1 / (1 + α))^(1 / α), σ = radius / √(2 ln(1 + α)).
  test.each([
    [0.02, 0.01, 0.25, 0.2 * 0.8 ** 4, 0.01 / Math.sqrt(2 * Math.log(1.25))],
    [0.01 * Math.SQRT2, 0.01, 0.5, (1 / 3) * (2 / 3) ** 2, 0.01 / Math.sqrt(2 * Math.log(1.5))],
    [0.1, 0.01, 0.01, (0.01 / 1.01) * (1 / 1.01) ** 100, 0.01 / Math.sqrt(2 * Math.log(1.01))],
    [1, 0.005, 0.000_025, 9.196_9e-6, 0.707_111],
  ])('of a miss of %f km and a radius of %f km', (range, radius, alpha, probability, dilution) => {
    expect((radius / range) ** 2).toBeCloseTo(alpha, 12);
    expect(maximumProbability(range, radius).probability / probability).toBeCloseTo(1, 4);
    expect(maximumProbability(range, radius).dilution_km / dilution).toBeCloseTo(1, 4);
  });

  test('is 1 if the miss is within the radius', () => {
    expect(maximumProbability(0.003, 0.005)).toEqual({ probability: 1, dilution_km: 0 });
  });

  test('no circular error gives a larger one', () => {
    const [range, radius] = [0.5, 0.02];
    const { probability, dilution_km } = maximumProbability(range, radius);
    const at = (sigma: number) => diskProbability(range, 0, sigma ** 2, 0, sigma ** 2, radius);
    expect(at(dilution_km) / probability).toBeCloseTo(1, 2);
    for (const factor of [0.5, 0.8, 1.25, 2]) expect(at(dilution_km * factor)).toBeLessThan(at(dilution_km));
  });
});

describe('probability from an error', () => {
  test('of a circular error about no miss is 1 - exp(-r² / 2σ²)', () => {
    expect(diskProbability(0, 0, 0.04, 0, 0.04, 0.3)).toBeCloseTo(1 - Math.exp(-0.09 / 0.08), 3);
  });

  test('of a small disk is its area times the density', () => {
    const [xx, xy, yy] = [0.09, 0.02, 0.25];
    const determinant = xx * yy - xy * xy;
    const density =
      Math.exp(-(yy * 0.04 - 2 * xy * 0.2 * 0.1 + xx * 0.01) / (2 * determinant)) /
      (2 * Math.PI * Math.sqrt(determinant));
    expect(diskProbability(0.2, 0.1, xx, xy, yy, 0.001) / (Math.PI * 1e-6 * density)).toBeCloseTo(1, 4);
  });

  test('errors along the relative motion do not matter', () => {
    const first = { position: [7000, 0, 0], velocity: [0, 7.5, 0], sigma: [0.1, 5, 0.1] } as const;
    const second = { position: [7000.2, 0, 0], velocity: [0, -7.5, 0], sigma: [0.1, 5, 0.1] } as const;
    // Head-on: the plane of the encounter holds radius and normal only.
    expect(collisionProbability(first, second, 0.01)).toBeCloseTo(diskProbability(0.2, 0, 0.02, 0, 0.02, 0.01), 9);
  });
});
