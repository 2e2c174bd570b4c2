import { expect, test } from 'vitest';
import { eccentricAnomaly, revolutionShares } from '../../src/orbit/shape.ts';

test.each([0, 0.0006, 0.3, 0.74, 0.9, 0.97])('solves Kepler’s equation at eccentricity %d', (eccentricity) => {
  for (let mean = 0; mean < 2 * Math.PI; mean += 0.05) {
    const anomaly = eccentricAnomaly(mean, eccentricity);
    expect(anomaly - eccentricity * Math.sin(anomaly)).toBeCloseTo(mean, 9);
  }
});

test('samples a revolution densely where the object is fast: true anomaly steps stay below 5°', () => {
  const eccentricity = 0.8;
  for (const mean of [0, 1, Math.PI, 4, 6.2, 20, -3]) {
    const shares = revolutionShares(mean, eccentricity, 240);
    expect([shares[0], shares.at(-1), shares.length]).toEqual([0, 1, 241]);
    let previous = Number.NaN;
    for (const [step, share] of shares.entries()) {
      if (step > 0) expect(share).toBeGreaterThan(shares[step - 1]!);
      const eccentric = eccentricAnomaly(
        (((mean + share * 2 * Math.PI) % 6.283185307179586) + 6.283185307179586) % 6.283185307179586,
        eccentricity,
      );
      const truth =
        2 *
        Math.atan2(
          Math.sqrt(1 + eccentricity) * Math.sin(eccentric / 2),
          Math.sqrt(1 - eccentricity) * Math.cos(eccentric / 2),
        );
      const angle = Math.abs(Math.atan2(Math.sin(truth - previous), Math.cos(truth - previous)));
      if (step > 0) expect(angle).toBeLessThan((5 * Math.PI) / 180);
      previous = truth;
    }
  }
});
