import { expect, test } from 'vitest';
import { elevationOf, horizonOf } from '../../src/features/globe/tool/above.ts';

const radius = 6378.135;

test.each([
  [0, 0],
  [52.5, 13.4],
  [-33.9, 151.2],
  [90, 0],
])('at %d, %d the zenith is at an elevation of 90°, and the antipode below -89°', (lat, lon) => {
  const { place, up } = horizonOf({ lat, lon });
  const pointAbove = (km: number) =>
    [0, 1, 2].map((axis) => place[axis]! + (up[axis]! * km) / radius) as [number, number, number];
  expect(elevationOf({ place, up }, pointAbove(400))).toBeCloseTo(90, 3);
  expect(elevationOf({ place, up }, [-place[0], -place[1], -place[2]])).toBeLessThan(-89);
});

test('gives a geostationary satellite the elevation that tables list', () => {
  // From 52.5° N on its meridian, its elevation is 29.8°.
  expect(
    elevationOf(horizonOf({ lat: 52.5, lon: 13 }), [
      (42_164 / radius) * Math.cos(13 * (Math.PI / 180)),
      (42_164 / radius) * Math.sin(13 * (Math.PI / 180)),
      0,
    ]),
  ).toBeCloseTo(29.8, 0);
  // From latitudes above 81° it is below the horizon.
  expect(elevationOf(horizonOf({ lat: 81.5, lon: 0 }), [42_164 / radius, 0, 0])).toBeLessThan(0);
});
