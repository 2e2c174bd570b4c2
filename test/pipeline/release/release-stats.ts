import { expect, test } from 'vitest';
import { type Stats, stats } from '../../../src/schema/statistics/stats.ts';
import type { OpenedRelease } from './opened-release.ts';

/** Compares the statistics of the catalog with its tables. */
export function describeStats(release: () => OpenedRelease): void {
  const read = async (): Promise<Stats> => {
    const [row] = await release().rows<{ stats: string }>('SELECT stats::VARCHAR AS stats FROM stats');
    return stats.parse(JSON.parse(row!.stats));
  };

  test('the boxscore adds up to every object, country by country', async () => {
    const { boxscore, objects, on_orbit, country, object_class } = await read();
    expect(boxscore!.map((row) => [row.country, row.total])).toEqual(Object.entries(country));
    const sum = (of: (row: NonNullable<typeof boxscore>[number]) => number) =>
      boxscore!.reduce((total, row) => total + of(row), 0);
    expect(sum(({ total }) => total)).toBe(objects);
    expect(sum(({ in_orbit }) => in_orbit.total)).toBe(on_orbit);
    expect(sum(({ in_orbit, decayed }) => in_orbit.debris + decayed.debris)).toBe(object_class.DEBRIS);
    for (const { in_orbit, decayed, total } of boxscore!)
      for (const part of [in_orbit, decayed]) {
        expect(part.payloads + part.rocket_bodies + part.debris + part.unknown).toBe(part.total);
        expect(in_orbit.total + decayed.total).toBe(total);
      }
  });

  test('counts every object in orbit as having elements or a reason for having none', async () => {
    const { elements, on_orbit } = await read();
    const { objects, with_elements, without } = elements.in_orbit!;
    expect(objects).toBe(on_orbit);
    expect(with_elements + Object.values(without).reduce((sum, count) => sum + count, 0)).toBe(on_orbit);
    const [count] = await release().rows<{ covered: number; away: number }>(`SELECT
        (count(*) FILTER (WHERE elements_epoch IS NOT NULL))::INTEGER AS covered,
        (count(*) FILTER (WHERE elements_epoch IS NULL AND orbit_class = 'DEEP_SPACE'))::INTEGER AS away
      FROM satellites WHERE operational_status <> 'DECAYED'`);
    expect([with_elements, without.beyond_earth_orbit]).toEqual([count!.covered, count!.away]);
    const [files] = await release().rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM satellites s
      JOIN satcat c ON c.NORAD_CAT_ID::INTEGER = s.norad_cat_id
      WHERE operational_status <> 'DECAYED' AND elements_epoch IS NULL AND orbit_class <> 'DEEP_SPACE'
        AND c.PERIOD <> '' AND c.DATA_STATUS_CODE NOT IN ('NEA', 'NIE', 'NCE')`);
    expect(without.not_in_files).toBe(files!.n);
  });
}
