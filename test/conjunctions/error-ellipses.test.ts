import { expect, test } from 'vitest';
import { errorEllipses, likelyRangesOf } from '../../src/features/conjunctions/encounter.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import type { Conjunction } from '../../src/schema/approaches/conjunction.ts';

/** Two objects in polar orbits of opposite directions, which meet over the pole after a quarter of a revolution. */
const elements = [0, 180].map(
  (ra_of_asc_node): Sgp4Elements => ({
    ...{
      epoch: '2026-08-22T00:00:00.000000',
      mean_motion: 15.2,
      eccentricity: 0.0001,
      inclination: 90,
      ra_of_asc_node,
    },
    ...{ arg_of_pericenter: 0, mean_anomaly: 0, bstar: 0, mean_motion_dot: 0, mean_motion_ddot: 0 },
  }),
) as [Sgp4Elements, Sgp4Elements];
const approach = (sigma_km: number[] | null, p95_km?: number[]) =>
  ({
    tca: '2026-08-22T00:23:41.000Z',
    probability: sigma_km ? 1e-6 : null,
    first: { sigma_km, ...(p95_km && { p95_km }) },
    second: { sigma_km, ...(p95_km && { p95_km }) },
  }) as unknown as Conjunction;

test('the combined error of two objects that move against each other is √2 of theirs, along the same axes', () => {
  const { inTrack, crossTrack } = errorEllipses(approach([0.2, 3, 0.1], [1, 12, 0.4]), elements)!;
  expect(inTrack.large_km).toBeCloseTo(3 * Math.SQRT2, 2);
  expect(inTrack.small_km).toBeLessThan(0.5);
  expect(Math.abs(inTrack.angle)).toBeLessThan(5);
  expect(crossTrack.large_km).toBeLessThan(0.5);
});

test('without measured errors, there is no ellipse and no likely distance', () => {
  expect(errorEllipses(approach(null), elements)).toBeNull();
  expect(likelyRangesOf(approach(null), elements)).toBeNull();
  // A run of an earlier version has no 95 % figures.
  expect(errorEllipses(approach([0.2, 3, 0.1]), elements)).toBeNull();
});

test('likely distances contain each other, and are as wide as the errors', () => {
  const { p68, p95 } = likelyRangesOf(approach([0.2, 3, 0.1], [1, 12, 0.4]), elements)!;
  expect(p95[0]).toBeLessThanOrEqual(p68[0]);
  expect(p95[1]).toBeGreaterThan(p68[1]);
  expect(p68[0]).toBeLessThan(p68[1]);
});
