import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { constellationOf, planetsAbove } from '../../src/orbit/observation/planets.ts';
import { seeded } from '../seeded.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import ephem']).status === 0;

test.skipIf(!installed)('planets and constellations are those of PyEphem (needs python3-ephem)', () => {
  const random = seeded(3);
  const views = Array.from({ length: 200 }, () => [
    random() * 170 - 85,
    random() * 360 - 180,
    Date.UTC(2020, 0, 1) + Math.floor(random() * 10 * 365.25 * 86_400_000),
  ]) as [number, number, number][];
  const places = Array.from({ length: 2000 }, () => [
    random() * 360,
    (Math.asin(2 * random() - 1) * 180) / Math.PI,
  ]) as [number, number][];
  const output = execFileSync(python, [join(import.meta.dirname, 'planets.py')], {
    input: JSON.stringify({ views, places }),
  });
  const theirs = JSON.parse(output.toString()) as {
    readonly planets: readonly Record<string, readonly [azimuth: number, elevation: number, magnitude: number]>[];
    readonly constellations: readonly string[];
  };
  let [compared, missing] = [0, 0];
  for (const [n, [lat, lon, time]] of views.entries()) {
    const ours = new Map(planetsAbove({ lat, lon, alt_m: 0 }, time).map((one) => [one.name as string, one]));
    for (const [name, [azimuth, elevation, magnitude]] of Object.entries(theirs.planets[n]!)) {
      const one = ours.get(name);
      if (!one) {
        if (elevation > 0.1) missing += 1;
        continue;
      }
      compared += 1;
      expect(Math.abs(one.elevation_deg - elevation)).toBeLessThan(0.01);
      const turn = Math.abs(((one.azimuth_deg - azimuth + 540) % 360) - 180);
      expect(turn * Math.cos((elevation * Math.PI) / 180)).toBeLessThan(0.01);
      // The formulas for magnitudes are of different years. They differ most for thin crescents, and Mercury's is too faint to be seen.
      const most = name === 'Mercury' || name === 'Venus' ? 0.8 : 0.2;
      if (magnitude < 2) expect(Math.abs(one.magnitude - magnitude)).toBeLessThan(most);
    }
  }
  expect(missing).toBe(0);
  expect(compared).toBeGreaterThan(300);
  // PyEphem names both parts of Serpens.
  const other = places.filter(
    ([ra_deg, dec_deg], n) =>
      constellationOf({ ra_deg, dec_deg }) !== theirs.constellations[n]!.replace(/ (Caput|Cauda)$/, ''),
  );
  expect(other).toEqual([]);
});
