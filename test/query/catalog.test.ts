import { cp, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filters } from '../../src/http/api/lists/satellite-query.ts';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';
import type { UndatedLaunches } from '../../src/query/satellite-lists.ts';
import { SatelliteLists } from '../../src/query/satellite-lists.ts';
import { CatalogError, Database } from '../../src/release/database.ts';
import { RecordStore } from '../../src/release/record-store.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { event } from '../../src/schema/changes/event.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import type { Stats } from '../../src/schema/statistics/stats.ts';
import { confidences, eventTypes } from '../../src/schema/vocabulary.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import {
  anyFilters,
  type FilterValues,
  filterNames,
  filterOf,
  listQuery,
  orders,
  undatedQuery,
} from './filter-meaning.ts';

const isPositive = (value: number) => value > 0;
let home: string;
let folder: string;
let catalog: Catalog;
let database: Database;

beforeAll(async () => {
  home = await copySample();
  folder = join(home, 'releases', (await currentReleaseId(home))!);
  catalog = await openCatalog(folder);
  database = await Database.open(join(folder, 'catalog.duckdb'));
});
afterAll(async () => {
  catalog?.close();
  database?.close();
  await removeFolder(home);
});

/** Runs statements on the database of a copied release. */
async function change(copy: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(join(copy, 'catalog.duckdb'));
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

describe('lists', () => {
  test('have the objects that match the filters, in every order, with unknown values last', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.constantFrom(...orders), fc.boolean(), async (filter, by, descending) => {
        const expected = await database.integers(listQuery(filter, by, descending));
        expect([...(await catalog.list(filterOf(filter), { by, descending }))]).toEqual([...expected]);
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  test('have facets that count the matches of each value with all other filters applied', async () => {
    const columns = {
      orbit_class: 'orbit_class',
      status: 'operational_status',
      object_class: 'object_class',
      country: 'country',
      operator: 'operator_slug',
    };
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.boolean(), async (filter, withSearch) => {
        const found = withSearch ? (await catalog.search('sample', {})).ids : undefined;
        const counted = await catalog.pages.facets.count(filterOf(filter), found);
        for (const [name, column] of Object.entries(columns)) {
          const { [name]: _, ...others } = filter;
          const among = found ? `AND norad_cat_id IN (${[...found].join(', ')})` : '';
          const rows = await database.rows<{ value: string; objects: number }>(
            `SELECT ${column} AS value, count(*)::INTEGER AS objects FROM satellites
             WHERE norad_cat_id IN (${listQuery(others)}) ${among} AND ${column} IS NOT NULL GROUP BY ALL ORDER BY objects DESC, value`,
          );
          expect([name, counted[name as keyof typeof counted]]).toEqual([name, rows]);
        }
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  test('return a slow list even if the cache overflows before it is ready', async () => {
    const fresh = await openCatalog(folder);
    try {
      const slow = fresh.list({}, { by: 'name', descending: false });
      const others = await Promise.all(
        Array.from({ length: 9000 }, (_, n) =>
          fresh.list({ min_inclination_deg: -n }, { by: 'norad_cat_id', descending: false }),
        ),
      );
      // More than the cache holds.
      expect(others.reduce((sum, ids) => sum + ids.byteLength, 0)).toBeGreaterThan(8 * 2 ** 20);
      expect((await slow).toSorted()).toEqual(await fresh.list({}, { by: 'norad_cat_id', descending: false }));
    } finally {
      fresh.close();
    }
  });

  test('by confidence have the objects that the statistics of each field count, whether or not it restates another', async () => {
    const total = async (filter: FilterValues) =>
      (await catalog.list(filterOf(filter), { by: 'norad_cat_id', descending: false })).length;
    const { fields } = JSON.parse(await catalog.stats()) as Stats;
    expect(fields.find(({ field }) => field === 'active')).toMatchObject({ CONFLICTING: expect.toSatisfy(isPositive) });
    for (const counted of fields) {
      const levels = confidences.map((level) =>
        Number((counted as unknown as Readonly<Record<string, number>>)[level]),
      );
      // An object without any source for a field is UNKNOWN, or has no value: only the time of the record itself has no confidence.
      if (counted.field !== 'updated_at')
        expect([counted.field, counted.with_value]).toEqual([counted.field, levels.reduce((sum, n) => sum + n, 0)]);
      for (const level of confidences) {
        const expected = (counted as unknown as Readonly<Record<string, number>>)[level];
        expect([counted.field, level, await total({ confidence: [{ field: counted.field, level }] })]).toEqual([
          counted.field,
          level,
          expected,
        ]);
        if (level === 'CONFLICTING') expect(await total({ conflicting_field: counted.field })).toBe(expected);
      }
    }
  });

  test('each filter alone matches some objects, but not all', async () => {
    const all = (await catalog.list({}, { by: 'norad_cat_id', descending: false })).length;
    const each: FilterValues = {
      ids: [25_544, 999_999_999],
      orbit_class: 'DEEP_SPACE',
      orbit_type: ['MOLNIYA', 'POLAR'],
      status: 'STANDBY',
      object_class: 'ROCKET_BODY',
      disposition: 'LANDED',
      country: ['ESA', 'FR'],
      active: true,
      has_elements: false,
      group: 'stations',
      operator: 'nasa',
      users: 'Military',
      purpose: 'Platform',
      manufacturer: 'TRW',
      program: 'Vanguard',
      bus: 'Sample Bus',
      mission_result: 'SUCCESS',
      maneuver_capability: 'MANEUVERS',
      launch_id: '1998-067',
      launch_site: 'Woomera, Australia',
      launch_vehicle: 'Falcon 9',
      launched_after: '2020-01-01',
      launched_before: '1960-01-01',
      separated_after: '2020-01-01',
      separated_before: '1960-01-01',
      decayed_after: '2026-08-01',
      decayed_before: '1960-01-01',
      updated_after: '2026-08-22T14:00:00Z',
      conflicting: true,
      conflicting_field: 'decay_date',
      confidence: [{ field: 'launch_mass_kg', level: 'MEDIUM' }],
      min_apogee_km: 30_000,
      max_apogee_km: 300,
      min_perigee_km: 30_000,
      max_perigee_km: 300,
      min_inclination_deg: 90,
      max_inclination_deg: 10,
      min_period_min: 1000,
      max_period_min: 90,
      min_eccentricity: 0.5,
      max_eccentricity: 0.0001,
      min_geo_longitude_deg: 100,
      max_geo_longitude_deg: -100,
      min_rcs_m2: 10,
      max_rcs_m2: 0.1,
      min_launch_mass_kg: 10_000,
      max_launch_mass_kg: 10,
    };
    expect(Object.keys(each).sort()).toEqual(Object.keys(filters).sort());
    expect([...filterNames].sort()).toEqual(Object.keys(filters).sort());
    for (const [name, value] of Object.entries(each)) {
      const matches = (await catalog.list(filterOf({ [name]: value }), { by: 'norad_cat_id', descending: false }))
        .length;
      expect(matches, name).toBeGreaterThan(0);
      expect(matches, name).toBeLessThan(all);
    }
  });

  test('a filter by launch day says how many objects without a date match, and how many more may', async () => {
    const days = ['1950-01-01', '1990-01-01', '2026-01-01', '2026-07-01', '2026-08-01', '2026-08-23', '2027-01-01'];
    const found: UndatedLaunches[] = [];
    for (const [at, launched_after] of days.entries())
      for (const launched_before of days.slice(at + 1)) {
        const [matched, possible] = await database.integers(undatedQuery(launched_after, launched_before));
        const filter = { launched_after, launched_before };
        const undated = (await catalog.undated(filter))!;
        expect([filter, undated]).toEqual([filter, { matched, possible }]);
        found.push(undated);
      }
    // The sample has objects of either kind.
    expect(found.some(({ matched }) => matched > 0)).toBe(true);
    expect(found.some(({ possible }) => possible > 0)).toBe(true);
    expect((await catalog.undated({ launched_after: '1950-01-01' }))!.possible).toBe(0);
    expect(await catalog.undated({ orbit_class: 'LEO' })).toBeNull();
  });

  test('a search limits the objects without a date that match or may match', async () => {
    const filter = { launched_after: '2026-08-01' };
    const all = (await catalog.undated(filter))!;
    const name = 'starlink';
    const among = (await catalog.search(name, {})).ids;
    const found = (await catalog.undated(filter, name))!;
    const [matched, possible] = await database.integers(undatedQuery(filter.launched_after, '2100-01-01', [...among]));
    expect(found).toEqual({ matched, possible });
    expect(found.matched + found.possible).toBeLessThan(all.matched + all.possible);
  });

  test('a longitude range from east to west crosses 180°', async () => {
    const across = await catalog.list(
      { min_geo_longitude_deg: 150, max_geo_longitude_deg: -170 },
      { by: 'norad_cat_id', descending: false },
    );
    expect([...across]).toEqual([
      ...(await database.integers(
        'SELECT norad_cat_id FROM satellites WHERE geo_longitude_deg >= 150 OR geo_longitude_deg <= -170 ORDER BY 1',
      )),
    ]);
    expect(across.length).toBeGreaterThan(1);
  });

  test('reentries are sorted by the latest update, then the latest decay date, then the catalog number', async () => {
    const expected = await database.integers(
      `SELECT norad_cat_id FROM satellites WHERE operational_status = 'DECAYED'
       ORDER BY updated_at DESC, decay_date DESC NULLS LAST, norad_cat_id`,
    );
    expect([...(await catalog.reentries())]).toEqual([...expected]);
    expect(expected.length).toBeGreaterThan(10);
  });

  test('orders objects without a launch date by number, or by launch where requested, active objects of each launch first', async () => {
    const file = join(home, 'undated.duckdb');
    await cp(join(folder, 'catalog.duckdb'), file);
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    await connection.run('UPDATE satellites SET launch_date = NULL');
    connection.closeSync();
    instance.closeSync();
    const undated = await Database.open(file);
    const lists = await SatelliteLists.read(undated);
    const year = 'launch_id[1:4] DESC NULLS LAST';
    for (const [byLaunch, order] of [
      [false, `${year}, norad_cat_id`],
      [true, `${year}, launch_id DESC NULLS LAST, active DESC, norad_cat_id`],
    ] as const) {
      const expected = await undated.integers(`SELECT norad_cat_id FROM satellites ORDER BY ${order}`);
      expect([...(await lists.list({}, { by: 'launch_date', descending: true, byLaunch }))]).toEqual([...expected]);
    }
    undated.close();
  });

  test('a search keeps its order with a filter', async () => {
    const { ids: all } = await catalog.search('sample', {});
    const kept = new Set(await catalog.list({ orbit_class: 'LEO' }, { by: 'norad_cat_id', descending: false }));
    expect([...(await catalog.search('sample', { orbit_class: 'LEO' })).ids]).toEqual(
      [...all].filter((id) => kept.has(id)),
    );
    expect((await catalog.search('hubble', { country: 'FR' })).ids).toHaveLength(0);
  });
});

describe('records', () => {
  test('have every field, whether lists include it or not', async () => {
    const names = Object.keys(satellite.shape);
    const ids = [25_544, 190_061, 190_214, 2];
    for (const [at, text] of (await catalog.fields(ids, names)).entries()) {
      const record = JSON.parse(text) as Record<string, unknown>;
      expect(Object.keys(record)).toEqual(names);
      expect(satellite.safeParse(record).error).toBeUndefined();
      expect(record.norad_cat_id).toBe(ids[at]);
    }
    expect(await catalog.fields([], names)).toEqual([]);
  });

  test('are null for an unknown catalog number', () => {
    for (const id of [999_999_999, 0, -1])
      expect([catalog.summary(id), catalog.record(id), catalog.elements(id), catalog.orbit(id)]).toEqual([
        null,
        null,
        null,
        null,
      ]);
  });

  test('the events of a release match the schema, by type, and of each type newest first', async () => {
    const events = await catalog.pages.eventsDetected('2026-08-22T14:00:00Z');
    expect(events.length).toBeGreaterThan(4);
    for (const one of events) expect(event.safeParse(one).error).toBeUndefined();
    const places = events.map(({ type, occurred_at }) => [eventTypes.indexOf(type), -Date.parse(occurred_at)] as const);
    expect(places).toEqual(places.toSorted(([a, x], [b, y]) => a - b || x - y));
  });

  test('concurrent calls return the same operators', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => catalog.operators()));
    expect(new Set(results).size).toBe(1);
  });
});

test('a predicted window ends also if it was over when the release was made; predictions of earlier releases do not count', async () => {
  const over = join(home, 'window-over');
  await cp(folder, over, { recursive: true });
  const [ended, earlier] = await database.integers(
    'SELECT norad_cat_id FROM elements ANTI JOIN reentry_predictions USING (norad_cat_id) LIMIT 2',
  );
  const { generated_at } = (await catalog.upcomingReentries())!.meta;
  const made = (id: number, at: string) =>
    `INSERT INTO reentry_predictions BY NAME SELECT * REPLACE (${id} AS norad_cat_id, TIMESTAMP '${at}' AS predicted_at, TIMESTAMP '2026-08-20 01:38:15' AS window_to) FROM reentry_predictions LIMIT 1;`;
  await change(over, made(ended!, generated_at.replace('Z', '')) + made(earlier!, '2026-08-01 00:00:00'));
  const opened = await openCatalog(over);
  const ends = await opened.reentryEnds();
  expect([ends.get(ended!), ends.has(earlier!)]).toEqual([Date.UTC(2026, 7, 20, 1, 38, 15), false]);
  const upcoming = (await opened.upcomingReentries())!.data;
  for (const { norad_cat_id, window_to } of upcoming) expect(ends.get(norad_cat_id)).toBe(Date.parse(window_to));
  expect(upcoming.length).toBeGreaterThan(0);
  opened.close();
});

describe('a release with missing or damaged files', () => {
  test.each(['catalog.duckdb', 'records.sqlite'])('cannot be opened without %s', async (name) => {
    const broken = join(home, `without-${name}`);
    await cp(folder, broken, { recursive: true });
    await rm(join(broken, name));
    await expect(openCatalog(broken)).rejects.toThrow();
  });

  test('has no groups if it is older than groups', async () => {
    const older = join(home, 'without-groups');
    await cp(folder, older, { recursive: true });
    await change(older, 'DROP TABLE groups; DROP TABLE memberships');
    const opened = await openCatalog(older);
    expect(await opened.groups()).toEqual([]);
    expect((await catalog.groups()).length).toBeGreaterThan(3);
    opened.close();
  });

  test('has no ends of predicted reentries if it is older than predictions', async () => {
    const older = join(home, 'without-predictions');
    await cp(folder, older, { recursive: true });
    await rm(join(older, 'public/api/v1/reentries'), { recursive: true });
    await change(older, 'DROP TABLE reentry_predictions');
    const opened = await openCatalog(older);
    expect((await opened.reentryEnds()).size).toBe(0);
    opened.close();
  });

  test('cannot be opened with truncated records', async () => {
    const broken = join(home, 'cut');
    await cp(folder, broken, { recursive: true });
    await truncate(join(broken, 'records.sqlite'), 32_768);
    await expect(openCatalog(broken)).rejects.toThrow(/malformed/);
  });

  test('throws CatalogError for records that are overwritten while it is open', async () => {
    const broken = join(home, 'cut-later');
    await cp(folder, broken, { recursive: true });
    const opened = await openCatalog(broken);
    const ids = await opened.list({}, { by: 'norad_cat_id', descending: false });
    const path = join(broken, 'records.sqlite');
    const { size } = await stat(path);
    await truncate(path, 32_768);
    await truncate(path, size);
    const last = ids.at(-1)!;
    for (const read of [opened.record, opened.orbit, opened.summary, opened.elements, opened.events])
      expect(() => read(last)).toThrow(CatalogError);
    opened.close();
  });

  test('throws CatalogError if tables are missing, and closes its files', async () => {
    const broken = join(home, 'empty');
    await cp(folder, broken, { recursive: true });
    await rm(join(broken, 'catalog.duckdb'));
    const instance = await DuckDBInstance.create(join(broken, 'catalog.duckdb'));
    const connection = await instance.connect();
    await connection.run('CREATE TABLE nothing(x INTEGER)');
    connection.closeSync();
    instance.closeSync();
    const closed = [Database, RecordStore].map((store) => vi.spyOn(store.prototype, 'close'));
    try {
      await expect(openCatalog(broken)).rejects.toThrow(CatalogError);
      expect(closed.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    } finally {
      for (const spy of closed) spy.mockRestore();
    }
  });
});
