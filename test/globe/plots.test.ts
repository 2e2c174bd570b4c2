import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bars, kinds } from '../../src/components/charts/plot-series.ts';
import { openCatalog } from '../../src/query/catalog.ts';
import type { Plots } from '../../src/query/page-plots.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

describe('plot data of the sample', () => {
  let home: string;
  let plots: Plots;
  let objects: {
    norad_cat_id: number;
    operational_status: string;
    orbit_class: string;
    inclination_deg: number | null;
  }[];
  beforeAll(async () => {
    home = await copySample();
    const catalog = await openCatalog(join(home, 'current'));
    plots = await catalog.pages.plots('2026-08-22T14:00:00Z');
    const ids = await catalog.list({}, { by: 'norad_cat_id', descending: false });
    objects = [...ids].map((id) => JSON.parse(catalog.summary(id)!));
    catalog.close();
  });
  afterAll(() => removeFolder(home));
  const sum = (tallies: Plots['age']) => tallies.reduce((all, { objects: count }) => all + count, 0);

  test('counts each object in orbit with an inclination once', () => {
    const inOrbit = objects.filter(
      ({ operational_status, orbit_class, inclination_deg }) =>
        operational_status !== 'DECAYED' && orbit_class !== 'DEEP_SPACE' && inclination_deg !== null,
    );
    expect(sum(plots.inclination)).toBe(inOrbit.length);
    for (const { bin } of plots.inclination) expect([bin % 2, bin >= 0 && bin <= 180]).toEqual([0, true]);
  });

  test('keeps altitudes, ages and the Gabbard diagram within their axes', () => {
    for (const { bin } of plots.altitude) expect([bin % 20, bin < 2000]).toEqual([0, true]);
    expect(sum(plots.age)).toBeGreaterThan(100);
    for (const { bin } of plots.age) expect([bin % 3, bin >= 0 && bin <= 72]).toEqual([0, true]);
    const { apogee, perigee, columns, rows, objects: drawn } = plots.gabbard;
    expect(drawn).toBeGreaterThan(100);
    for (const cells of [apogee, perigee]) {
      expect(cells.length).toBeGreaterThan(0);
      expect(cells.every(({ x, y }) => x >= 0 && x <= columns && y >= 0 && y <= rows)).toBe(true);
    }
  });
});

test('includes empty bars', () => {
  const filled = bars([{ bin: 4, object_class: 'DEBRIS', objects: 3 }], kinds, { from: 0, to: 6, width: 2 });
  expect(filled).toEqual([
    { bin: 0, counts: [0, 0, 0, 0] },
    { bin: 2, counts: [0, 0, 0, 0] },
    { bin: 4, counts: [0, 0, 3, 0] },
  ]);
});
