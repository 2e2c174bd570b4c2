import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moonPosition } from '../../src/orbit/observation/moon.ts';
import { sunPlace } from '../../src/orbit/observation/sky.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, ephem']).status === 0;

type BodyPosition = readonly [x: number, y: number, z: number, km: number];

test.skipIf(!installed)('Sun and Moon are where PyEphem computes them (needs python3-ephem, python3-skyfield)', () => {
  const moments = Array.from({ length: 400 }, (_, n) => Date.UTC(2000, 0, 1) + n * 54.3 * 86_400_000);
  const output = execFileSync(python, [join(import.meta.dirname, 'light.py')], { input: JSON.stringify(moments) });
  const { sun, moon } = JSON.parse(output.toString()) as { sun: BodyPosition[]; moon: BodyPosition[] };
  let [sunDegrees, sunDistance, moonDegrees, moonDistance] = [0, 0, 0, 0];
  for (const [n, time] of moments.entries()) {
    const ourSun = sunPlace(time);
    sunDegrees = Math.max(sunDegrees, angleBetween(ourSun.direction, sun[n]!));
    sunDistance = Math.max(sunDistance, Math.abs(ourSun.distance_km / sun[n]![3] - 1));
    const ourMoon = moonPosition(time);
    moonDegrees = Math.max(moonDegrees, angleBetween(ourMoon, moon[n]!));
    moonDistance = Math.max(moonDistance, Math.abs(Math.hypot(...ourMoon) / moon[n]![3] - 1));
  }
  expect(sunDegrees).toBeLessThan(0.004);
  expect(sunDistance).toBeLessThan(1e-4);
  expect(moonDegrees).toBeLessThan(0.12);
  expect(moonDistance).toBeLessThan(0.001);
});

/** Degrees between two directions. */
function angleBetween([x, y, z]: readonly [number, number, number], [a, b, c]: BodyPosition): number {
  const cross = Math.hypot(y * c - z * b, z * a - x * c, x * b - y * a) / Math.hypot(x, y, z);
  return (Math.asin(Math.min(1, cross)) * 180) / Math.PI;
}
