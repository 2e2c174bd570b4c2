import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRunFiles } from '../../src/features/conjunctions/files.ts';
import { publishRun, runIds, workFolder } from '../../src/features/conjunctions/run-folder.ts';
import type { ComparedObject } from '../../src/features/conjunctions/run-inputs.ts';
import { RunStore, writeRunStore } from '../../src/features/conjunctions/run-store.ts';
import { socratesHeader, socratesRow } from '../../src/features/conjunctions/socrates.ts';
import { approachColumns } from '../../src/schema/approaches/approach-columns.ts';
import {
  approachId,
  type Conjunction,
  type ConjunctionRun,
  readApproachId,
} from '../../src/schema/approaches/conjunction.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-conjunctions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const party = (norad_cat_id: number, over: Partial<Conjunction['first']> = {}): Conjunction['first'] => ({
  norad_cat_id,
  name: `OBJECT ${norad_cat_id}`,
  object_class: 'PAYLOAD',
  active: true,
  operator_slug: null,
  elements_epoch: '2026-08-21T12:00:00.000000',
  age_days: 1.5,
  sigma_km: [0.1, 1, 0.2],
  radius_m: 2,
  radius_basis: 'size',
  ...over,
});
const approach = (first: Conjunction['first'], second: Conjunction['first'], over: Partial<Conjunction> = {}) => ({
  id: approachId(first.norad_cat_id, second.norad_cat_id, over.tca ?? '2026-08-23T00:00:00.000Z'),
  first,
  second,
  tca: '2026-08-23T00:00:00.000Z',
  range_km: 1,
  relative_speed_km_s: 10,
  radial_km: 1,
  in_track_km: 0,
  cross_track_km: 0,
  kind: 'encounter' as const,
  max_probability: 0.001,
  dilution_km: 0.7,
  probability: 1e-6,
  ...over,
});

const rows: Conjunction[] = [
  approach(party(1, { operator_slug: 'a' }), party(2, { sigma_km: null }), { probability: null }),
  approach(party(1, { operator_slug: 'a' }), party(3, { active: false }), { range_km: 0.5, probability: 1e-4 }),
  approach(party(4), party(5), { tca: '2026-08-24T00:00:00.000Z', kind: 'formation', range_km: 0.1 }),
];

const objects = [1, 2, 3, 4, 5].map(
  (norad_cat_id): ComparedObject => ({
    ...party(norad_cat_id),
    operational_status: 'OPERATIONAL',
    length_m: null,
    diameter_m: null,
    span_m: null,
    rcs_m2: null,
    until: null,
    searched_from: '2026-08-22T00:00:00.000Z',
    searched_to: '2026-08-24T12:00:00.000Z',
    epoch: '2026-08-21T12:00:00.000000',
    mean_motion: '15.5',
    eccentricity: '0.001',
    inclination: '51.6',
    ra_of_asc_node: '0',
    arg_of_pericenter: '0',
    mean_anomaly: '0',
    bstar: '0.0001',
    mean_motion_dot: '0',
    mean_motion_ddot: '0',
  }),
);

test('names of approaches are read as they are written', () => {
  const id = approachId(25544, 900, '2026-08-23T00:11:22.345Z');
  expect(id).toBe('25544-900-20260823T001122345Z');
  expect(readApproachId(id)).toEqual({ first: 25544, second: 900, tca: '2026-08-23T00:11:22.345Z' });
  for (const wrong of ['', '25544-900', '25544-900-20260823T001122Z', 'a-1-20260823T001122345Z'])
    expect(readApproachId(wrong)).toBeNull();
});

test('a run of an earlier version does not say for which time an object was compared', () => {
  const file = join(folder, 'earlier.sqlite');
  writeRunStore(file, rows, objects, null);
  const database = new DatabaseSync(file);
  database.exec('ALTER TABLE compared DROP COLUMN searched_from; ALTER TABLE compared DROP COLUMN searched_to');
  database.close();
  const store = new RunStore(file);
  expect(store.comparisonOf(1)).toEqual({ compared_with: 'everything', searched: null });
  store.close();
});

test('rows are read as they were written, filtered, sorted, and paged', () => {
  const file = join(folder, 'rows.sqlite');
  writeRunStore(file, rows, objects, null);
  const store = new RunStore(file);
  const read = (query: Partial<Parameters<RunStore['read']>[0]>) =>
    store.read({ sort: 'tca', limit: 10, offset: 0, ...query });
  expect(read({})).toEqual({ rows, total: 3 });
  expect(read({ sort: 'range_km' }).rows).toEqual([rows[2], rows[1], rows[0]]);
  expect(read({ sort: '-probability' }).rows).toEqual([rows[1], rows[2], rows[0]]);
  expect(read({ among: [[3, 5]] }).rows).toEqual([rows[1], rows[2]]);
  expect(read({ operators: ['a'] }).rows).toEqual([rows[0], rows[1]]);
  expect(read({ among: [[1], [3]] }).rows).toEqual([rows[1]]);
  expect(read({ kinds: ['formation'] }).rows).toEqual([rows[2]]);
  expect(read({ max_range_km: 0.5 }).total).toBe(2);
  expect(read({ min_probability: 1e-5 }).rows).toEqual([rows[0], rows[1]]);
  expect(read({ from: '2026-08-23T12:00:00.000Z' }).rows).toEqual([rows[2]]);
  expect(read({ limit: 1, offset: 1 })).toEqual({ rows: [rows[1]], total: 3 });
  expect(store.one(readApproachId(rows[1]!.id)!)).toEqual(rows[1]);
  expect(store.one({ first: 1, second: 4, tca: rows[1]!.tca })).toBeNull();
  expect(store.comparisonOf(1)).toEqual({
    compared_with: 'everything',
    searched: { from: '2026-08-22T00:00:00.000Z', to: '2026-08-24T12:00:00.000Z' },
  });
  expect(store.comparisonOf(9)).toEqual({ compared_with: 'nothing', searched: null });
  expect(store.elements(3)).toMatchObject({ epoch: '2026-08-21T12:00:00.000000', bstar: '0.0001' });
  store.close();
});

describe('news of a run for a subscriber', () => {
  const near = { range_km: 0.5, max_probability: 0.002 };
  const pair = (first: number, second: number, over: Partial<Conjunction> = {}) =>
    approach(party(first), party(second), { probability: null, ...near, ...over });
  const at = (seconds: number) => new Date(Date.UTC(2026, 7, 23) + seconds * 1000).toISOString();
  const before = [
    pair(1, 2),
    pair(1, 3),
    pair(1, 4, { range_km: 1.1 }),
    pair(1, 5),
    pair(2, 3),
    pair(2, 4, { range_km: 0.02 }),
    pair(2, 5),
    pair(3, 4),
    pair(3, 5, { kind: 'formation' }),
  ];
  const now = [
    pair(1, 2, { range_km: 0.6, tca: at(20) }), // the same
    pair(1, 3, { range_km: 1.5 }), // out of 1 km
    pair(1, 4, { range_km: 0.9 }), // within 1 km for the first time
    pair(1, 5, { max_probability: 0.03 }),
    pair(2, 3, { tca: at(90) }),
    pair(2, 4, { range_km: 0.07 }), // more than twice, but by 50 m
    pair(2, 5, { tca: at(3600) }), // another one of the same pair
    pair(3, 4, { kind: 'same_operator' }),
    pair(3, 5, { kind: 'formation', range_km: 0.1 }),
    pair(4, 5, { range_km: 3 }),
  ];
  let store: RunStore;
  beforeAll(() => {
    const [old, fresh] = [join(folder, 'before.sqlite'), join(folder, 'now.sqlite')];
    writeRunStore(old, before, objects, null);
    const earlier = new RunStore(old);
    writeRunStore(fresh, now, objects, earlier);
    earlier.close();
    store = new RunStore(fresh);
  });
  afterAll(() => store.close());
  const pairsOf = (filter: Partial<Parameters<RunStore['news']>[0]>, seen = true) =>
    store
      .news({ objects: null, ...filter }, { seen, limit: 100 })
      .news.map(({ approach: { first, second }, previous }) => [
        `${first.norad_cat_id}-${second.norad_cat_id}`,
        previous?.range_km ?? null,
      ]);

  test('is what is new, differs materially, or is within the limits for the first time', () => {
    expect(pairsOf({})).toEqual([
      ['1-5', 0.5],
      ['3-4', 0.5],
      ['2-3', 0.5],
      ['2-5', null],
      ['1-3', 0.5],
      ['4-5', null],
    ]);
    expect(pairsOf({ max_range_km: 1 })).toEqual([
      ['1-5', 0.5],
      ['3-4', 0.5],
      ['2-3', 0.5],
      ['2-5', null],
      ['1-4', 1.1],
      ['1-3', 0.5],
    ]);
    expect(pairsOf({ min_probability: 0.01 })).toEqual([['1-5', 0.5]]);
    expect(pairsOf({ objects: new Set([4]) })).toEqual([
      ['3-4', 0.5],
      ['4-5', null],
    ]);
    expect(pairsOf({ objects: new Set() })).toEqual([]);
  });

  test('is everything within the limits if the subscriber has not seen the run before', () => {
    expect(pairsOf({ max_range_km: 1 }, false).map(([pair]) => pair)).toEqual([
      '2-4',
      '1-5',
      '3-4',
      '2-3',
      '2-5',
      '1-2',
      '1-4',
    ]);
    const { news, total } = store.news({ objects: null }, { seen: false, limit: 1 });
    expect([news[0]!.approach, news[0]!.previous, total]).toEqual([now[5], null, 9]);
  });
});

test.each([0, 1, 3])('the files of a run with %i rows are complete', async (count) => {
  const some = rows.slice(0, count);
  const run = { id: 'a', note: 'not for operations' } as ConjunctionRun;
  const work = join(folder, `files-${count}`);
  await mkdir(work);
  const files = await writeRunFiles(work, run, some);
  const passing = some.filter(({ kind }) => kind !== 'formation');
  const text = async (name: string) => gunzipSync(await readFile(join(work, `${name}.gz`))).toString();
  expect(JSON.parse(await text('conjunctions.json'))).toEqual({
    data: passing,
    meta: { next: null, prev: null, total: passing.length, run },
  });
  expect((await text('conjunctions.csv')).trimEnd().split('\r\n')).toHaveLength(passing.length + 1);
  expect((await text('sort-minRange.csv')).trimEnd().split('\n').slice(1)).toEqual(
    passing.toSorted((a, b) => a.range_km - b.range_km).map((row) => socratesRow(row).trimEnd()),
  );
  const parquet = await readFile(join(work, 'conjunctions.parquet'));
  expect(files['conjunctions.parquet']).toMatchObject({ bytes: parquet.length });
  const file = new Uint8Array(parquet).buffer;
  expect(
    parquetMetadata(file)
      .schema.slice(1)
      .map(({ name }) => name),
  ).toEqual(approachColumns.map(({ name }) => name));
  const read = await parquetReadObjects({ file });
  expect(read).toEqual(
    passing.map((row) => Object.fromEntries(approachColumns.map(({ name, value }) => [name, value(row) ?? null]))),
  );
});

test('the three newest runs are kept, and one that begins at the same time is replaced', async () => {
  const home = join(folder, 'home');
  const publish = async (id: string) => {
    const work = workFolder(home, id);
    await mkdir(work, { recursive: true });
    await publishRun(home, work, id);
  };
  for (const id of ['20260820T000000Z-a', '20260821T000000Z-z', '20260821T000000Z-a', '20260822T000000Z-a'])
    await publish(id);
  expect(await runIds(home)).toEqual(['20260820T000000Z-a', '20260821T000000Z-a', '20260822T000000Z-a']);
  await publish('20260823T000000Z-a');
  expect(await runIds(home)).toEqual(['20260821T000000Z-a', '20260822T000000Z-a', '20260823T000000Z-a']);
  // After a rollback, or a clock that ran ahead: later runs are of releases that are not served.
  await publish('20260821T120000Z-a');
  expect(await runIds(home)).toEqual(['20260821T000000Z-a', '20260821T120000Z-a']);
});

test('SOCRATES rows have its columns and digits', () => {
  const row = socratesRow(approach(party(50830, { name: 'A, B' }), party(7, { active: false }), { range_km: 0.0031 }));
  expect(row.trimEnd()).toBe(
    '50830,"A, B [+]",1.500,7,OBJECT 7 [-],1.500,2026-08-23 00:00:00.000,0.003,10.000,1.000E-03,0.700',
  );
  expect(socratesHeader.split(',')).toHaveLength(11);
});
