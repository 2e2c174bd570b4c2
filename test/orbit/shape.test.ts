import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EARTH_RADIUS_KM,
  eccentricityOf,
  orbitClass,
  periodOf,
  semiMajorAxis,
  shapeOf,
} from '../../src/orbit/shape.ts';

const about = (period_min: number, eccentricity: number, apogee_km: number, perigee_km: number) =>
  orbitClass({ period_min, eccentricity, apogee_km, perigee_km });

describe('orbit class, at the limits of the contract', () => {
  test.each([
    ['LEO', 'apogee just under 2,000 km', 127, 0.001, 1999.99, 1980],
    ['HEO', 'apogee of 2,000 km, perigee below', 127, 0.001, 2000, 1999.9],
    ['MEO', 'perigee of 2,000 km', 127, 0.001, 2020, 2000],
    ['LEO', 'an eccentric orbit that stays low', 100, 0.13, 1999, 100],
    ['GEO', 'the shortest period of GEO', 1309, 0.09, 37_000, 30_000],
    ['GEO', 'the longest period of GEO', 1600, 0.0999, 43_000, 34_000],
    ['MEO', 'a geostationary satellite left 1,700 km below the belt', 1308.9, 0.001, 33_300, 33_200],
    ['HEO', 'just over the band', 1600.1, 0.01, 39_900, 39_000],
    ['HEO', 'in the band, eccentricity of 0.1', 1436, 0.1, 39_999, 31_500],
    ['HEO', 'Sirius: a day long, 24,000 to 47,000 km', 1436, 0.27, 47_100, 24_500],
    ['MEO', 'eccentricity just under 0.14', 500, 0.1399, 20_000, 11_000],
    ['HEO', 'eccentricity of 0.14', 500, 0.14, 20_000, 11_000],
    ['HEO', 'apogee of 35,000 km', 1250, 0.01, 35_000, 31_000],
    ['MEO', 'navigation satellites', 718, 0.005, 20_200, 20_100],
    ['HEO', 'Molniya', 718, 0.74, 40_000, 500],
    ['HEO', 'a transfer orbit', 630, 0.73, 35_786, 250],
    ['HEO', 'above low orbit with a perigee in it', 105, 0.07, 2300, 1200],
  ])('%s: %s', (expected, _what, period, eccentricity, apogee, perigee) => {
    expect(about(period, eccentricity, apogee, perigee)).toBe(expected);
  });
});

describe('shape', () => {
  test('of the ISS: 15.5 revolutions a day are a period of 92.9 minutes and a semi-major axis of 6,797 km', () => {
    const shape = shapeOf(15.49325674, 0.00062316);
    expect(shape.period_min).toBeCloseTo(92.944, 3);
    expect(shape.semi_major_axis_km).toBeCloseTo(6797.2, 0);
    expect(shape.apogee_km - shape.perigee_km).toBeCloseTo(2 * shape.semi_major_axis_km * 0.00062316, 9);
  });

  test('of a geostationary orbit: a sidereal day is a semi-major axis of 42,164 km', () => {
    expect(semiMajorAxis(1440 / 1436.0682)).toBeCloseTo(42_164, 0);
    expect(orbitClass(shapeOf(1.0027379, 0.0002))).toBe('GEO');
    expect(periodOf(semiMajorAxis(15.5))).toBeCloseTo(1440 / 15.5, 9);
  });

  test('has an apogee and perigee that reproduce the eccentricity', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 16.5, noNaN: true }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (n, e) => {
          const shape = shapeOf(n, e);
          expect(eccentricityOf(shape.apogee_km, shape.perigee_km)).toBeCloseTo(e, 9);
          expect(shape.apogee_km + shape.perigee_km + 2 * EARTH_RADIUS_KM).toBeCloseTo(2 * shape.semi_major_axis_km, 6);
          expect(shape.apogee_km).toBeGreaterThanOrEqual(shape.perigee_km);
        },
      ),
      { numRuns: 500, seed: 1 },
    );
  });

  test('always has an orbit class', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 17, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (n, e) => {
          expect(['LEO', 'MEO', 'GEO', 'HEO']).toContain(orbitClass(shapeOf(n, e)));
        },
      ),
      { numRuns: 500, seed: 1 },
    );
  });
});
