import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseIds } from '../../src/release/release.ts';
import { KEY, type SampleServer, serveSample } from '../api/sample-server.ts';
import { hasPython, installedModules, PYTHON, testWithModule } from './python.ts';

const run = promisify(execFile);
const modules = installedModules('pandas', 'skyfield');

/** The output of `check-python-client.py`. */
interface Found {
  readonly name: string;
  readonly omm: { NORAD_CAT_ID: number };
  readonly tle: string;
  readonly ids: number[];
  readonly filtered: number[];
  readonly search: number;
  readonly by_delta: string[];
  readonly synced: boolean;
  readonly written: boolean;
  readonly release: string;
  readonly waits: number;
  readonly pandas?: number;
  readonly 'pandas list'?: number[];
  readonly skyfield?: number[];
  readonly [refused: string]: unknown;
}

let server: SampleServer;
let folder: string;
let found: Found;
beforeAll(async () => {
  server = await serveSample(null);
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-python-'));
  if (!hasPython) return;
  const [first] = await releaseIds(server.home);
  const elements = join(server.home, 'releases', first!, 'public/api/v1/elements');
  for (const [set, file] of [
    ['all', 'elements'],
    ['stations', 'stations'],
  ])
    await writeFile(join(folder, `${file}.json`), gunzipSync(await readFile(join(elements, `${set}.json.gz`))));
  const script = join(import.meta.dirname, 'check-python-client.py');
  const { stdout } = await run(PYTHON, [script, server.base, KEY, folder], { maxBuffer: 1 << 26, timeout: 60_000 });
  found = JSON.parse(stdout);
});
afterAll(async () => {
  await server?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const get = async (path: string) => JSON.parse((await server.get(path)).body.toString());
const elementNumbers = async (): Promise<number[]> => (await get('/api/v1/elements/all')).data.norad_cat_id;

const reason = hasPython ? '' : ' (skipped: no python3; apt-get install python3)';
test.skipIf(!hasPython)(`the Python client gets, lists, searches and synchronizes objects${reason}`, async () => {
  const [, second] = await releaseIds(server.home);
  expect(found.name).toBe((await get('/api/v1/satellites/25544')).data.name);
  expect(found.omm.NORAD_CAT_ID).toBe(25544);
  expect(found.tle).toBe((await server.get('/api/v1/satellites/25544/tle')).body.toString());
  const all: { data: { norad_cat_id: number }[]; meta: { total: number } } = await get('/api/v1/satellites?limit=1');
  expect(found.ids).toHaveLength(all.meta.total);
  expect(found.ids).toEqual(found.ids.toSorted((a, b) => b - a));
  expect(found.filtered).toHaveLength((await get('/api/v1/satellites?orbit_class=GEO,MEO&active=true')).meta.total);
  expect(found.search).toBe(25544);
  expect(found.image).toBeTypeOf('number');
  const field = 'lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z&exposure_s=10&ra_deg=0&dec_deg=90&radius_deg=60';
  expect(found.field).toBe((await get(`/api/v1/fov?${field}`)).data.count);
  const streak = 'lat=52.5&lon=13.4&at=2026-08-22T18:00:00Z&ra1=200&dec1=60&ra2=201&dec2=61';
  expect(found.streak).toBe((await get(`/api/v1/identify?${streak}`)).data.none_probability);
  expect(found.sighting).toEqual([]);

  // After one delta, the file equals a new download.
  expect(found.by_delta).toEqual(['/api/v1/changes', `/api/v1/elements/changes/${second}`]);
  expect([found.synced, found.written, found.release]).toEqual([true, true, second]);

  expect(found.group).toEqual(['/api/v1/elements/stations/changes/newest']);
  expect([found['group synced'], found['other group']]).toEqual([true, true]);

  expect(found.unknown).toMatchObject({ status: 404, code: 'not_found', id: expect.any(String) });
  expect(found.wrong).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(found['no key']).toMatchObject({ status: 401, code: 'missing_api_key' });
  // Retried three times, after Retry-After.
  expect(found.quota).toMatchObject({ status: 429 });
  expect(found.waits).toBe(3);
  expect(found.nowhere).toMatchObject({ status: 0, code: 'no_response' });
});

testWithModule(modules, 'pandas', 'the Python client converts elements and lists to pandas', async () => {
  expect(found.pandas).toBe((await elementNumbers()).length);
  expect(found['pandas list']).toEqual(found.ids.toSorted((a, b) => a - b).slice(0, 5));
});

testWithModule(modules, 'skyfield', 'the Python client converts elements to Skyfield satellites', async () => {
  expect(found.skyfield).toEqual(await elementNumbers());
});

const hasMypy = spawnSync('mypy', ['--version']).status === 0;
test.skipIf(!hasMypy)(
  `its types are complete${hasMypy ? '' : ' (skipped: no mypy; apt-get install mypy)'}`,
  async () => {
    const folder = join(import.meta.dirname, '../../clients/python');
    const { stdout } = await run('mypy', ['--strict', '--no-incremental', '--cache-dir', '/dev/null', folder]);
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files\n$/);
  },
);
