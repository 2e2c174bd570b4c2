import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveReleases } from '../../pipeline/archive/absorb.ts';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { markRolledBack } from '../../src/release/rollback.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { type SampleServer, serve } from './sample-server.ts';

const limits = { memory: '200MB', ...smallCatalog };
const path = '/api/v1/dataset/all/2026-08';
let home: string;
let server: SampleServer;
/** The releases of the sample, oldest first, both of the same month. */
let releases: string[];
beforeAll(async () => {
  home = await copySample();
  releases = (await readdir(join(home, 'releases'))).filter((name) => name.startsWith('2026')).sort();
  server = await serve(home);
});
afterAll(() => server?.remove());

const get = (target: string, headers: Record<string, string> = {}) =>
  server.get(target, { authorization: '', ...headers });
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

test('publishes the dataset of the first release of a month at a permanent URL, with hashes and citation', async () => {
  const response = await get(path);
  expect(response.status).toBe(200);
  const { data } = JSON.parse(response.body.toString());
  expect(data).toMatchObject({ month: '2026-08', release: releases[0], license: 'ODbL-1.0' });
  expect(data.citation).toContain(`Release ${releases[0]}, SHA-256 of the CSV ${data.files[0].sha256}. http`);
  expect(data.citation).toMatch(/\/api\/v1\/dataset\/all\/2026-08$/);
  expect(data.bibtex).toMatch(/^@misc\{orbweaver-2026-08,\n.*\n\}$/s);
  expect(data.attributions).toContain('data from GCAT (J. McDowell, planet4589.org/space/gcat)');
  for (const { url, bytes, sha256: hash, format } of data.files) {
    const file = await get(url);
    expect([url, file.status, file.body.length, sha256(file.body)]).toEqual([url, 200, bytes, hash]);
    expect(file.headers).toMatchObject({
      // For real data it is `immutable`, but the sample can be replaced.
      'cache-control': expect.stringMatching(/^public, max-age=300, /),
      'x-catalog-release': releases[0],
      'x-service-license': 'ODbL-1.0',
    });
    const current = await server.get(`/api/v1/dataset/all.${format}`);
    expect(file.body.equals(current.body)).toBe(false);
    expect((await get(url, { 'if-none-match': file.headers['etag'] as string })).status).toBe(304);
  }
  const compressed = await get(`${path}.csv`, { 'accept-encoding': 'gzip' });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(sha256(gunzipSync(compressed.body))).toBe(data.files[0].sha256);
  expect((await get(`${path}.parquet`, { range: 'bytes=0-3' })).body.toString()).toBe('PAR1');
});

test('lists the dataset in the archive', async () => {
  const { meta } = JSON.parse((await get('/api/v1/archive')).body.toString());
  expect(meta.datasets).toEqual([{ month: '2026-08', release: releases[0], rolled_back_at: null, url: path }]);
});

test('marks the dataset while its release is rolled back, and keeps its files', async () => {
  const before = JSON.parse((await get(path)).body.toString()).data;
  expect(before.rolled_back_at).toBeNull();
  const rolled_back_at = '2026-08-24T10:00:00.000Z';
  await markRolledBack(home, '20260101T000000Z-00000000', rolled_back_at);
  const { data } = JSON.parse((await get(path)).body.toString());
  expect(data).toMatchObject({ release: releases[0], rolled_back_at, files: before.files });
  for (const text of [data.citation, data.bibtex])
    expect(text).toContain(
      `Release ${releases[0]} (rolled back 2026-08-24), SHA-256 of the CSV ${data.files[0].sha256}`,
    );
  const { meta } = JSON.parse((await get('/api/v1/archive')).body.toString());
  expect(meta.datasets).toEqual([{ month: '2026-08', release: releases[0], rolled_back_at, url: path }]);
  expect((await get(data.files[0].url)).status).toBe(200);
  await markRolledBack(home, releases[0]!, rolled_back_at);
  expect(JSON.parse((await get(path)).body.toString()).data).toEqual(before);
});

test('keeps the dataset at its URL after its release is deleted and the archive is compacted', async () => {
  const before = JSON.parse((await get(path)).body.toString()).data;
  await rm(join(home, 'releases', releases[0]!), { recursive: true });
  await compactArchive({ home, limits });
  expect(JSON.parse((await get(path)).body.toString()).data).toEqual(before);
  for (const { url, sha256: hash } of before.files) {
    const file = await get(url);
    expect([url, file.status, sha256(file.body)]).toEqual([url, 200, hash]);
  }
  expect((await localArchive(home))!.datasets.map(({ release }) => release)).toEqual([releases[0]]);
});

test.each([
  ['/api/v1/dataset/all/2026-07', 404],
  ['/api/v1/dataset/all/2026-07.csv', 404],
  ['/api/v1/dataset/all/2026-08.json', 404],
  ['/api/v1/dataset/all/2026-08.csv?x=1', 400],
  ['/api/v1/dataset/all/august', 404],
])('%s returns %i with a hint', async (target, status) => {
  const response = await get(target);
  const { hint, ...error } = JSON.parse(response.body.toString());
  expect([response.status, typeof hint, JSON.stringify(error).includes('.sqlite')]).toEqual([status, 'string', false]);
});

test('uses the next release if the first one of the month is damaged, and verifies its files', async () => {
  const otherHome = await copySample();
  await rm(join(otherHome, 'archive'), { recursive: true });
  await rm(join(otherHome, 'releases', releases[0]!, 'public/api/v1/dataset/all.csv.gz'));
  const options = { home: otherHome, limits };
  await archiveReleases(options, releases[1]!);
  const [dataset, ...more] = (await localArchive(otherHome))!.datasets;
  expect([dataset?.release, more]).toEqual([releases[1], []]);
  expect(await verifyArchive(options)).toEqual([]);
  await rm(join(otherHome, 'archive', dataset!.csv.file));
  expect(await verifyArchive(options)).toEqual([`${dataset!.csv.file} is missing or cannot be read`]);
  await rm(otherHome, { recursive: true });
});
