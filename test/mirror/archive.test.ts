import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { localArchive, pullArchive, pushArchive } from '../../pipeline/mirror/archive.ts';
import { Bucket, bucketPlace } from '../../pipeline/mirror/bucket.ts';
import { publicKey, type Signer, signerOf } from '../../pipeline/mirror/signature.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { copyArchive } from '../../src/release/archive-copy.ts';
import { markRolledBack } from '../../src/release/rollback.ts';
import { newestSets } from '../archive/plain-set.ts';
import { copySample, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { credentials, StandInS3 } from './stand-in-s3.ts';

const limits = { memory: '200MB', ...smallCatalog };
const before = { ...process.env };
let home: string;
let store: StandInS3;
let bucket: Bucket;
let signer: Signer;
const folders: string[] = [];
const newFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  Object.assign(process.env, credentials, { AWS_MAX_ATTEMPTS: '2' });
  home = await copySample();
  signer = await signerOf(await newFolder());
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

test('copies the archive to a mirror and back unchanged, and does not transfer existing files again', async () => {
  const other = await newFolder();
  expect(await pullArchive(bucket, other, null)).toBeNull();
  const written = await pushArchive(bucket, home, (await localArchive(home))!, { signer });
  expect(written).toBeGreaterThan(6);
  expect(await pushArchive(bucket, home, (await localArchive(home))!, { signer })).toBe(0);
  const strange = publicKey((await signerOf(await newFolder())).key);
  await expect(pullArchive(bucket, other, strange)).rejects.toThrow('not signed with the pinned key');
  expect(await pullArchive(bucket, other, publicKey(signer.key))).toBe(14);
  expect(await pullArchive(bucket, other, null)).toBe(0);
  expect(await verifyArchive({ home: other, limits })).toEqual([]);

  await compactArchive({ home, limits });
  await pushArchive(bucket, home, (await localArchive(home))!, { signer });
  const months = await bucket.text('api/v1/archive');
  expect(JSON.parse(months!).data).toHaveLength(1);
  expect(await bucket.look('api/v1/archive/elements/2026-08.parquet')).not.toBeNull();
  const { data } = JSON.parse((await bucket.text('api/v1/dataset/all/2026-08'))!);
  expect(data).toMatchObject({ month: '2026-08', files: [{ format: 'csv' }, { format: 'parquet' }] });
  expect((await bucket.look('api/v1/dataset/all/2026-08.parquet'))?.sha256).toBe(data.files[1].sha256);
  expect(await bucket.look('api/v1/dataset/all/2026-08.csv')).toMatchObject({ encoding: 'gzip' });
  expect(await pullArchive(bucket, other, null)).toBe(2);
  const [original, copy] = [new ArchiveReader(home), new ArchiveReader(other)];
  expect(await newestSets(copy, 25_544)).toEqual(await newestSets(original, 25_544));
  original.close();
  copy.close();
});

test('rejects a file with different content', async () => {
  const other = await newFolder();
  const { values } = (await localArchive(home))!;
  const key = [...store.objects.keys()].find((one) => one.endsWith(values[0]!.file))!;
  const object = store.objects.get(key)!;
  store.objects.set(key, { ...object, body: Buffer.alloc(object.body.length) });
  await expect(pullArchive(bucket, other, null)).rejects.toThrow(/differs from the file that was published/);
  expect(await localArchive(other)).toBeNull();
  store.objects.set(key, object);
});

test('an archive is not replaced by that of the sample, nor by one that lacks releases', async () => {
  const other = await newFolder();
  await copyArchive(join(home, 'archive'), join(other, 'archive'));
  const path = join(other, 'archive/index.json');
  const local = (await localArchive(other))!;
  const pulled = (allowOlder = false) => pullArchive(bucket, other, null, allowOlder);
  await writeFile(path, JSON.stringify({ ...local, sample: false }));
  await expect(pulled()).rejects.toThrow('never replaces that of real data');
  const release = '20990101T000000Z-00000000';
  const newer = { ...local.snapshots.at(-1)!, at: '2099-01-01T00:00:00Z', release };
  await writeFile(path, JSON.stringify({ ...local, snapshots: [...local.snapshots, newer] }));
  await expect(pulled()).rejects.toThrow(`lacks releases of this one, such as ${release}`);
  expect((await localArchive(other))!.snapshots.at(-1)!.release).toBe(release);
  await pulled(true);
  expect((await localArchive(other))!.snapshots).toEqual(local.snapshots);
});

test('copies an archive completely, and nothing if there is no archive', async () => {
  const other = await newFolder();
  expect(await copyArchive(join(home, 'archive'), join(other, 'archive'))).toBeGreaterThan(4);
  expect(await verifyArchive({ home: other, limits })).toEqual([]);
  expect(await copyArchive(join(await newFolder(), 'archive'), join(other, 'elsewhere'))).toBeNull();
});

test('verify reports missing and damaged files', async () => {
  const other = await newFolder();
  await copyArchive(join(home, 'archive'), join(other, 'archive'));
  const [month] = (await localArchive(other))!.elements;
  const path = join(other, 'archive', month!.file);
  const bytes = await readFile(path);
  await rm(path);
  expect(await verifyArchive({ home: other, limits })).toEqual([`${month!.file} is missing or cannot be read`]);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]));
  expect(await verifyArchive({ home: other, limits })).toEqual([`${month!.file} is not as it was written`]);
});

test('a rollback marks a release, and as_of ignores it; serving it again removes the mark', async () => {
  const { snapshots } = (await localArchive(home))!;
  const [first, second] = snapshots.map(({ release }) => release!);
  const reader = new ArchiveReader(home);
  const after = Date.parse(snapshots[1]!.at) + 1000;
  expect((await reader.coverage(after)).snapshot?.release).toBe(second);
  await markRolledBack(home, first!, '2026-08-22T15:00:00.000Z');
  expect((await localArchive(home))!.snapshots[1]).toMatchObject({ rolled_back_at: '2026-08-22T15:00:00.000Z' });
  const { snapshot } = await reader.coverage(after);
  expect(snapshot?.release).toBe(first);
  const sets = await reader.asOf(after);
  expect(sets.length).toBe(snapshots[0]!.objects);
  expect(sets.every(({ first_seen }) => first_seen === snapshots[0]!.at)).toBe(true);
  await markRolledBack(home, second!, '2026-08-22T16:00:00.000Z');
  expect((await reader.coverage(after)).snapshot?.release).toBe(second);
  reader.close();
});

test('a rollback of an archive that cannot be read changes nothing, and is told', async () => {
  const other = await newFolder();
  expect(await markRolledBack(other, 'any', '2026-08-22T15:00:00.000Z')).toBe(true);
  const path = join(other, 'archive/index.json');
  await mkdir(join(other, 'archive'));
  await writeFile(path, '{"format":');
  expect(await markRolledBack(other, 'any', '2026-08-22T15:00:00.000Z')).toBe(false);
  expect(await readFile(path, 'utf8')).toBe('{"format":');
});
