import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestRun } from '../../src/features/conjunctions/run-folder.ts';
import { runObjects } from '../../src/features/conjunctions/run-inputs.ts';
import { ServedRuns } from '../../src/features/conjunctions/served-runs.ts';
import { Database } from '../../src/release/database.ts';
import { openRelease } from '../../src/release/release.ts';
import { conjunctionRun } from '../../src/schema/approaches/conjunction.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { readSocrates } from './read-socrates.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const path = '/api/v1/conjunctions';
interface Row {
  readonly id: string;
  readonly kind: string;
  readonly tca: string;
  readonly range_km: number;
  readonly max_probability: number;
  readonly relative_speed_km_s: number;
  readonly first: { readonly norad_cat_id: number };
  readonly second: { readonly norad_cat_id: number };
}
const rows = async (query: string) => {
  const { status, json } = await server.get(`${path}?${query}`);
  expect(status).toBe(200);
  return json().data as Row[];
};

describe('the public file of the newest run', () => {
  test('has every approach of objects that pass each other, the run, and what the figures are worth', async () => {
    const { status, headers, json } = await server.get(path, { authorization: '' });
    const { data, meta } = json();
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(meta).toMatchObject({ next: null, prev: null, total: data.length });
    expect(conjunctionRun.parse(meta.run)).toMatchObject({ release: server.served.id, threshold_km: 5 });
    expect(meta.run.note).toMatch(/not for operations\.$/);
    expect(new Set(data.map(({ kind }: Row) => kind))).toEqual(new Set(['same_operator', 'encounter']));
    expect(meta.run.rows).toBe(data.length + meta.run.kinds.docked + meta.run.kinds.formation);
    expect(headers['last-modified']).toBe(new Date(meta.run.generated_at).toUTCString());
    expect(headers['cache-control']).toMatch(/^public, max-age=300, s-maxage=300/);
  });

  test('is the same as CSV and Parquet, and compressed', async () => {
    const { data } = (await server.get(path)).json();
    const csv = await server.get(`${path}.csv`, { 'accept-encoding': 'gzip' });
    const lines = gunzipSync(csv.body).toString().trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...data.map(({ id }: Row) => id)]);
    expect((await server.get(`${path}?format=csv`)).body.toString().split('\r\n')).toHaveLength(lines.length + 1);
    const parquet = await server.get(`${path}.parquet`, { range: 'bytes=0-3' });
    expect([parquet.status, parquet.body.toString()]).toEqual([206, 'PAR1']);
    const file = (await server.get(`${path}.parquet`)).body;
    const { key_value_metadata } = parquetMetadata(new Uint8Array(file).buffer);
    const stored = JSON.parse(key_value_metadata!.find(({ key }) => key === 'orbweaver.run')!.value!);
    expect(conjunctionRun.parse(stored)).toMatchObject({
      note: expect.stringContaining('not for operations'),
      threshold_km: 5,
    });
    const etag = csv.headers.etag as string;
    const again = await server.get(`${path}.csv`, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  test.each([
    ['?format=xml', 400],
    ['?sort=range', 400],
    ['?limit=101', 400],
    ['?max_range_km=6', 400],
    ['?from=2026-08-24&to=2026-08-23', 400],
    ['?group=no-such-group', 400],
    ['?run=20260101T000000Z-00000000', 400],
    ['.csv?limit=1', 400],
    ['/25544-1-20260823T001122345Z', 404],
    ['/25544', 400],
  ])('refuses %s with %i', async (suffix, status) => {
    const answer = await server.get(`${path}${suffix}`);
    expect([answer.status, typeof answer.json().hint]).toEqual([status, 'string']);
  });
});

describe('a query', () => {
  test('of an operator without objects is empty', async () => {
    const answer = await server.get(`${path}?operator=no-such-operator`);
    expect([answer.status, answer.json().data]).toEqual([200, []]);
  });

  test('requires a key', async () => {
    expect((await server.get(`${path}?limit=1`, { authorization: '' })).status).toBe(401);
  });

  test('has pairs that fly together only if they are asked for', async () => {
    const { data } = (await server.get(path)).json();
    expect(await rows('limit=100')).toEqual(data);
    const docked = await rows('kind=docked,formation');
    expect(new Set(docked.map(({ kind }) => kind))).toEqual(new Set(['docked']));
    expect(await rows('kind=docked,formation,same_operator,encounter&limit=100')).toHaveLength(
      data.length + docked.length,
    );
  });

  test('is sorted and filtered', async () => {
    const all = await rows('limit=100');
    const by = (value: (row: Row) => number) => all.map(value).sort((a, b) => a - b);
    expect((await rows('sort=range_km')).map((row) => row.range_km)).toEqual(by((row) => row.range_km));
    expect((await rows('sort=-max_probability')).map((row) => row.max_probability)).toEqual(
      by((row) => row.max_probability).reverse(),
    );
    expect((await rows('sort=-relative_speed_km_s')).map((row) => row.relative_speed_km_s)).toEqual(
      by((row) => row.relative_speed_km_s).reverse(),
    );
    const [one] = all;
    const { norad_cat_id } = one!.first;
    const isOf = ({ first, second }: Row) =>
      first.norad_cat_id === norad_cat_id || second.norad_cat_id === norad_cat_id;
    expect(await rows(`norad_cat_id=${norad_cat_id}`)).toEqual(all.filter(isOf));
    expect(await rows(`max_range_km=${one!.range_km}`)).toEqual(all.filter((row) => row.range_km <= one!.range_km));
    expect(await rows(`to=${one!.tca}`)).toEqual([one]);
    expect(await rows(`from=${one!.tca}&limit=100`)).toEqual(all);
    const least = one!.max_probability;
    expect(await rows(`min_probability=${least.toFixed(12)}`)).toEqual(
      all.filter((row) => row.max_probability >= Number(least.toFixed(12))),
    );
    expect(await rows('group=stations&kind=docked')).not.toEqual([]);
    expect(await rows('group=stations&kind=docked&norad_cat_id=1')).toEqual([]);
  });

  test('has pages of one run', async () => {
    const first = await server.get(`${path}?limit=2&sort=range_km`);
    const { meta, data } = first.json();
    expect(meta.next).toContain(`run=${meta.run.id}`);
    expect(first.headers.link).toContain('rel="next"');
    const second = (await server.get(meta.next.replace(/^https?:\/\/[^/]+/, ''))).json();
    expect(await rows('limit=4&sort=range_km')).toEqual([...data, ...second.data]);
  });
});

describe('an object', () => {
  test('has its approaches, and which were searched', async () => {
    const [one] = await rows('limit=1');
    const of = async (id: number) => (await server.get(`/api/v1/satellites/${id}/conjunctions`)).json();
    const { data, meta } = await of(one!.first.norad_cat_id);
    expect(data).toContainEqual(one);
    expect(meta).toMatchObject({ compared_with: 'everything', searched: { from: meta.run.from, to: meta.run.to } });
    const stages = await server.get('/api/v1/satellites?object_class=ROCKET_BODY&has_elements=true&limit=1');
    expect((await of(stages.json().data[0].norad_cat_id)).meta.compared_with).toBe('active_payloads');
    // Sputnik 1's rocket has reentered.
    expect(await of(1)).toMatchObject({ data: [], meta: { compared_with: 'nothing', searched: null } });
    expect((await server.get('/api/v1/satellites/999999999/conjunctions')).status).toBe(404);
  });

  test('is searched up to the end of the window of its predicted reentry', async () => {
    const { folder } = await openRelease(server.home, server.served.id!);
    const database = await Database.open(join(folder, 'catalog.duckdb'));
    const objects = await runObjects(folder, database).finally(() => database.close());
    const ends = new Map(objects.map(({ norad_cat_id, until }) => [norad_cat_id, until]));
    const { data } = (await server.get('/api/v1/reentries/upcoming')).json();
    expect(data.length).toBeGreaterThan(0);
    for (const { norad_cat_id, window_to } of data) expect(ends.get(norad_cat_id)).toBe(Date.parse(window_to));
    expect([...ends.values()].filter((until) => until === null).length).toBeGreaterThan(10);
  });

  test('one approach has both element sets that it was computed from', async () => {
    const [one] = await rows('limit=1');
    const { data, meta } = (await server.get(`${path}/${one!.id}`)).json();
    expect(data).toMatchObject({ ...one });
    expect(data.elements.map(({ norad_cat_id }: { norad_cat_id: number }) => norad_cat_id)).toEqual([
      one!.first.norad_cat_id,
      one!.second.norad_cat_id,
    ]);
    expect(data.elements[0].epoch).toBe(data.first.elements_epoch);
    expect(meta.run.note).toMatch(/not for operations/);
  });
});

describe('the addresses of SOCRATES', () => {
  test.each([
    ['sort-minRange.csv', (row: ReturnType<typeof readSocrates>[number]) => row.range],
    ['sort-maxProb.csv', (row: ReturnType<typeof readSocrates>[number]) => -row.maxProbability],
    ['sort-relSpeed.csv', (row: ReturnType<typeof readSocrates>[number]) => -row.relativeSpeed],
  ])('%s is read by its readers, in its order', async (name, order) => {
    const { status, headers, body } = await server.get(`/SOCRATES/${name}`, { authorization: '' });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const read = readSocrates(body.toString());
    const all = await rows('limit=100');
    expect(read).toHaveLength(all.length);
    expect(read.map(order)).toEqual(read.map(order).sort((a, b) => a - b));
    for (const { norad1, norad2, tca, range } of read) {
      const row = all.find(
        ({ first, second, ...one }) =>
          first.norad_cat_id === norad1 && second.norad_cat_id === norad2 && Date.parse(one.tca) === tca,
      );
      expect(range).toBeCloseTo(row!.range_km, 3);
    }
  });

  test('refuse parameters as text', async () => {
    const { status, headers, body } = await server.get('/SOCRATES/sort-minRange.csv?a=1');
    expect([status, headers['content-type'], body.toString()]).toEqual([
      400,
      'text/plain; charset=utf-8',
      expect.stringContaining('a'),
    ]);
  });
});

test('a server that has not searched says so, and one whose newest run is incomplete serves the one before', async () => {
  const empty = await serveSample();
  try {
    const { folder, run } = (await newestRun(empty.home))!;
    const later = join(empty.home, 'conjunctions', `${run.id.replace('2026', '2027')}`);
    await mkdir(later);
    expect((await empty.get(path)).json().meta.run.id).toBe(run.id);
    const text = await readFile(join(folder, 'run.json'), 'utf8');
    await writeFile(join(folder, 'run.json'), text.slice(0, 20));
    // The open run stays open; another server finds no run.
    expect(await new ServedRuns(empty.home).newest()).toBeNull();
  } finally {
    await empty.remove();
  }
});
