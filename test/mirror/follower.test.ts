import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localArchive, pullArchive, pushArchive } from '../../pipeline/mirror/archive.ts';
import { Bucket, bucketPlace } from '../../pipeline/mirror/bucket.ts';
import { Follower } from '../../pipeline/mirror/follower.ts';
import { push } from '../../pipeline/mirror/push.ts';
import { type Signer, signerOf } from '../../pipeline/mirror/signature.ts';
import { Releases } from '../../pipeline/publish/release.ts';
import { slimReleases } from '../../pipeline/publish/slim-releases.ts';
import type { ArchiveIndex } from '../../src/schema/release/archive.ts';
import { copySample, filesBelow, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { releaseId, writeRelease } from '../server/release-folder.ts';
import { credentials, StandInS3 } from './stand-in-s3.ts';

const progress = () => {};
const before = { ...process.env };
let home: string;
let store: StandInS3;
let bucket: Bucket;
let signer: Signer;
let index: ArchiveIndex;
const folders: string[] = [];
const newFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  Object.assign(process.env, credentials, { AWS_MAX_ATTEMPTS: '1' });
  home = await copySample();
  for (const n of [1, 2]) await writeRelease(home, n, { sample: true });
  index = (await localArchive(home))!;
  signer = await signerOf(home);
  store = new StandInS3();
  await store.start();
  bucket = new Bucket({ ...bucketPlace('s3://bucket/orbit'), endpoint: store.endpoint });
});
afterAll(async () => {
  for (const name of [...Object.keys(credentials), 'AWS_MAX_ATTEMPTS'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  bucket.close();
  await store.stop();
  await Promise.all([home, ...folders].map(removeFolder));
});

const pushRelease = (n: number) =>
  push(bucket, { folder: join(home, 'releases', releaseId(n)), keep: 10, signer, progress });
const uploadArchive = (one: ArchiveIndex) => pushArchive(bucket, home, one, { signer });

test('a follower fetches the archive that is uploaded after its release, and again after an error', async () => {
  const other = await newFolder();
  const follower = new Follower(bucket, { home: other, key: null, allowOlder: false, progress });
  const first = { ...index, snapshots: index.snapshots.slice(0, 1) };
  await pushRelease(1);
  await uploadArchive(first);
  expect(await follower.look()).toMatchObject({ pulled: { release: releaseId(1) } });
  expect((await localArchive(other))!.snapshots).toEqual(first.snapshots);
  store.requests.length = 0;
  expect(await follower.look()).toEqual({ pulled: null, archived: 0 });
  expect(store.requests).toEqual(['GET orbit/current.json', 'HEAD orbit/archive/index.json']);

  await pushRelease(2);
  expect(await follower.look()).toMatchObject({ pulled: { release: releaseId(2) }, archived: 0 });
  await uploadArchive(index);
  store.intercept = (method, key, response) => {
    if (method !== 'GET' || !key.endsWith('archive/index.json')) return false;
    response.destroy();
    return true;
  };
  await expect(follower.look()).rejects.toThrow();
  expect((await localArchive(other))!.snapshots).toEqual(first.snapshots);
  store.intercept = () => false;
  expect(await follower.look()).toMatchObject({ pulled: null });
  expect((await localArchive(other))!.snapshots).toEqual(index.snapshots);
});

test('files that neither the index nor the one before lists are deleted', async () => {
  const other = await newFolder();
  const withoutDatasets = { ...index, datasets: [] };
  const withoutClaims = { ...withoutDatasets, claims: [] };
  const files = async () => (await filesBelow(join(other, 'archive'))).filter((file) => file.includes('/')).sort();
  const filesOf = async (one: ArchiveIndex) => {
    await uploadArchive(one);
    await pullArchive(bucket, other, null);
    return files();
  };
  const all = await filesOf(index);
  const datasets = all.filter((file) => file.startsWith('datasets/'));
  const claims = index.claims.flatMap(({ file, by_object }) => [file, by_object!.file]);
  expect(datasets.length).toBeGreaterThan(0);
  expect(claims.length).toBeGreaterThan(0);
  await writeFile(join(other, 'archive/values/interrupted.parquet.part'), 'half');
  expect(await filesOf(withoutDatasets)).toEqual(all);
  expect(await filesOf(withoutClaims)).toEqual(all.filter((file) => !datasets.includes(file)));
  const later = { ...withoutClaims, snapshots: [...index.snapshots, { ...index.snapshots[1]!, release: null }] };
  expect(await filesOf(later)).toEqual(all.filter((file) => !datasets.includes(file) && !claims.includes(file)));
});

test('after a rollback, the datasets that the release has as .gz only are unpacked into the bucket', async () => {
  await pushRelease(1);
  const path = 'api/v1/dataset/all';
  const plain = Object.fromEntries(
    await Promise.all(
      ['json', 'csv'].map(async (form) => [
        form,
        await readFile(join(home, 'releases', releaseId(1), `public/${path}.${form}`)),
      ]),
    ),
  );
  await pushRelease(2);
  await slimReleases(new Releases(home), releaseId(2));
  await pushRelease(1);
  const object = (key: string) => store.objects.get(`orbit/${key}`);
  for (const [key, form] of [
    [path, 'json'],
    [`${path}.json`, 'json'],
    [`${path}.csv`, 'csv'],
  ] as const) {
    expect(object(key)!.body.equals(plain[form]), key).toBe(true);
    expect(object(key)!.headers['content-encoding']).toBeUndefined();
  }
  expect(object(`${path}.csv.gz`)!.headers['content-encoding']).toBe('gzip');
  // Those of the release that was rolled back.
  for (const ending of ['br', 'zst']) expect(object(`${path}.csv.${ending}`)).toBeUndefined();
  expect(await pushRelease(1)).toMatchObject({ written: 0, removed: 0 });
});
