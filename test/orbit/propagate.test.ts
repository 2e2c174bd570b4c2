import { eciToGeodetic, gstime, propagate } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import { ElementOrbit } from '../../src/orbit/element-orbit.ts';
import { ut1MinusUtc } from '../../src/orbit/observation/sky.ts';
import {
  epochOf,
  geodetic,
  geoLongitude,
  type MeanElements,
  meanOrbitAt,
  placesAt,
} from '../../src/orbit/propagate.ts';
import { semiMajorAxis } from '../../src/orbit/shape.ts';
import { iss } from './station.ts';
import { hasVectors, verificationSets, verificationVectors } from './verification-vectors.ts';

const geostationary: MeanElements = {
  ...iss,
  mean_motion: '1.00271',
  eccentricity: '0.0002',
  inclination: '0.05',
  bstar: '0',
  mean_motion_dot: '-0.00000100',
};
const after = (set: MeanElements, minutes: number) => new Date(epochOf(set).getTime() + minutes * 60_000);

/** Greenwich mean sidereal time of 1982, radians, from a moment in UTC. */
function sidereal(time: Date): number {
  const centuries = (time.getTime() / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const seconds =
    67_310.54841 +
    (876_600 * 3600 + 8_640_184.812866) * centuries +
    0.093104 * centuries ** 2 -
    6.2e-6 * centuries ** 3;
  return ((seconds % 86_400) / 240) * (Math.PI / 180);
}

const wrapDegrees = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

describe('mean orbit', () => {
  test('equals that of the elements at their epoch', () => {
    const orbit = meanOrbitAt(iss, epochOf(iss))!;
    expect(orbit.inclination_deg).toBeCloseTo(51.6331, 4);
    expect(orbit.eccentricity).toBeCloseTo(0.00062316, 7);
    // Elements have Kozai's mean motion, SGP4 uses Brouwer's: some km apart in low orbits.
    expect(Math.abs(orbit.semi_major_axis_km - semiMajorAxis(15.49325674))).toBeLessThan(10);
  });

  test('is lowered by drag each day', () => {
    const heights = [0, 1, 2, 3].map((day) => meanOrbitAt(iss, after(iss, day * 1440))!.semi_major_axis_km);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(heights[0]! - heights[3]!).toBeGreaterThan(0.1);
    expect(heights[0]! - heights[3]!).toBeLessThan(5);
  });

  test('keeps its size without drag', () => {
    const still = { ...iss, bstar: '0', mean_motion_dot: '0' };
    const [now, later] = [0, 3 * 1440].map((minutes) => meanOrbitAt(still, after(still, minutes))!);
    expect(later!.semi_major_axis_km).toBeCloseTo(now!.semi_major_axis_km, 6);
  });

  test.each([
    ['an eccentricity above 1', { eccentricity: '1.5' }],
    ['a mean motion below the ground', { mean_motion: '19' }],
    ['a mean motion that is not a number', { mean_motion: 'x' }],
  ])('is null for %s', (_what, invalid) => {
    expect(meanOrbitAt({ ...iss, ...invalid }, after(iss, 1440))).toBeNull();
  });
});

describe('longitude', () => {
  test('is within ±180°, rounded to a hundredth of a degree', () => {
    for (let node = 0; node < 360; node += 15) {
      const longitude = geoLongitude({ ...geostationary, ra_of_asc_node: String(node) })!;
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(Math.round(longitude * 100) / 100).toBe(longitude);
    }
  });

  test('moves with the ascending node', () => {
    const [one, other] = ['10', '40'].map((node) => geoLongitude({ ...geostationary, ra_of_asc_node: node })!);
    expect(wrapDegrees(other! - one!)).toBeCloseTo(30, 0);
  });

  test('is a daily mean: every point of a figure-eight ground track gives the same one', () => {
    const tilted = { ...geostationary, inclination: '40', eccentricity: '0.075', arg_of_pericenter: '270' };
    const over = ['0', '60', '120', '180', '240', '300'].map((mean_anomaly) => {
      // The same figure eight from another starting point: the node has moved with the Earth.
      const elapsedMinutes = (Number(mean_anomaly) / 360) * (1440 / Number(geostationary.mean_motion));
      const epoch = new Date(epochOf(tilted).getTime() + elapsedMinutes * 60_000).toISOString().slice(0, -1);
      return geoLongitude({ ...tilted, epoch, mean_anomaly, bstar: '0', mean_motion_dot: '0' })!;
    });
    for (const longitude of over) expect(Math.abs(wrapDegrees(longitude - over[0]!))).toBeLessThan(0.5);
  });

  test('is null for elements that SGP4 rejects', () => {
    expect(geoLongitude({ ...geostationary, eccentricity: '1.5' })).toBeNull();
  });
});

test.each([200, 800, 35_786, 400_000])('matches the latitude and height of satellite.js at %i km', (up) => {
  for (let tilt = -89.9; tilt < 90; tilt += 7.3) {
    const [away, z] = [(6378 + up) * Math.cos((tilt * Math.PI) / 180), (6378 + up) * Math.sin((tilt * Math.PI) / 180)];
    const { latitude, height } = eciToGeodetic({ x: away, y: 0, z }, 0);
    expect(geodetic(away, z).latitude_deg).toBeCloseTo((latitude * 180) / Math.PI, 6);
    expect(geodetic(away, z).altitude_km).toBeCloseTo(height, 4);
  }
  expect(geodetic(0, 6356.7523142 + up)).toEqual({ latitude_deg: 90, altitude_km: expect.closeTo(up, 9) });
});

test('matches the positions of satellite.js', () => {
  const { record } = new ElementOrbit(iss);
  for (const minutes of [-1440, 0, 0.5, 777, 4000]) {
    const time = after(iss, minutes);
    const turned = new Date(time.getTime() + ut1MinusUtc(time.getTime()) * 1000);
    const { latitude, longitude, height } = eciToGeodetic(propagate(record, time)!.position, gstime(turned));
    const place = placesAt(iss, [time.getTime()])[0]!;
    expect(place.latitude_deg).toBeCloseTo((latitude * 180) / Math.PI, 5);
    expect(wrapDegrees(place.longitude_deg - (longitude * 180) / Math.PI)).toBeCloseTo(0, 5);
    expect(place.altitude_km).toBeCloseTo(height, 3);
  }
});

test('reads an epoch without a time zone as UTC', () => {
  expect(epochOf(iss).toISOString()).toBe('2026-08-21T18:32:11.425Z');
  expect(epochOf({ epoch: '2026-08-21T18:32:11.425056Z' }).toISOString()).toBe('2026-08-21T18:32:11.425Z');
});

describe.skipIf(!hasVectors)('compared with Vallado’s vectors (needs ../shared/upstream/sgp4)', () => {
  test('longitudes match his positions at epoch', () => {
    const sets = verificationSets();
    let compared = 0;
    for (const { number, minutes, position } of verificationVectors()) {
      const set = sets.get(number);
      if (minutes !== 0 || !set) continue;
      const longitude = placesAt(set, [epochOf(set).getTime()])[0]?.longitude_deg ?? null;
      if (longitude === null) continue;
      const expected = (Math.atan2(position[1], position[0]) - sidereal(epochOf(set))) * (180 / Math.PI);
      expect(Math.abs(wrapDegrees(longitude - expected)), String(number)).toBeLessThan(0.02);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  test('mean orbits match his osculating orbits within short-period variations', () => {
    const sets = verificationSets();
    let compared = 0;
    for (const { number, minutes, orbit } of verificationVectors()) {
      const set = sets.get(number);
      if (!set || !orbit || minutes < 0 || minutes > 1440 || orbit.e > 0.3) continue;
      const mean = meanOrbitAt(set, after(set, minutes));
      if (!mean) continue;
      // J2 moves the osculating axis by up to 0.2 % within one revolution, and the inclination by up to 0.1°.
      expect(Math.abs(mean.semi_major_axis_km / orbit.a - 1), `${number} ${minutes}`).toBeLessThan(0.003);
      expect(Math.abs(mean.inclination_deg - orbit.i), `${number} ${minutes}`).toBeLessThan(0.1);
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });
});
