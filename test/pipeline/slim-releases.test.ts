import { existsSync } from 'node:fs';
import { readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Releases } from '../../pipeline/publish/release.ts';
import { slimReleases } from '../../pipeline/publish/slim-releases.ts';
import { releaseDifferences } from '../../src/release-differences.ts';
import { manifest } from '../../src/schema/release/manifest.ts';
import { serve } from '../api/sample-server.ts';
import { ask } from '../server/running-server.ts';
import { copySample, removeFolder } from './sample-build.ts';

let home: string;
let releases: Releases;
let [served, earlier] = ['', ''];
beforeEach(async () => {
  home = await copySample();
  releases = new Releases(home);
  [served, earlier] = (await releases.ids()) as [string, string];
});
afterEach(() => removeFolder(home));

const read = async (id: string) =>
  manifest.parse(JSON.parse(await readFile(join(releases.folder(id), 'manifest.json'), 'utf8')));
const inEarlier = (file: string) => join(releases.folder(earlier), 'public/api/v1', file);

/** Serves a release and returns a dataset as clients with different encodings get it. */
async function datasetOf(id: string) {
  await symlink(join('releases', id), join(home, 'current.new'));
  await rename(join(home, 'current.new'), join(home, 'current'));
  const server = await serve(home);
  const coded = ['identity', 'gzip', 'br, gzip'].map((coding) =>
    ask(server.base, '/api/v1/dataset/all.json', { 'Accept-Encoding': coding }),
  );
  const answers = await Promise.all(coded);
  await server.stop();
  return answers.map(({ status, headers, body }) => ({ status, etag: headers.etag, body: body.toString('base64') }));
}

test('an earlier release keeps its datasets as gzip only, is intact, and answers with the same bytes', async () => {
  const before = await datasetOf(earlier);
  const [plain, gzip] = await Promise.all([
    stat(inEarlier('dataset/all.json')),
    stat(inEarlier('dataset/all.json.gz')),
  ]);
  expect(plain.size).toBeGreaterThan(5 * gzip.size);
  const whole = await read(served);

  await slimReleases(releases, served);
  for (const ending of ['', '.br', '.zst']) expect(existsSync(inEarlier(`dataset/all.json${ending}`))).toBe(false);
  for (const file of ['dataset/all.json.gz', 'dataset/all.parquet', 'changes.json', 'elements.json'])
    expect([file, existsSync(inEarlier(file))]).toEqual([file, true]);
  const slimmed = await read(earlier);
  expect(await releaseDifferences(releases.folder(earlier), slimmed)).toEqual([]);
  expect(slimmed.packed['public/api/v1/dataset/all.json']).toMatchObject({ bytes: plain.size });
  expect(await read(served)).toEqual(whole);

  const after = await datasetOf(earlier);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  // Without its `.br` copy, a client that prefers br gets gzip.
  expect(after[2]).toEqual(before[1]);
});

test('continues after a kill between the manifest and the files, and changes nothing twice', async () => {
  await slimReleases(releases, served);
  const text = await readFile(join(releases.folder(earlier), 'manifest.json'), 'utf8');
  await writeFile(inEarlier('dataset/all.json'), 'not deleted yet');
  await slimReleases(releases, served);
  expect(existsSync(inEarlier('dataset/all.json'))).toBe(false);
  expect(await readFile(join(releases.folder(earlier), 'manifest.json'), 'utf8')).toBe(text);
});

test('leaves a release whose manifest cannot be read as it is', async () => {
  await writeFile(join(releases.folder(earlier), 'manifest.json'), '{');
  await slimReleases(releases, served);
  expect(existsSync(inEarlier('dataset/all.json'))).toBe(true);
});
