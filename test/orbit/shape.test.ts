import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EARTH_RADIUS_KM, eccentricityOf, orbitClass, semiMajorAxis, shapeOf } from '../../src/orbit/shape.ts';

const about = (period_min: number, eccentricity: number, apogee_km: number) =>
  orbitClass({ period_min, eccentricity, apogee_km });

describe('orbit class, at the limits of the contract', () => {
  test.each([
    ['LEO', 'apogee just under 2,000 km', 127, 0.001, 1999.99],
    ['MEO', 'apogee of 2,000 km', 127, 0.001, 2000],
    ['LEO', 'an eccentric orbit that stays low', 100, 0.26, 1999],
    ['GEO', 'the shortest period of GEO', 1416, 0.09, 35_000],
    ['GEO', 'the longest period of GEO', 1456, 0.0999, 39_000],
    ['GEO', 'in the band, apogee over 40,000 km', 1440, 0.099, 41_000],
    ['MEO', 'just under the band', 1415.9, 0.01, 35_000],
    ['MEO', 'just over the band', 1456.1, 0.01, 39_000],
    ['MEO', 'in the band, eccentricity of 0.1', 1436, 0.1, 39_999],
    ['HEO', 'in the band, eccentricity of 0.25', 1436, 0.25, 45_000],
    ['HEO', 'eccentricity of 0.25', 300, 0.25, 10_000],
    ['MEO', 'eccentricity just under 0.25', 300, 0.2499, 10_000],
    ['HEO', 'apogee over 40,000 km', 1700, 0.01, 40_001],
    ['MEO', 'apogee of 40,000 km', 1700, 0.01, 40_000],
    ['MEO', 'navigation satellites', 718, 0.005, 20_200],
    ['HEO', 'Molniya', 718, 0.74, 40_000],
  ])('%s: %s', (expected, _what, period, eccentricity, apogee) => {
    expect(about(period, eccentricity, apogee)).toBe(expected);
  });
});

describe('shape', () => {
  test('the ISS: 15.5 revolutions a day are 92.9 minutes and some 420 km', () => {
    const shape = shapeOf(15.49325674, 0.00062316);
    expect(shape.period_min).toBeCloseTo(92.944, 3);
    expect(shape.semi_major_axis_km).toBeCloseTo(6797.2, 0);
    expect(shape.apogee_km - shape.perigee_km).toBeCloseTo(2 * shape.semi_major_axis_km * 0.00062316, 9);
  });

  test('a sidereal day is 42,164 km: geostationary', () => {
    expect(semiMajorAxis(1440 / 1436.0682)).toBeCloseTo(42_164, 0);
    expect(orbitClass(shapeOf(1.0027379, 0.0002))).toBe('GEO');
  });

  test('apogee and perigee give the eccentricity back', () => {
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

  test('every shape has one class', () => {
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
