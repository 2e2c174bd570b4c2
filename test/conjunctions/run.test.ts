import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approachId, type Conjunction, readApproachId } from '../../src/features/conjunctions/conjunction.ts';
import { publishRun, runIds, workFolder } from '../../src/features/conjunctions/run-folder.ts';
import type { RunObject } from '../../src/features/conjunctions/run-inputs.ts';
import { RunStore, writeRunStore } from '../../src/features/conjunctions/run-store.ts';
import { socratesHeader, socratesRow } from '../../src/features/conjunctions/socrates.ts';

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
  (norad_cat_id): RunObject => ({
    ...party(norad_cat_id),
    operational_status: 'OPERATIONAL',
    length_m: null,
    diameter_m: null,
    span_m: null,
    rcs_m2: null,
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

test('rows are read as they were written, filtered, sorted, and paged', () => {
  const file = join(folder, 'rows.sqlite');
  writeRunStore(file, rows, objects);
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
  expect(store.elements(3)).toMatchObject({ epoch: '2026-08-21T12:00:00.000000', bstar: '0.0001' });
  store.close();
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
});

test('SOCRATES rows have its columns and digits', () => {
  const row = socratesRow(approach(party(50830, { name: 'A, B' }), party(7, { active: false }), { range_km: 0.0031 }));
  expect(row.trimEnd()).toBe(
    '50830,"A, B [+]",1.500,7,OBJECT 7 [-],1.500,2026-08-23 00:00:00.000,0.003,10.000,1.000E-03,0.700',
  );
  expect(socratesHeader.split(',')).toHaveLength(11);
});
