import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { maneuverWords } from '../../src/components/object/maneuver-words.ts';
import { catalogSizes, historyCsv, objectHistory, thinned } from '../../src/features/history/http/page-history.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { markRolledBack } from '../../src/release/rollback.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

let home: string;
let archive: ArchiveReader;
beforeAll(async () => {
  home = await copySample();
  archive = new ArchiveReader(home);
});
afterAll(async () => {
  archive.close();
  await removeFolder(home);
});

const NOW = Date.parse('2026-08-22T18:00:00Z');

describe('the history of an object', () => {
  test('has its orbits by the element sets of the archive, oldest first', async () => {
    const { points, total, maneuvers, changes } = await objectHistory(archive, 25544, '90d', NOW);
    expect(total).toBe(2);
    expect(points[0]!.time).toBeLessThan(points[1]!.time);
    expect(points[1]!.perigee_km).toBeGreaterThan(400);
    expect(points[1]!.apogee_km).toBeGreaterThan(points[1]!.perigee_km);
    expect(points[1]!.period_min).toBeCloseTo(92.9, 0);
    expect(points[1]!.inclination_deg).toBeCloseTo(51.6, 1);
    expect(maneuvers).toBeNull();
    expect(changes.every(({ field }) => field !== 'updated_at')).toBe(true);
  });

  test('covers the whole range, with gaps before the first set and after the last', async () => {
    const DAY = 86_400_000;
    const { shown, gaps, points } = await objectHistory(archive, 25544, '90d', NOW + 20 * DAY);
    expect(shown).toEqual({ from: NOW - 70 * DAY, to: NOW + 20 * DAY });
    expect(gaps).toEqual([
      { from: shown.from, to: points[0]!.time },
      { from: points[1]!.time, to: shown.to },
    ]);
  });

  test('falls back to all element sets if the range has fewer than two', async () => {
    const later = await objectHistory(archive, 25544, '30d', NOW + 60 * 86_400_000);
    expect(later).toMatchObject({ range: 'all', total: 2 });
    expect(await objectHistory(archive, 99_999, '30d', NOW)).toMatchObject({ range: 'all', points: [], total: 0 });
  });

  test('is empty if no file of the archive covers the range', async () => {
    const compacted = await copySample();
    const reader = new ArchiveReader(compacted);
    await compactArchive({ home: compacted, limits: { memory: '500MB', threads: 2 } });
    expect(await reader.elements(25544, { from: NOW + 60 * 86_400_000, limit: 10, offset: 0 })).toEqual({
      total: 0,
      sets: [],
      epochs: [],
    });
    reader.close();
    await removeFolder(compacted);
  });

  test('is exported as CSV with every element set and the digits of upstream', async () => {
    const [header, ...lines] = (
      await historyCsv(archive, 25544, { sourceOf: (file) => `from ${file}, here`, note: 'A note, quoted.' })
    )
      .trimEnd()
      .split('\r\n');
    expect(header).toBe('epoch,perigee_km,apogee_km,inclination_deg,period_min,bstar,source,note');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^2026-08-2\dT[\d:.]+Z,4\d\d\.\d{3},4\d\d\.\d{3},51\.\d+,92\.\d{6},0?\.?\d/);
    expect(lines[1]!.endsWith(',"from gp-active.csv, here","A note, quoted."')).toBe(true);
  });

  test('is exported as CSV completely if it exceeds one query', async () => {
    const { sets } = await archive.elements(25544, { limit: 1, offset: 0 });
    const many = Array.from({ length: 9001 }, () => sets[0]!);
    const elements: ArchiveReader['elements'] = async (_id, { limit, offset }) => ({
      total: many.length,
      sets: many.slice(offset, offset + limit),
      epochs: [],
    });
    expect(
      (await historyCsv({ elements }, 25544, { sourceOf: () => 'x', note: '' })).trimEnd().split('\r\n'),
    ).toHaveLength(9002);
  });
});

test('the catalog sizes are of the last release of each day up to the served one, without rolled-back releases', async () => {
  const [first, second] = (await archive.index())!.snapshots;
  const sizes = await archive.catalogSizes();
  expect(sizes.map(({ at }) => at)).toEqual([first!.at, second!.at]);
  expect(sizes[0]!.objects).toBeGreaterThan(sizes[0]!.on_orbit);
  expect(sizes[0]!.on_orbit).toBeGreaterThan(sizes[0]!.active);
  const counts = { satellites: 9, on_orbit: 8, active: 7 } as Manifest['counts'];
  const served = { generated_at: '2026-08-22T20:00:00Z', counts };
  expect(await catalogSizes(archive, served)).toEqual([
    sizes[0],
    { at: served.generated_at, objects: 9, on_orbit: 8, active: 7 },
  ]);
  const copy = await copySample();
  await markRolledBack(copy, first!.release!, '2026-08-23T00:00:00Z');
  const marked = new ArchiveReader(copy);
  expect((await marked.catalogSizes()).map(({ at }) => at)).toEqual([first!.at]);
  marked.close();
  await removeFolder(copy);
});

test('many points are thinned to the last of each equal part of the time, however dense they are in it', () => {
  const point = (time: number) => ({ time, perigee_km: 1, apogee_km: 2, inclination_deg: 3, period_min: 4, bstar: 5 });
  const many = Array.from({ length: 1000 }, (_, time) => point(time));
  const few = thinned(many, 100);
  expect(few.map(({ time }) => time)).toEqual(Array.from({ length: 100 }, (_, part) => 10 * part + 9));
  // Half of the points are in the first hundredth of the time, and one of the hundred that are kept.
  const dense = Array.from({ length: 500 }, (_, n) => point(n / 50));
  const sparse = Array.from({ length: 495 }, (_, n) => point(11 + 2 * n));
  const even = thinned([...dense, ...sparse, point(1000)], 100).map(({ time }) => time);
  expect(even).toHaveLength(100);
  expect(even.at(-1)).toBe(1000);
  for (const [part, time] of even.entries()) expect(Math.min(99, Math.floor(time / 10))).toBe(part);
  expect(thinned(many.slice(0, 5), 100)).toHaveLength(5);
});

const maneuver = {
  from: '2026-08-01T00:00:00.000Z',
  to: '2026-08-02T00:00:00.000Z',
  across_gap: false,
  ongoing: false,
  confidence: 0.9,
};
test.each([
  [{ kind: 'maneuver', semi_major_axis_km: 0.0123, inclination_deg: 0 }, 'Raised by 12 m'],
  [{ kind: 'maneuver', semi_major_axis_km: 0.0001, inclination_deg: -0.02 }, 'Inclination −0.020°'],
  [{ kind: 'maneuver', semi_major_axis_km: 0, inclination_deg: 0 }, 'Orbit changed'],
  [
    { kind: 'maneuver', semi_major_axis_km: 11.4, inclination_deg: 0, across_gap: true },
    'Raised by 11 km, while there were no element sets',
  ],
  [
    { kind: 'station_keeping', semi_major_axis_km: -4.21, inclination_deg: 0.01 },
    'Station-keeping: lowered by 4.2 km, inclination +0.010°',
  ],
  [{ kind: 'low_thrust', semi_major_axis_km: 58, inclination_deg: 0 }, 'Low thrust for 1 day: raised by 58 km'],
  [
    { kind: 'low_thrust', semi_major_axis_km: 58, inclination_deg: 0, ongoing: true },
    'Low thrust since 2026-08-01: raised by 58 km',
  ],
] as const)('%o is described as “%s”', (one, words) => expect(maneuverWords({ ...maneuver, ...one })).toBe(words));
