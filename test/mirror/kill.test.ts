import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { localArchive, pullArchive, pushArchive } from '../../pipeline/mirror/archive.ts';
import { Bucket, bucketPlace } from '../../pipeline/mirror/bucket.ts';
import { pull } from '../../pipeline/mirror/pull.ts';
import { push } from '../../pipeline/mirror/push.ts';
import { publicKey, type Signer, signerOf } from '../../pipeline/mirror/signature.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { manifest } from '../../src/schema/release/manifest.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { seeded } from '../seeded.ts';
import { makeCurrent, releaseId, writeRelease } from '../server/release-folder.ts';
import { credentials, StandInS3 } from './stand-in-s3.ts';

/** How many publishes of a release are killed. */
const KILLS = 10;

const program = join(import.meta.dirname, '../../pipeline/publish-to.ts');
const before = { ...process.env };
const progress = () => {};
let home: string;
let signer: Signer;
let store: StandInS3;
let bucket: Bucket;

beforeAll(async () => {
  Object.assign(process.env, credentials, { AWS_MAX_ATTEMPTS: '1' });
  home = await makeFolder();
  for (const n of [1, 2, 3, 4]) await writeRelease(home, n);
  signer = await signerOf(home);
});
afterAll(async () => {
  for (const name of [...Object.keys(credentials), 'AWS_MAX_ATTEMPTS'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  await removeFolder(home);
});
beforeEach(async () => {
  store = new StandInS3();
  await store.start();
  bucket = new Bucket({ ...bucketPlace('s3://bucket/orbit'), endpoint: store.endpoint });
});
afterEach(async () => {
  bucket.close();
  await store.stop();
});

const pushRelease = (n: number, keep: number) =>
  push(bucket, { folder: join(home, 'releases', releaseId(n)), keep, signer, progress });

/** Runs `npm run publish` for the nth release, and kills it at a request; returns how many requests reached the store. */
async function publishUntil(n: number, last: number): Promise<number> {
  await makeCurrent(home, releaseId(n));
  const child = spawn(process.execPath, [program, 's3://bucket/orbit', '--keep', '2'], {
    env: { ...childEnvironment, ORBWEAVER_HOME: home, ...credentials, AWS_ENDPOINT_URL_S3: store.endpoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let requests = 0;
  store.intercept = (_method, _key, response) => {
    requests++;
    if (requests < last) return false;
    child.kill('SIGKILL');
    // The last request takes effect without a response at every other kill; later ones arrive no more.
    if (requests === last && last % 2 === 0) return false;
    response.destroy();
    return true;
  };
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual(last === Number.POSITIVE_INFINITY ? [0, null] : [null, 'SIGKILL']);
  store.intercept = () => false;
  return requests;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const textOf = (key: string) => String(store.objects.get(key)?.body ?? '');
/** The releases of which the bucket has any file. */
const storedReleases = () =>
  [...new Set([...store.objects.keys()].flatMap((key) => /^orbit\/releases\/([^/]+)/.exec(key)?.[1] ?? []))].sort();

/** Expects that the bucket has every file of a release as published; returns the hashes of these files. */
function expectWhole(id: string): Set<string> {
  const { files } = manifest.parse(JSON.parse(textOf(`orbit/releases/${id}/manifest.json`)));
  for (const [path, { sha256 }] of Object.entries(files)) {
    const object = store.objects.get(`orbit/releases/${id}/${path}`);
    expect([path, object && hashOf(object.body)]).toEqual([path, sha256]);
  }
  return new Set(Object.values(files).map(({ sha256 }) => sha256));
}

/** Expects that a reader gets a whole release, and whole files under the paths of the API. Returns the id of that release. */
async function expectReadable(allowed: readonly string[]): Promise<string> {
  const { release, manifest_sha256 } = JSON.parse(textOf('orbit/current.json'));
  expect(allowed).toContain(release);
  expect(hashOf(store.objects.get(`orbit/releases/${release}/manifest.json`)!.body)).toBe(manifest_sha256);
  const hashes = expectWhole(release);
  for (const id of allowed) if (storedReleases().includes(id) && id !== release) addFiles(hashes, id);
  for (const [key, { body }] of store.objects)
    if (key.startsWith('orbit/api/')) expect([key, hashes.has(hashOf(body))]).toEqual([key, true]);
  return release;
}

/** Adds the hashes of the files that the bucket has of a release. */
function addFiles(hashes: Set<string>, id: string): void {
  for (const [key, { body }] of store.objects) if (key.startsWith(`orbit/releases/${id}/`)) hashes.add(hashOf(body));
}

test(`publishes that are killed at ${KILLS} moments leave one whole release to readers, and nothing behind`, async () => {
  for (const n of [1, 2]) await pushRelease(n, 2);
  const start = new Map(store.objects);
  const requests = await publishUntil(3, Number.POSITIVE_INFINITY);
  const finished = new Map(store.objects);
  expect(storedReleases()).toEqual([2, 3].map(releaseId));
  expect(requests).toBeGreaterThan(300);

  const random = seeded(36);
  // The last requests name the release and delete the one before the previous.
  const moments = Array.from({ length: KILLS }, (_, n) =>
    n % 3 === 2 ? requests - Math.floor(random() * 120) : 1 + Math.floor(random() * requests),
  );
  const seen = new Set<string>();
  for (const [n, moment] of moments.entries()) {
    store.objects.clear();
    for (const [key, object] of start) store.objects.set(key, object);
    await publishUntil(3, moment);
    seen.add(await expectReadable([2, 3].map(releaseId)));
    const follower = await makeFolder();
    await pull(bucket, { home: follower, key: publicKey(signer.key), allowOlder: false, progress });
    await removeFolder(follower);
    if (n % 2 === 0) {
      // The same release once more: the bucket is as if nothing had happened.
      await pushRelease(3, 2);
      expect([...store.objects.keys()].sort()).toEqual([...finished.keys()].sort());
      for (const [key, { body }] of finished) expect(store.objects.get(key)!.body.equals(body), key).toBe(true);
    } else {
      // The next release instead: of the killed publish, nothing stays that is not whole.
      await pushRelease(4, 3);
      expect(storedReleases()).toContain(releaseId(2));
      for (const id of storedReleases()) expectWhole(id);
    }
    expect(await expectReadable([2, 3, 4].map(releaseId))).toBe(releaseId(n % 2 === 0 ? 3 : 4));
  }
  expect([...seen].sort()).toEqual([2, 3].map(releaseId));
});

test('archives that stop being uploaded at any moment are one whole archive to readers, and nothing stays behind', async () => {
  const [own, follower] = [await copySample(), await makeFolder()];
  const upload = async () => pushArchive(bucket, own, (await localArchive(own))!, { signer });
  await upload();
  const start = new Map(store.objects);
  await compactArchive({ home: own, limits: { memory: '200MB', ...smallCatalog } });
  let requests = 0;
  let last = Number.POSITIVE_INFINITY;
  store.intercept = (_method, _key, response) => {
    requests++;
    if (requests < last || (requests === last && last % 2 === 0)) return false;
    response.destroy();
    return true;
  };
  await upload();
  const [finished, all] = [new Map(store.objects), requests];
  expect([...start.keys()].filter((key) => !finished.has(key)).length).toBeGreaterThan(0);

  const seen = new Set<string>();
  for (last = 1; last <= all; last++) {
    store.objects.clear();
    for (const [key, object] of start) store.objects.set(key, object);
    requests = 0;
    // The last deletion may have taken effect, although its response never comes.
    await expect(upload()).rejects.toThrow();
    const moment = last;
    [requests, last] = [0, Number.POSITIVE_INFINITY];
    const index = textOf('orbit/archive/index.json');
    seen.add(index);
    await pullArchive(bucket, follower, publicKey(signer.key));
    expect(index).toContain(JSON.stringify((await localArchive(follower))!.snapshots));
    await upload();
    expect([...store.objects.keys()].sort()).toEqual([...finished.keys()].sort());
    for (const [key, { body }] of finished) expect(store.objects.get(key)!.body.equals(body), key).toBe(true);
    last = moment;
  }
  expect(seen.size).toBe(2);
  await Promise.all([own, follower].map(removeFolder));
});
