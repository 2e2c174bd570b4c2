import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alongTrack, constellationSql, measureAccuracy, regimeSql } from '../../pipeline/archive/accuracy/accuracy.ts';
import { Figures, heldOut } from '../../pipeline/archive/accuracy/figures.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { Store } from '../../pipeline/store.ts';
import { accuracyRegime, constellationOf } from '../../src/orbit/position-error.ts';
import { sqlText } from '../../src/schema/escaped-text.ts';
import { archivePath } from '../../src/schema/release/archive.ts';
import { seeded } from '../seeded.ts';

let home: string;
let store: Store;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orbweaver-accuracy-'));
  store = await Store.open({ memory: '500MB', threads: 2, temp: join(home, 'work') });
});
afterAll(async () => {
  store.close();
  await rm(home, { recursive: true, force: true });
});

test('SQL and the orbit code assign every orbit the same regime', async () => {
  const random = seeded(8);
  const orbits = Array.from({ length: 2000 }, () => ({
    mean_motion: 0.2 + 16.3 * random(),
    eccentricity: random() < 0.7 ? 0.02 * random() : 0.8 * random(),
  }));
  const values = orbits.map(({ mean_motion, eccentricity }, at) => `(${at}, ${mean_motion}, ${eccentricity})`);
  const rows = await store.rows<{ regime: string }>(
    `SELECT ${regimeSql} AS regime FROM (VALUES ${values.join(', ')}) o(place, mean_motion, eccentricity) ORDER BY place`,
  );
  expect(rows.map(({ regime }) => regime)).toEqual(orbits.map(accuracyRegime));
});

test('SQL and the orbit code take every name for the same constellation', async () => {
  const names = [
    'STARLINK-1008',
    'HULIANWANG DIGUI-12',
    'Globalstar M024',
    'ISS (ZARYA)',
    '2024-123C',
    '  X  9',
    'Æther-7',
    'O3B FM5',
  ];
  const rows = await store.rows<{ name: string }>(
    `SELECT ${constellationSql('n')} AS name FROM (VALUES ${names.map((name, at) => `(${at}, ${sqlText(name)})`).join(', ')}) o(place, n) ORDER BY place`,
  );
  expect(rows.map(({ name }) => name)).toEqual(names.map(constellationOf));
});

test('a figure is checked by the share of errors within it on the day after, if there are a hundred', () => {
  const upTo = (most: number, day: number) => Array.from({ length: most }, (_, at) => ({ row: at, day, km: at + 1 }));
  // The 68 % figure of 1 to 100 is 69, the 95 % figure 96; the newer errors are twice as large, or the same.
  expect(heldOut([...upTo(200, 0), ...upTo(100, 1)])).toEqual({ pairs: 200, within_p68: 0.345, within_p95: 0.48 });
  expect(heldOut([...upTo(100, 0), ...upTo(100, 1)])).toEqual({ pairs: 100, within_p68: 0.69, within_p95: 0.96 });
  expect(heldOut([...upTo(99, 0), ...upTo(100, 1)])).toBeNull();
  // A figure needs 20 pairs, of up to three days.
  expect(heldOut([...upTo(100, 0), ...upTo(19, 1)])).toBeNull();
  expect(heldOut([...upTo(100, 0), ...upTo(19, 1), ...upTo(20, 3)])).not.toBeNull();
  expect(heldOut([...upTo(100, 0), ...upTo(19, 1), ...upTo(20, 4)])).toBeNull();
  // Several days are checked, each against the days before it.
  expect(heldOut([...upTo(100, 0), ...upTo(100, 1), ...upTo(100, 2)])!.pairs).toBe(200);
});

test('a figure of few errors holds for the next one: it is not one of the errors below the share', () => {
  const made = new Figures();
  for (let at = 0; at < 23; at++) {
    const row = made.addObject({ norad_cat_id: at, regime: 'heo', active: false, constellation: null, thrust: null });
    made.add({ row, age: 1, days: 1, day: 0, km: at + 1, s: 1, radial_km: 1, cross_track_km: 1 });
  }
  const [measured] = made.table().data.find(({ regime, active }) => regime === 'heo' && !active)!.ages;
  // With one more of equal chance, 12 of 24 are up to the 12th, 17 of 24 (71 %) up to the 17th, and 23 of 24 (96 %) up to the 23rd.
  expect(measured!.along_track_km).toEqual({ median: 12, p68: 17, p95: 23 });
});

describe('errors of single objects', () => {
  const kind = { regime: 'leo_400_600', active: true, constellation: 'none', thrust: null } as const;
  /** Errors of so many objects on each of nine days: they differ by object by factors of 16, and all grow from day to day. */
  const figures = (objects: number) => {
    const random = seeded(5);
    const made = new Figures();
    for (let at = 0; at < objects; at++) {
      const row = made.addObject({ ...kind, norad_cat_id: 1000 - at, thrust: at === 0 ? true : null });
      for (let day = 0; day < 9; day++) {
        const km = 2 ** (at % 5) * 2 ** ((9 - day) / 4) * (0.9 + 0.2 * random());
        made.add({ row, age: 1, days: 1, day, km, s: km / 7.5, radial_km: km / 50, cross_track_km: km / 60 });
      }
    }
    return made.table();
  };

  test('are factors of the errors of their kind on the same days, drawn towards them', () => {
    const { data, objects } = figures(200);
    expect(objects!.norad_cat_id).toEqual([...objects!.norad_cat_id].sort((a, b) => a - b));
    const row = (id: number) => objects!.norad_cat_id.indexOf(id);
    // Seven pairs and one of the kind: 7/8 of the two powers of two between an object and the middle one, in quarters of a power.
    expect([1000, 998, 996].map((id) => objects!.factor[1]![row(id)])).toEqual([-7, 0, 7]);
    expect(objects!.comparisons[1]!.every((count) => count === 7)).toBe(true);
    expect(objects!.comparisons[0]!.every((count) => count === 0)).toBe(true);
    expect(objects!.thrust.filter((known) => known === 1)).toHaveLength(1);
    const none = data.find(({ constellation, thrust }) => constellation === 'none' && thrust === null)!.ages[0]!;
    // The spread of single objects is much smaller than that of their kind.
    const { p68, p95 } = none.by_object!.along_track_km;
    expect(none.along_track_km.p95 / none.along_track_km.median).toBeGreaterThan(3.5);
    expect(p95 / p68).toBeLessThan(1.3);
    expect(
      data.find(({ regime, active, constellation }) => regime === kind.regime && active && !constellation)!.ages[0],
    ).toMatchObject({
      by_object: null,
      radial_km: { median: expect.any(Number) },
    });
  });

  test('leave the figures of the others to objects without factors', () => {
    const random = seeded(6);
    const made = new Figures();
    // 100 objects have a pair on each of nine days, and 30 on every third, with errors five times as large.
    for (let at = 0; at < 130; at++) {
      const row = made.addObject({ ...kind, norad_cat_id: 1000 + at });
      const seldom = at >= 100;
      for (let day = 0; day < 9; day += seldom ? 3 : 1) {
        const km = (seldom ? 5 : 1) * (0.9 + 0.2 * random());
        made.add({ row, age: 1, days: 1, day, km, s: km / 7.5, radial_km: km / 50, cross_track_km: km / 60 });
      }
    }
    const none = made.table().data.find(({ constellation, thrust }) => constellation === 'none' && thrust === null)!;
    const { by_object, without_own } = none.ages[0]!;
    expect(by_object!.pairs).toBe(100);
    expect(by_object!.along_track_km.p68).toBeCloseTo(1, 0);
    expect(without_own!.pairs).toBe(30);
    expect(without_own!.along_track_km.p68).toBeCloseTo(5, 0);
    // If no object has a factor, these are the figures of all.
    expect(figures(4).data.every(({ ages }) => ages.every((one) => one.without_own === null))).toBe(true);
  });

  test('need four of their own pairs, and five of their kind on each day', () => {
    expect(figures(4).objects!.comparisons[1]).toEqual([0]);
  });
});

describe('along the track', () => {
  const actual = { position: [7000, 0, 0], velocity: [0, 7.5, 0] } as const;

  test.each([
    ['ahead', 0.01],
    ['behind', -0.01],
    ['half a revolution off', 3.1],
  ])('measures the arc length of an error %s', (_, angle) => {
    const predicted = { position: [7000 * Math.cos(angle), 7000 * Math.sin(angle), 0], velocity: [0, 0, 0] } as const;
    const miss = alongTrack(predicted, actual);
    expect(miss.km).toBeCloseTo(7000 * Math.abs(angle), 6);
    expect(miss.s).toBeCloseTo(miss.km / 7.5, 9);
  });

  test('ignores radial and cross-track errors', () => {
    expect(alongTrack({ position: [7010, 0, 25], velocity: [0, 0, 0] }, actual).km).toBeCloseTo(0, 9);
  });
});

test('without an archive, returns every regime without measurements', async () => {
  await store.run('CREATE OR REPLACE TABLE satellites (norad_cat_id INTEGER, active BOOLEAN)');
  const { data, meta } = await measureAccuracy(store, { home, now: new Date('2026-07-18T10:00:00Z'), base: '' });
  expect(meta).toMatchObject({ first_epoch: null, last_epoch: null, pairs: 0 });
  expect(data).toHaveLength(14);
  expect(data.every(({ ages }) => ages.length === 0)).toBe(true);
});

/** Real snapshots over two weeks, if they exist next to the repository. `ORBWEAVER_SKIP_REAL=1` skips them. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
const skipped = !existsSync(series) || process.env['ORBWEAVER_SKIP_REAL'] === '1';
/** Spaced so that pairs with the last one have each age up to 14 days. */
const snapshots = ['2026-07-04T1722Z', '2026-07-11T0950Z', '2026-07-15T1016Z', '2026-07-17T1015Z', '2026-07-18T0949Z'];

describe.skipIf(skipped)('real element sets (need ../shared/upstream, and ORBWEAVER_SKIP_REAL unset)', () => {
  test('finds errors that grow with age and agree with an independent measurement of the same weeks', async () => {
    const options = { home, limits: { memory: '500MB', threads: 2 }, progress: () => {} };
    await importElements(
      options,
      snapshots.map((name) => join(series, name)),
    );
    await store.run(`CREATE OR REPLACE TABLE satellites AS SELECT DISTINCT norad_cat_id,
      NOT regexp_matches(object_name, 'DEB|R/B') AS active FROM read_parquet(${sqlText(join(home, 'archive/elements/*.parquet'))})`);
    const { data, meta } = await measureAccuracy(store, {
      home,
      now: new Date('2026-07-18T10:00:00Z'),
      base: 'https://example.org',
    });
    expect(meta.pairs).toBeGreaterThan(3000);
    expect(meta.last_epoch! <= '2026-07-18T10:00:00.000Z').toBe(true);
    const curve = data.find(({ regime, active }) => regime === 'leo_400_600' && active)!.ages;
    expect(curve.map(({ days }) => days)).toEqual([0.5, 1, 2, 3, 7, 14]);
    const p68 = curve.map(({ time_s }) => time_s.p68);
    expect(p68).toEqual([...p68].sort((a, b) => a - b));
    // Passes of Starlink, most of these, over Berlin, from elements of 4 July: medians of 1, 13, 23 and 82 s at 1, 3, 7 and 13 days.
    for (const [age, low, high] of [
      [1, 0.05, 4],
      [3, 1, 40],
      [7, 5, 120],
      [14, 20, 400],
    ] as const) {
      const { median } = curve.find(({ days }) => days === age)!.time_s;
      expect(median).toBeGreaterThan(low);
      expect(median).toBeLessThan(high);
    }
    // Of these, OneWeb, Kuiper and the like are moved by thrust; a satellite in no constellation is where its elements say.
    const kind = (constellation: string) =>
      data.find((one) => one.regime === 'leo_600_1000' && one.constellation === constellation)!.ages;
    const weekly = (name: string) => kind(name).find(({ days }) => days === 7)!.along_track_km.p68;
    expect(weekly('KUIPER')).toBeGreaterThan(10 * weekly('none'));
    expect(weekly('QIANFAN')).toBeGreaterThan(1000 * weekly('none'));
    const high = data.find(({ regime, active }) => regime === 'leo_600_1000' && !active)!.ages;
    expect(high.at(-1)!.along_track_km.p68).toBeLessThan(curve.at(-1)!.along_track_km.p68);
  }, 180_000);

  test('finds the same pairs with the published SQL in the archive’s files', async () => {
    const now = new Date('2026-07-18T10:00:00Z');
    const { meta } = await measureAccuracy(store, { home, now, base: 'https://example.org' });
    expect(meta.sql).toContain(`https://example.org${archivePath('2026-07')}`);
    const local = meta.sql
      .replace(
        /https:\/\/example\.org\/api\/v1\/archive\/elements\/(\d{4}-\d\d)\.parquet/g,
        join(home, 'archive/elements/$1-*.parquet'),
      )
      .replace(/\(SELECT "NORAD[^)]*all\.parquet'\)/, 'satellites');
    expect(local).not.toContain('example.org');
    const [row] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM (${local})`);
    expect(row!.n).toBeGreaterThanOrEqual(meta.pairs);
    expect(row!.n - meta.pairs).toBeLessThan(meta.pairs / 50);
  });
});

/** `ORBWEAVER_FIGURES=1` prints how figures hold on days that they did not use, for the documentation. */
test.skipIf(skipped || process.env['ORBWEAVER_FIGURES'] !== '1')(
  'figures of every day of two weeks hold on the day after',
  async () => {
    const own = join(home, 'series');
    await importElements({ home: own, limits: { memory: '500MB', threads: 2 }, progress: () => {} }, [series]);
    await store.run(`CREATE OR REPLACE TABLE satellites AS SELECT DISTINCT norad_cat_id,
      NOT regexp_matches(object_name, 'DEB|R/B') AS active FROM read_parquet(${sqlText(join(own, 'archive/elements/*.parquet'))})`);
    const { data, objects } = await measureAccuracy(store, {
      home: own,
      now: new Date('2026-07-18T18:00:00Z'),
      base: 'https://example.org',
    });
    const ages = data.flatMap((kind) => kind.ages);
    const figures = Object.fromEntries(
      Object.entries({
        kinds: ages.flatMap(({ held_out }) => held_out ?? []),
        by_object: ages.flatMap(({ by_object }) => by_object?.held_out ?? []),
        without_own: ages.flatMap(({ without_own }) => without_own?.held_out ?? []),
      }).map(([name, checked]) => [
        name,
        {
          figures: checked.length,
          pairs: checked.reduce((sum, { pairs }) => sum + pairs, 0),
          within_5_points_of_68: checked.filter(({ within_p68 }) => Math.abs(within_p68 - 0.68) <= 0.05).length,
          within_5_points_of_95: checked.filter(({ within_p95 }) => Math.abs(within_p95 - 0.95) <= 0.05).length,
        },
      ]),
    );
    /** The share of the pairs of each kind within its figures, over all ages. */
    const kinds = data.flatMap(({ ages: of, regime, active, constellation, thrust }) => {
      const checked = of.flatMap(({ held_out }) => held_out ?? []);
      const pairs = checked.reduce((sum, one) => sum + one.pairs, 0);
      const share = (name: 'within_p68' | 'within_p95') =>
        checked.reduce((sum, one) => sum + one.pairs * one[name], 0) / pairs;
      return pairs < 100
        ? []
        : [{ kind: { regime, active, constellation, thrust }, p68: share('within_p68'), p95: share('within_p95') }];
    });
    const off = kinds.filter(({ p68, p95 }) => Math.abs(p68 - 0.68) > 0.05 || Math.abs(p95 - 0.95) > 0.05);
    expect(kinds.length).toBeGreaterThan(35);
    expect(off).toEqual([]);
    console.log(figures, { kinds: kinds.length, off: off.length, objects: objects!.norad_cat_id.length });
    // Objects without a factor are few on each day and age; for the same pairs, the figures of all hold for 57 %.
    const least = { kinds: [0.75, 0.95], by_object: [0.75, 0.95], without_own: [0.7, 0.94] } as const;
    for (const [name, [of68, of95]] of Object.entries(least)) {
      const { figures: all, within_5_points_of_68, within_5_points_of_95 } = figures[name]!;
      expect(within_5_points_of_68 / all).toBeGreaterThan(of68);
      expect(within_5_points_of_95 / all).toBeGreaterThan(of95);
    }
  },
  300_000,
);
