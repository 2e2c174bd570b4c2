import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bucket, bucketPlace } from '../../pipeline/mirror/bucket.ts';
import { credentials, StandInS3 } from './stand-in-s3.ts';

let store: StandInS3;
let folder: string;
beforeEach(async () => {
  for (const [name, value] of Object.entries({ ...credentials, AWS_MAX_ATTEMPTS: '1' })) vi.stubEnv(name, value);
  folder = await mkdtemp(join(tmpdir(), 'endless-store-'));
  store = new StandInS3();
  await store.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.stop();
  await rm(folder, { recursive: true });
});

const open = (patience?: number) =>
  new Bucket({ ...bucketPlace('s3://bucket/orbit'), endpoint: store.endpoint }, patience);

test('gives up on a store that sends a byte now and then', async () => {
  store.intercept = (_method, _key, response) => {
    const drops = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(drops));
    return true;
  };
  const bucket = open(100);
  const tooSlowly = 'the store sends orbit/current.json too slowly';
  await expect(bucket.text('current.json')).rejects.toThrow(tooSlowly);
  const expected = { bytes: 100, sha256: '' };
  await expect(bucket.download('current.json', join(folder, 'file'), expected)).rejects.toThrow(tooSlowly);
  bucket.close();
});

test('gives up on a text without an end', async () => {
  const piece = Buffer.alloc(2 ** 22, ' ');
  store.intercept = (_method, _key, response) => {
    const more = () => void response.write(piece, (error) => error || more());
    more();
    return true;
  };
  const bucket = open();
  await expect(bucket.text('current.json')).rejects.toThrow(/orbit\/current\.json .* more than 67108864 bytes/);
  bucket.close();
});
