import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Group } from '../../src/schema/objects/group.ts';
import type { launch } from '../../src/schema/objects/launch.ts';
import type { operator } from '../../src/schema/objects/operator.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import type { Population } from '../../src/schema/statistics/population.ts';
import type { Stats } from '../../src/schema/statistics/stats.ts';
import { PUBLIC_URL, type SampleServer, serveSample } from '../api/sample-server.ts';

type Launch = z.infer<typeof launch>;
type Operator = z.infer<typeof operator>;

let server: SampleServer;
let stats: Stats;
/** The numbers on the home page and on /stats. */
let counts: Manifest['counts'];
beforeAll(async () => {
  server = await serveSample();
  stats = await data<Stats>('/api/v1/stats');
  counts = (JSON.parse(await readFile(join(server.home, 'current/manifest.json'), 'utf8')) as Manifest).counts;
}, 120_000);
afterAll(() => server.remove());

async function document<T>(path: string): Promise<T> {
  const { status, body } = await server.get(path);
  expect(status, path).toBe(200);
  return JSON.parse(String(body)) as T;
}
/** Every row of a list, page by page. */
async function rowsOf<T>(path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let next: string | null = path; next !== null; ) {
    const page: { data: T[]; meta: { next: string | null } } = await document(next);
    rows.push(...page.data);
    next = page.meta.next?.slice(PUBLIC_URL.length) ?? null;
  }
  return rows;
}
const data = async <T>(path: string) => (await document<{ data: T }>(path)).data;
/** The number of objects in a list. */
const listed = async (query: string) =>
  (await document<{ meta: { total: number } }>(`/api/v1/satellites?limit=1&${query}`)).meta.total;
const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);

/** Rows of each dataset, as `/api/v1/dataset` states them. */
const datasetRows = async () =>
  new Map(
    (await data<{ slice: string; rows: number }[]>('/api/v1/dataset')).map(({ slice, rows }) => [slice, rows] as const),
  );

test('objects are one number in statistics, lists, datasets, the boxscore, and on the home page', async () => {
  const boxscore = stats.boxscore ?? [];
  expect([
    counts.satellites,
    await listed(''),
    (await datasetRows()).get('all'),
    sum(boxscore.map(({ total }) => total)),
    ...[stats.object_class, stats.operational_status, stats.orbit_class, stats.country].map((tally) =>
      sum(Object.values(tally)),
    ),
    stats.on_orbit + counts.decayed,
  ]).toEqual(Array(9).fill(stats.objects));
});

test('objects in orbit are those that have not decayed, everywhere', async () => {
  const boxscore = stats.boxscore ?? [];
  const launches = await data<Launch[]>('/api/v1/launches');
  const rows = await datasetRows();
  expect([
    counts.on_orbit,
    sum(boxscore.map(({ in_orbit }) => in_orbit.total)),
    stats.elements.in_orbit?.objects,
    (await listed('')) - (await listed('status=DECAYED')),
    // Objects without a designator are of no launch.
    sum(launches.map(({ on_orbit }) => on_orbit)) + (await withoutLaunch(false)),
  ]).toEqual(Array(5).fill(stats.on_orbit));
  expect([
    counts.decayed,
    rows.get('decayed'),
    sum(boxscore.map(({ decayed }) => decayed.total)),
    stats.operational_status.DECAYED,
    sum(launches.map(({ decayed }) => decayed)) + (await withoutLaunch(true)),
  ]).toEqual(Array(5).fill(await listed('status=DECAYED')));
});

/** Objects without a launch, decayed or not. */
async function withoutLaunch(decayed: boolean): Promise<number> {
  const rows = await rowsOf<{ launch_id: string | null; operational_status: string }>(
    '/api/v1/satellites?limit=100&fields=launch_id,operational_status',
  );
  return rows.filter((row) => row.launch_id === null && (row.operational_status === 'DECAYED') === decayed).length;
}

test('active objects are one number in statistics, lists, and datasets', async () => {
  expect([counts.active, await listed('active=true'), (await datasetRows()).get('active')]).toEqual(
    Array(3).fill(stats.active),
  );
});

test('classes, statuses, and owners have the number of their list', async () => {
  for (const [name, tally] of [
    ['object_class', stats.object_class],
    ['status', stats.operational_status],
    ['orbit_class', stats.orbit_class],
    ['country', stats.country],
  ] as const)
    for (const [value, count] of Object.entries(tally))
      expect(count > 0 ? await listed(`${name}=${value}`) : 0, `${name} ${value}`).toBe(count);
  for (const { country, total, in_orbit } of stats.boxscore ?? []) {
    expect(stats.country[country]).toBe(total);
    for (const [name, objectClass] of [
      ['payloads', 'PAYLOAD'],
      ['debris', 'DEBRIS'],
    ] as const)
      expect(in_orbit[name], `${country} ${name}`).toBe(
        (await listed(`country=${country}&object_class=${objectClass}`)) -
          (await listed(`country=${country}&object_class=${objectClass}&status=DECAYED`)),
      );
  }
});

test('elements and conflicts have the number of their list', async () => {
  expect([counts.elements, await listed('has_elements=true')]).toEqual(Array(2).fill(stats.elements.objects));
  const { meta } = await document<{ meta: { count: number; omitted: { count: number } } }>('/api/v1/elements');
  expect([meta.omitted.count, stats.active - meta.count]).toEqual(Array(2).fill(stats.elements.active_without));
  expect([await listed('conflicting=true'), (await datasetRows()).get('conflicts')]).toEqual(
    Array(2).fill(stats.conflicts.objects),
  );
  expect(counts.conflicts).toBe(stats.conflicts.fields);
});

test('operators have the numbers of their lists of payloads', async () => {
  const operators = await rowsOf<Operator>('/api/v1/operators?limit=100');
  expect(operators).toHaveLength(counts.operators);
  for (const { slug, total_satellites, active_satellites, decayed_satellites } of operators) {
    const query = `operator=${slug}&object_class=PAYLOAD`;
    expect([
      await listed(query),
      await listed(`${query}&active=true`),
      await listed(`${query}&status=DECAYED`),
    ]).toEqual([total_satellites, active_satellites, decayed_satellites]);
  }
});

test('launches have the numbers of their objects', async () => {
  const launches = await data<Launch[]>('/api/v1/launches');
  expect(launches).toHaveLength(counts.launches);
  for (const launch of launches) {
    const query = `launch_id=${launch.launch_id}`;
    expect([
      await listed(query),
      await listed(`${query}&object_class=PAYLOAD`),
      await listed(`${query}&status=DECAYED`),
    ]).toEqual([launch.objects, launch.payloads, launch.decayed]);
    expect(launch.on_orbit + launch.decayed).toBe(launch.objects);
  }
});

test('groups have the numbers of their lists and of their element files', async () => {
  const groups = await data<Group[]>('/api/v1/groups');
  expect(groups.length).toBeGreaterThan(3);
  for (const { slug, objects, with_elements } of groups) {
    expect(await listed(`group=${slug}`), slug).toBe(objects);
    expect(await listed(`group=${slug}&has_elements=true`), slug).toBe(with_elements);
  }
});

describe('the population', () => {
  test('of all objects in orbit about the Earth is that of the catalog at the release, but for those it says it leaves out', async () => {
    const { data: series, meta } = await document<Population>('/api/v1/population');
    const last = (by: string) => sum(series.filter((one) => one.by === by).map(({ objects }) => objects.at(-1) ?? 0));
    expect([last('country'), last('orbit_class')]).toEqual(Array(2).fill(last('object_class')));
    const left = sum(
      meta.left_out.flatMap((one) => [
        one.beyond_earth_orbit,
        one.no_start_date,
        one.no_decay_date,
        one.dates_contradict,
      ]),
    );
    expect(meta.counted + left).toBe(stats.objects);
    expect(last('object_class')).toBeLessThanOrEqual(stats.on_orbit);
    expect(last('object_class') + left).toBeGreaterThanOrEqual(stats.on_orbit);
  });
});
