import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readlink, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Bucket, bucketPlace } from '../../pipeline/mirror/bucket.ts';
import { pull } from '../../pipeline/mirror/pull.ts';
import { push } from '../../pipeline/mirror/push.ts';
import { publicKey, type Signer, signerOf } from '../../pipeline/mirror/signature.ts';
import { type Manifest, manifest } from '../../src/schema/release/manifest.ts';
import { forms, publicCacheControl } from '../../src/schema/release/public-route.ts';
import { childEnvironment } from '../child-environment.ts';
import { filesBelow, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { makeCurrent, releaseId, writeRelease } from '../server/release-folder.ts';
import { credentials, StandInS3 } from './stand-in-s3.ts';

const root = join(import.meta.dirname, '../..');
const progress = () => {};
const before = { ...process.env };
let from: string;
let store: StandInS3;
let bucket: Bucket;
let signer: Signer;
const homes: string[] = [];

beforeAll(async () => {
  Object.assign(process.env, credentials, { AWS_MAX_ATTEMPTS: '2' });
  from = await makeFolder();
  for (const n of [1, 2, 3]) await writeRelease(from, n);
  signer = await signerOf(from);
});
afterAll(async () => {
  for (const name of [...Object.keys(credentials), 'AWS_MAX_ATTEMPTS'])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  await removeFolder(from);
});
beforeEach(async () => {
  store = new StandInS3();
  await store.start();
  bucket = new Bucket({ ...bucketPlace('s3://bucket/orbit'), endpoint: store.endpoint });
});
afterEach(async () => {
  bucket.close();
  await store.stop();
  for (const home of homes.splice(0)) await removeFolder(home);
});

const folderOf = (n: number) => join(from, 'releases', releaseId(n));
const pushRelease = (n: number, keep = 10) => push(bucket, { folder: folderOf(n), keep, signer, progress });
const pullTo = (home: string, more: { key?: string; allowOlder?: boolean } = {}) =>
  pull(bucket, {
    home,
    key: more.key === undefined ? null : publicKey(more.key),
    allowOlder: more.allowOlder === true,
    progress,
  });
const pushedObjects = new Map<number, StandInS3['objects']>();
/** Like `pushRelease`, but reuses objects that were pushed before: for tests of `pull`. */
async function storeRelease(n: number): Promise<void> {
  if (!pushedObjects.has(n)) {
    await pushRelease(n);
    pushedObjects.set(n, new Map(store.objects));
  }
  for (const [key, object] of pushedObjects.get(n)!) store.objects.set(key, object);
}
const manifestOf = async (n: number): Promise<Manifest> =>
  manifest.parse(JSON.parse(await readFile(join(folderOf(n), 'manifest.json'), 'utf8')));
const written = () =>
  store.requests.filter((line) => line.startsWith('PUT ')).map((line) => line.slice('PUT orbit/'.length));
async function newHome(): Promise<string> {
  const home = await makeFolder();
  homes.push(home);
  return home;
}
const served = (home: string) => readlink(join(home, 'current')).catch(() => null);

/** Expects that a home serves a release with exactly the published files. */
async function expectComplete(home: string, n: number): Promise<void> {
  expect(await served(home)).toBe(`releases/${releaseId(n)}`);
  const files = (await filesBelow(join(home, 'releases', releaseId(n)))).sort();
  expect(files).toEqual((await filesBelow(folderOf(n))).sort());
  for (const file of files.filter((one) => one !== 'manifest.json'))
    expect([
      file,
      (await readFile(join(home, 'releases', releaseId(n), file))).equals(await readFile(join(folderOf(n), file))),
    ]).toEqual([file, true]);
}

describe('publish', () => {
  test('writes all files first, then the manifest, then the public paths, and current.json last', async () => {
    const done = await pushRelease(1);
    const { files } = await manifestOf(1);
    const order = written();
    const at = (key: string) => order.indexOf(key);
    const id = releaseId(1);
    for (const path of Object.keys(files))
      expect(at(`releases/${id}/${path}`)).toBeLessThan(at(`releases/${id}/manifest.json`));
    for (const key of order.filter((one) => one.startsWith('api/')))
      expect(at(key)).toBeGreaterThan(at(`releases/${id}/manifest.json`));
    expect(order.at(-1)).toBe('current.json');
    expect(new Set(order).size).toBe(order.length);
    expect(done).toEqual({ release: id, written: order.length - 1, unchanged: 0, removed: 0 });
    expect(JSON.parse(String(store.objects.get('orbit/current.json')!.body))).toMatchObject({
      release: id,
      sample: false,
    });
  });

  test('writes the public files under the paths of the API, with the headers of the server', async () => {
    await pushRelease(1);
    const object = (key: string) => store.objects.get(`orbit/${key}`)!;
    const plain = object('api/v1/elements.json');
    expect(plain.headers).toMatchObject({ 'content-type': forms.json, 'cache-control': publicCacheControl(300) });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(object('api/v1/elements').body.equals(plain.body)).toBe(true);
    const compressed = object('api/v1/elements.json.br');
    expect(compressed.headers).toMatchObject({ 'content-type': forms.json, 'content-encoding': 'br' });
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true);
    expect(object('api/v1/dataset/all.csv.gz').headers).toMatchObject({
      'content-type': forms.csv,
      'content-encoding': 'gzip',
      'cache-control': publicCacheControl(21_600),
    });
    expect(object('api/v1/dataset/all.parquet').headers['content-type']).toBe(forms.parquet);
    expect(object('api/v1/events.atom').headers['content-type']).toBe(forms.atom);
    expect(store.objects.has('orbit/api/v1/events/2026-08')).toBe(true);
    expect(
      [...store.objects.keys()].filter((key) => /_headers|_redirects/.test(key) && !key.includes('/releases/')),
    ).toEqual([]);
  });

  test('writes only current.json if repeated', async () => {
    await pushRelease(1);
    store.requests.length = 0;
    expect(await pushRelease(1)).toMatchObject({ written: 0 });
    expect(written()).toEqual(['current.json']);
  });

  test('keeps the named release complete if the store fails midway, and writes the missing files in the next run', async () => {
    await pushRelease(1);
    let left = 20;
    store.intercept = (method, key, response) => {
      if (method !== 'PUT' || !key.includes(releaseId(2)) || left-- > 0) return false;
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>no more</Message></Error>');
      return true;
    };
    await expect(pushRelease(2)).rejects.toThrow(/AccessDenied.*no more/);
    expect(JSON.parse(String(store.objects.get('orbit/current.json')!.body)).release).toBe(releaseId(1));
    expect(store.objects.has(`orbit/releases/${releaseId(2)}/manifest.json`)).toBe(false);
    const home = await newHome();
    await pullTo(home);
    await expectComplete(home, 1);

    store.intercept = () => false;
    store.requests.length = 0;
    const { unchanged } = await pushRelease(2);
    expect(unchanged).toBeGreaterThanOrEqual(15);
    await pullTo(home);
    await expectComplete(home, 2);
  });

  test('rewrites changed objects, and removes old releases and stale files, but never the served release', async () => {
    for (const n of [1, 2]) await pushRelease(n);
    store.objects.delete(`orbit/releases/${releaseId(2)}/catalog.duckdb`);
    const original = store.objects.get('orbit/api/v1/launches.json')!;
    store.objects.set('orbit/api/v1/launches.json', {
      ...original,
      headers: { ...original.headers, 'cache-control': 'no-store' },
    });
    store.objects.set('orbit/api/v1/events/1999-01.json', original);
    store.objects.set('elsewhere/api/v1/events/1999-01.json', original);
    store.requests.length = 0;
    await pushRelease(2);
    expect(written().sort()).toEqual([
      'api/v1/launches.json',
      'current.json',
      `releases/${releaseId(2)}/catalog.duckdb`,
    ]);
    expect(store.objects.has('orbit/api/v1/events/1999-01.json')).toBe(false);
    expect(store.objects.has('elsewhere/api/v1/events/1999-01.json')).toBe(true);

    store.requests.length = 0;
    await pushRelease(3, 2);
    const storedReleases = () =>
      [...new Set([...store.objects.keys()].flatMap((key) => /^orbit\/releases\/([^/]+)/.exec(key)?.[1] ?? []))].sort();
    expect(storedReleases()).toEqual([2, 3].map(releaseId));
    const removed = store.requests.filter((line) => line.startsWith('DELETE orbit/releases/'));
    expect(removed[0]).toBe(`DELETE orbit/releases/${releaseId(1)}/manifest.json`);
    await pushRelease(1, 1);
    expect(storedReleases()).toEqual([releaseId(1)]);
  });

  test('never replaces real data with the sample', async () => {
    await pushRelease(1);
    const other = await newHome();
    const id = await writeRelease(other, 9, { sample: true });
    await expect(push(bucket, { folder: join(other, 'releases', id), keep: 10, signer, progress })).rejects.toThrow(
      'which the sample never replaces',
    );
  });

  test('reports an invalid secret, and writes nothing', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    const unauthorized = new Bucket({ ...bucketPlace('s3://bucket'), endpoint: store.endpoint });
    await expect(push(unauthorized, { folder: folderOf(1), keep: 10, signer, progress })).rejects.toThrow(
      'SignatureDoesNotMatch',
    );
    process.env.AWS_SECRET_ACCESS_KEY = credentials.AWS_SECRET_ACCESS_KEY;
    expect(store.objects.size).toBe(0);
  });
});

describe('follow', () => {
  test('fetches a complete release, then only the files that differ, and nothing if nothing is new', async () => {
    const home = await newHome();
    await storeRelease(1);
    expect(await pullTo(home)).toMatchObject({ release: releaseId(1), linked: 0 });
    await expectComplete(home, 1);
    await storeRelease(2);
    const second = (await pullTo(home))!;
    expect(second.linked).toBeGreaterThan(0);
    await expectComplete(home, 2);
    store.requests.length = 0;
    expect(await pullTo(home)).toBeNull();
    expect(store.requests).toEqual(['GET orbit/current.json']);
    await storeRelease(1);
    await expect(pullTo(home)).rejects.toThrow(/is older than the served one.*--allow-older/);
    await expectComplete(home, 2);
    await pullTo(home, { allowOlder: true });
    await expectComplete(home, 1);
    expect((await filesBelow(home)).filter((path) => !path.startsWith('releases/2026'))).toEqual([]);
  });

  test('never replaces real data with the sample, and the sample with real data', async () => {
    const [other, home] = [await newHome(), await newHome()];
    const id = await writeRelease(other, 9, { sample: true });
    await push(bucket, { folder: join(other, 'releases', id), keep: 10, signer, progress });
    await pullTo(home);
    expect(await served(home)).toBe(`releases/${id}`);
    const pointer = store.objects.get('orbit/current.json')!;
    const files = new Map(store.objects);
    store.objects.clear();
    await storeRelease(1);
    await pullTo(home);
    await expectComplete(home, 1);
    for (const [key, object] of files) store.objects.set(key, object);
    for (const allowOlder of [false, true])
      await expect(pullTo(home, { allowOlder })).rejects.toThrow('the sample, which never replaces real data');
    // A pointer that does not say so is not believed either.
    const body = Buffer.from(String(pointer.body).replace('"sample":true', '"sample":false'));
    store.objects.set('orbit/current.json', { ...pointer, body });
    await expect(pullTo(home)).rejects.toThrow('is of another release');
    await expectComplete(home, 1);
  });

  test('with a pinned key, uses only what is signed with it', async () => {
    const home = await newHome();
    const { key } = signer;
    await storeRelease(1);
    await pullTo(home, { key });
    await expectComplete(home, 1);
    await storeRelease(2);
    const object = store.objects.get('orbit/current.json')!;
    const { signature, ...text } = JSON.parse(String(object.body));
    const offer = (body: unknown) =>
      store.objects.set('orbit/current.json', { ...object, body: Buffer.from(JSON.stringify(body)) });
    const other = await signerOf(await newHome());
    const forged: [unknown, RegExp][] = [
      [text, /current\.json is not signed, and is not used/],
      [{ ...text, signature: other.sign('x') }, /not signed with the pinned key/],
      [{ ...text, signature, manifest_sha256: '0'.repeat(64) }, /not signed with the pinned key/],
      [{ ...text, signature, release: releaseId(3) }, /not signed with the pinned key/],
    ];
    for (const [body, words] of forged) {
      offer(body);
      await expect(pullTo(home, { key })).rejects.toThrow(words);
    }
    offer({ ...text, signature });
    await expect(pullTo(home, { key: other.key })).rejects.toThrow('not signed with the pinned key');
    await expectComplete(home, 1);
    await pullTo(home, { key });
    await expectComplete(home, 2);
    // Without a pinned key, releases of earlier versions, which are not signed, are accepted.
    const unpinned = await newHome();
    offer(text);
    await pullTo(unpinned);
    await expectComplete(unpinned, 2);
    expect(() => publicKey('short')).toThrow('--key short: not a public key');
    expect((await stat(join(from, 'signing-key.pem'))).mode & 0o777).toBe(0o600);
    expect((await signerOf(from)).key).toBe(key);
  });

  const faults: Readonly<Record<string, (key: string, response: ServerResponse) => boolean>> = {
    'half a file': (key, response) => {
      if (!key.endsWith('catalog.duckdb')) return false;
      response.writeHead(200, { 'Content-Length': '10000' });
      response.write('half');
      setImmediate(() => response.destroy());
      return true;
    },
    'a file with different content': (key, response) => {
      if (!key.endsWith('elements.json')) return false;
      response.end('x'.repeat(500));
      return true;
    },
    'a file that is too long': (key, response) => {
      if (!key.endsWith('elements.json.gz')) return false;
      response.end('x'.repeat(5_000_000));
      return true;
    },
    'a missing file': (key, response) => {
      if (!key.endsWith('elements.json.zst')) return false;
      response.writeHead(404).end();
      return true;
    },
    'an invalid manifest': (key, response) => {
      if (!key.endsWith('manifest.json')) return false;
      response.end('{}');
      return true;
    },
  };
  test.each(Object.entries(faults))(
    'keeps the served release, and leaves nothing behind, after %s',
    async (_what, intercept) => {
      const home = await newHome();
      await storeRelease(1);
      await pullTo(home);
      await storeRelease(2);
      store.intercept = (method, key, response) => method === 'GET' && intercept(key, response);
      await expect(pullTo(home)).rejects.toThrow();
      await expectComplete(home, 1);
      expect((await filesBelow(home)).filter((path) => !path.startsWith(`releases/${releaseId(1)}/`))).toEqual([]);
      store.intercept = () => false;
      await pullTo(home);
      await expectComplete(home, 2);
    },
  );

  test.each(['../../outside', '/etc/passwd', 'public/../../outside', 'a/./b'])(
    'rejects a manifest that names %s',
    async (path) => {
      const [malicious, home] = [await newHome(), await newHome()];
      const id = await writeRelease(malicious, 5, {
        manifest: (one) => ({ ...one, files: { ...one.files, [path]: { bytes: 4, sha256: 'a'.repeat(64) } } }),
      });
      await expect(
        push(bucket, { folder: join(malicious, 'releases', id), keep: 1, signer, progress }),
      ).rejects.toThrow();
      const text = await readFile(join(malicious, 'releases', id, 'manifest.json'), 'utf8');
      const object = (body: string) => ({ body: Buffer.from(body), headers: {} });
      store.objects.set(`orbit/releases/${id}/manifest.json`, object(text));
      store.objects.set(
        'orbit/current.json',
        object(
          JSON.stringify({
            release: id,
            sample: false,
            manifest_sha256: createHash('sha256').update(text).digest('hex'),
          }),
        ),
      );
      await expect(pullTo(home)).rejects.toThrow('nothing was downloaded');
      expect(await served(home)).toBeNull();
    },
  );
});

describe('as commands', () => {
  async function run(script: string, home: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(root, 'pipeline', script), ...args], {
      cwd: home,
      env: { ...childEnvironment, ORBWEAVER_HOME: home, ...credentials, AWS_ENDPOINT_URL_S3: store.endpoint },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
      });
    const [code] = await once(child, 'close');
    return { code, output };
  }

  test('publishes from one machine, and follows on another', async () => {
    const home = await newHome();
    await makeCurrent(from, releaseId(2));
    expect(await run('follow.ts', home, 's3://bucket/orbit', '--once')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/names no release yet/),
    });
    const pushed = await run('publish-to.ts', from, 's3://bucket/orbit');
    expect(pushed).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Release \S+ is in the bucket: \d+ objects written, 0 unchanged, 0 removed\.\nSigned with the key of this home; followers pin it with --key [\w-]{43}\n$/,
      ),
    });
    expect(await run('follow.ts', home, 's3://bucket/orbit', '--once')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is served: \d+ files fetched/),
    });
    await expectComplete(home, 2);
    expect(await run('publish-to.ts', from, 'bucket')).toEqual({
      code: 1,
      output: 'bucket is not a bucket URL: write it as s3://bucket/prefix\n',
    });
  });
});
