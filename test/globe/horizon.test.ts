import { expect, test } from 'vitest';
import { elevationOf, horizonOf } from '../../src/globe/tool/horizon.ts';

const radius = 6378.135;

test.each([
  [0, 0],
  [52.5, 13.4],
  [-33.9, 151.2],
  [90, 0],
])('what is straight up is at 90°, the other side of the Earth far below, at %d, %d', (lat, lon) => {
  const { place, up } = horizonOf({ lat, lon });
  const raised = (km: number) =>
    [0, 1, 2].map((axis) => place[axis]! + (up[axis]! * km) / radius) as [number, number, number];
  expect(elevationOf({ place, up }, raised(400))).toBeCloseTo(90, 3);
  expect(elevationOf({ place, up }, [-place[0], -place[1], -place[2]])).toBeLessThan(-89);
});

test('a geostationary satellite stands where tables have it', () => {
  // Seen from 52.5° N on its meridian: 29.8° high.
  expect(
    elevationOf(horizonOf({ lat: 52.5, lon: 13 }), [
      (42_164 / radius) * Math.cos(13 * (Math.PI / 180)),
      (42_164 / radius) * Math.sin(13 * (Math.PI / 180)),
      0,
    ]),
  ).toBeCloseTo(29.8, 0);
  // Beyond 81° of latitude none rises.
  expect(elevationOf(horizonOf({ lat: 81.5, lon: 0 }), [42_164 / radius, 0, 0])).toBeLessThan(0);
});
