import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLaunches } from '../../src/features/launches/http/page-launches.ts';
import { listTransmitters } from '../../src/features/radio/http/page-transmitters.ts';
import { listSatellites } from '../../src/http/pages/page-list.ts';
import { operatorsOf } from '../../src/http/pages/page-operators.ts';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { FEED_DAYS } from '../../src/schema/changes/event.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

/** Pages and routes of the same release return the same rows for the same filters. */
let server: SampleServer;
let catalog: Catalog;
let generatedAt: string;
beforeAll(async () => {
  server = await serveSample();
  const folder = join(server.home, 'releases', (await currentReleaseId(server.home))!);
  catalog = await openCatalog(folder);
  generatedAt = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).generated_at;
});
afterAll(async () => {
  catalog?.close();
  await server?.remove();
});

const api = async (path: string) => (await server.get(path)).json();
type Row = Readonly<Record<string, unknown>>;

/** The whole list of a route, which has at most 100 rows a page. */
async function all(path: string, query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let total = 1; rows.length < total; ) {
    const { data, meta } = await api(`/api/v1/${path}?${query}&limit=100&offset=${rows.length}`);
    total = meta.total;
    rows.push(...data);
    if (data.length === 0) break;
  }
  return rows;
}

const launchQueries: readonly [page: string, api: string, expected?: number][] = [
  ['', ''],
  ['year=2026', 'year=2026'],
  ['vehicle=falcon', 'launch_vehicle=falcon'],
  ['vehicle=sample+launcher+1&year=2026', 'launch_vehicle=sample+launcher+1&year=2026'],
  ['vehicle=%20Sample%20Launcher%201%20', 'launch_vehicle=sample+launcher+1'],
  ['site=baikonur', 'launch_site=baikonur'],
  ['provider=spacex', 'provider=SpaceX'],
  ['outcome=success', 'outcome=SUCCESS'],
  ['outcome=FAILURE,partial', 'outcome=failure,PARTIAL'],
  ['launched_after=1998-01-01&launched_before=2001-01-01', 'launched_after=1998-01-01&launched_before=2001-01-01'],
  ['vehicle=fal', 'launch_vehicle=fal', 0],
  ['vehicle=falcon-9', 'launch_vehicle=falcon-9', 0],
  ['year=1900', 'year=1900', 0],
];

test.each(launchQueries)('launches of the page “%s” and of the route “%s”', async (page, query, expected) => {
  const list = await listLaunches(catalog, page);
  if (!list.ok) throw new Error(list.error);
  const rows = await all('launches', query);
  expect(list.total).toBe(rows.length);
  expect(list.rows).toEqual(rows.slice(0, list.limit));
  if (expected !== undefined) expect(list.total).toBe(expected);
  const { year, ...others } = Object.fromEntries(new URLSearchParams(query));
  const ofYears = await all('launches', new URLSearchParams(others).toString());
  const years = Map.groupBy(ofYears, ({ launch_id }) => String(launch_id).slice(0, 4));
  expect(list.years).toEqual([...years].map(([of, { length }]) => ({ year: of, count: length })).reverse());
  if (year !== undefined) expect(list.total).toBe(years.get(year)?.length ?? 0);
});

test('text without punctuation finds values regardless of theirs', async () => {
  const vehicles = await catalog.launchValues('launch_vehicle');
  const hyphenated = vehicles.find((value) => /^[\w-]+-[\w-]+$/.test(value))!;
  const { data } = await api(`/api/v1/launches?launch_vehicle=${hyphenated.replaceAll('-', '+')}`);
  expect(data.map(({ launch_vehicle }: Row) => launch_vehicle)).toContain(hyphenated);
});

test.each([
  ['year=last', 'year', 'year=last', 'year'],
  ['outcome=good', 'outcome', 'outcome=good', 'outcome'],
  [
    'launched_after=2026-01-02&launched_before=2026-01-01',
    'launched_after',
    'launched_after=2026-01-02&launched_before=2026-01-01',
    'launched_after',
  ],
])('the page “%s” and the route refuse the same filter of launches', async (page, parameter, query, ofApi) => {
  expect(await listLaunches(catalog, page)).toMatchObject({ ok: false, parameter });
  expect(await api(`/api/v1/launches?${query}`)).toMatchObject({ code: 'invalid_parameter', parameter: ofApi });
});

test.each([
  [{ q: 'space' }, 'q=space'],
  [{ q: 'nasa' }, 'q=nasa'],
  [{ q: 'e' }, 'q=e'],
  [{ countries: ['US'] }, 'country=us'],
  [{ q: 'sample', countries: ['US'] }, 'q=sample&country=US'],
  [{}, ''],
])('operators of the page and of the route: %j', async (filter, query) => {
  expect((await operatorsOf(catalog)).list(filter)).toEqual(await all('operators', query));
});

test.each(['', 'band=uhf', 'mode=FM&alive=true', 'frequency=145.8', 'audible=true'])(
  'transmitters of the page and of the route: “%s”',
  async (query) => {
    const list = await listTransmitters(catalog, query);
    if (!list.ok) throw new Error(list.error);
    const rows = await all('transmitters', query);
    expect(list.rows.map(({ transmitter }) => transmitter)).toEqual(rows.slice(0, list.limit));
    expect(list.total).toBe(rows.length);
  },
);

test.each(['', 'q=starlink', 'conflicting=true', 'orbit_class=GEO&active=true', 'launched_after=2026-01-01'])(
  'satellites of the page and of the route: “%s”',
  async (query) => {
    const list = await listSatellites(catalog, `${query}&limit=100`);
    if (!list.ok) throw new Error(list.error);
    const rows = await all('satellites', `${query}${query.startsWith('q=') ? '' : '&sort=-launch_date'}`);
    const ids = (of: readonly Row[]) => of.map(({ norad_cat_id }) => norad_cat_id).sort();
    expect(list.total).toBe(rows.length);
    if (rows.length <= 100) expect(ids(list.rows as unknown as Row[])).toEqual(ids(rows));
  },
);

test('reentries of the page and of the route', async () => {
  const { ids, byDate } = await catalog.pages.decayed();
  const listed = (await all('reentries', '')).map(({ norad_cat_id }) => norad_cat_id);
  expect([...ids]).toEqual(listed);
  expect([...byDate].sort()).toEqual([...listed].sort());
});

test('objects with conflicts of the page and of the route', async () => {
  const ofPage = new Set((await catalog.pages.conflicts()).map(({ norad_cat_id }) => norad_cat_id));
  const listed = await all('satellites', 'conflicting=true');
  expect([...ofPage].sort()).toEqual(listed.map(({ norad_cat_id }) => norad_cat_id).sort());
});

test('events of the last days on the page and in the public file', async () => {
  const file = (await api('/api/v1/events')) as unknown as { data: Row[]; meta: { days: number } };
  const since = Date.parse(generatedAt) - FEED_DAYS * 86_400_000;
  expect(await catalog.pages.eventsSince(new Date(since).toISOString())).toEqual(file.data);
  expect(file.meta.days).toBe(FEED_DAYS);
});
