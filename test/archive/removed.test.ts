import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentReleaseId } from '../../src/release/release.ts';
import type { Removal } from '../../src/schema/objects/record.ts';
import { type SampleServer, serve } from '../api/sample-server.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { build, copySample, cut, makeFolder, removeFolder, SECOND, sample } from '../pipeline/sample-build.ts';

/** A release that has 190232 no more, and gives the designator of 190231 to 190299. */
const THIRD = new Date('2026-08-22T16:00:00Z');
let server: SampleServer;
let folder: string;
let second: string;

const removed = (reason: Removal['reason'], designator_now: number | null): Removal => ({
  last_listed: SECOND.toISOString().replace('.000Z', 'Z'),
  last_release: second,
  ...{ reason, designator_now },
});
const get = async (path: string) => {
  const { status, body } = await server.get(`/api/v1${path}`);
  return { status, ...JSON.parse(body.toString()) };
};

beforeAll(async () => {
  const home = await copySample();
  second = (await currentReleaseId(home))!;
  folder = await makeFolder();
  await cp(join(sample, 'second'), folder, { recursive: true });
  for (const name of ['satcat', 'gp-active']) {
    const path = join(folder, `celestrak/${name}.csv`);
    await cut(path, (line) => !line.includes(',190232,'));
    await writeFile(path, (await readFile(path, 'utf8')).replace(',190231,', ',190299,'));
  }
  await build(home, folder, THIRD);
  server = await serve(home);
});
afterAll(async () => {
  await server?.remove();
  await removeFolder(folder);
});

test('an object that no catalog lists any more keeps its last record, which says so', async () => {
  const { status, data } = await get('/satellites/190232');
  expect(status).toBe(200);
  expect(data.removed).toEqual(removed('not_listed', null));
  const before = await get(`/satellites/190232?as_of=${data.removed.last_listed}`);
  expect(before.data).not.toHaveProperty('removed');
  // Predictions are not archived: null would say that there was none.
  expect([before.data.reentry_prediction, 'reentry_prediction' in data]).toEqual([null, false]);
  const { claims: _claims, provenance: _provenance, removed: _removed, ...record } = data;
  expect(before.data).toMatchObject(record);
  expect(data.provenance.fields.length).toBe(before.data.provenance.fields.length);
});

test('its designator may belong to another number now', async () => {
  expect((await get('/satellites/190231')).data.removed).toEqual(removed('designator_moved', 190299));
  expect((await get('/satellites/190299')).data).not.toHaveProperty('removed');
});

test('a number that was never listed is not found, and neither is one before it was listed', async () => {
  expect((await get('/satellites/190298')).status).toBe(404);
  expect((await get('/satellites/190232?as_of=2026-08-22T00:00:00Z')).status).toBe(404);
});

test('routes that need a listed object name its last record, or the number that has its designator', async () => {
  const place = 'lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z';
  for (const path of ['tle', 'omm', 'position', 'track', 'ephemeris', `passes?${place}`, 'family', 'transmitters']) {
    const { status, code, error, hint } = await get(`/satellites/190232/${path}`);
    expect([path, status, code]).toEqual([path, 404, 'not_found']);
    expect(error).toMatch(/^No catalog lists .*NEWCOMER 8.* \(190232\) any more: it was last listed on 2026-08-22\.$/);
    expect(hint).toBe('/api/v1/satellites/190232 has its last record.');
  }
  expect((await get('/satellites/190231/tle')).hint).toContain('Its designator belongs to 190299 now.');
  expect((await get('/satellites/190298/tle')).error).toBe('The catalog has no object with the catalog number 190298.');
});

test('a search for its number says so, in the API and for agents', async () => {
  const expected = {
    norad_cat_id: 190232,
    name: expect.stringContaining('NEWCOMER 8'),
    ...removed('not_listed', null),
  };
  for (const path of ['/search?q=190232', '/satellites?q=NORAD%20190232'])
    expect(await get(path)).toMatchObject({ data: [], meta: { total: 0, removed: expected } });
  for (const path of ['/search?q=25544', '/search?q=190298', '/search?q=newcomer'])
    expect((await get(path)).meta).not.toHaveProperty('removed');
  const found = await callTool(server.base, 'search_objects', { q: '190232' });
  expect(found.structuredContent).toMatchObject({ total: 0, removed: expected });
  const object = await callTool(server.base, 'get_object', { norad_cat_id: 190232, fields: ['launch_date'] });
  expect(object.structuredContent).toMatchObject({ removed: removed('not_listed', null) });
});

test('is an event, once', async () => {
  const events = (await get('/events?type=removed')).data;
  expect(events.map(({ id }: { id: string }) => id)).toEqual(['removed-190231-20260822', 'removed-190232-20260822']);
  const { last_release, last_listed } = removed('not_listed', null);
  expect(events[1]).toMatchObject({ details: { last_release, last_listed }, occurred_at: '2026-08-22T16:00:00Z' });
});

test('has its last record without the release that listed it', async () => {
  const before = await get('/satellites/190232');
  await rm(join(server.home, 'releases', second), { recursive: true });
  expect(await get('/satellites/190232')).toEqual(before);
});

test('a listed object is not said to be removed because a route has nothing about it', async () => {
  await rm(join(server.home, 'conjunctions'), { recursive: true, force: true });
  const { status, error } = await get('/satellites/25544/conjunctions');
  expect([status, error]).toEqual([404, 'This server has not searched close approaches yet.']);
});
