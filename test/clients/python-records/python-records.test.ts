import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecords, syncFolder } from '../../../clients/typescript/folder.ts';
import { Orbweaver } from '../../../clients/typescript/orbweaver.ts';
import { type Records, syncRecords } from '../../../clients/typescript/sync.ts';
import { type SampleServer, serve, serveSample } from '../../api/sample-server.ts';
import { copySample } from '../../pipeline/sample-build.ts';
import { hasPython, PYTHON } from '../python.ts';

const run = promisify(execFile);

interface Sync {
  readonly value: Records;
  readonly requested: readonly string[];
}

/** The output of `sync-records.py`. */
interface Found {
  readonly held: Sync;
  readonly 'by changes': Sync;
  readonly again: readonly string[];
  readonly async: boolean;
  readonly fresh: readonly string[];
  readonly equal: boolean;
  readonly back: Records['meta'];
  readonly damaged: readonly [readonly string[], boolean, boolean];
  readonly mirror: readonly [readonly string[], boolean];
  readonly elements: readonly number[];
  readonly cut: object;
  readonly unreadable: readonly string[];
  readonly nothing: object;
}

let server: SampleServer;
let earlier: SampleServer;
let mirror: Server;
let folder: string;
let found: Found;
beforeAll(async () => {
  server = await serveSample();
  earlier = await serve(await copySample('first'));
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-records-'));
  if (!hasPython) return;
  // A static host: the files of the release, and nothing at other paths.
  mirror = createServer((request, response) => {
    const file = join(server.home, 'current/public', new URL(request.url!, 'http://mirror').pathname);
    readFile(file).then(
      (body) => response.end(body),
      () => response.writeHead(404).end('<h1>Not found</h1>'),
    );
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  const script = join(import.meta.dirname, 'sync-records.py');
  const options = { maxBuffer: 1 << 27, timeout: 60_000 };
  const { stdout } = await run(PYTHON, [script, folder, earlier.base, server.base, host], options);
  found = JSON.parse(stdout);
});
afterAll(async () => {
  mirror?.close();
  await server?.remove();
  await earlier?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const reason = hasPython ? '' : ' (skipped: no python3; apt-get install python3)';
const files = ['/api/v1/dataset', '/api/v1/dataset/provenance.parquet', '/api/v1/dataset/satellites.parquet'];

test.skipIf(!hasPython)(`the Python client keeps the records that the TypeScript client does${reason}`, async () => {
  const { value: before } = await syncRecords(new Orbweaver(earlier.base));
  const { value: now } = await syncRecords(new Orbweaver(server.base));
  expect(found.held.value).toEqual(before);
  expect(found.held.requested).toEqual(files);
  expect(found['by changes'].value).toEqual(now);
  expect(found['by changes'].requested).toEqual(['/api/v1/changes', `/api/v1/changes/${server.served.id}`]);
  expect(found.equal).toBe(true);
  expect(found.again).toEqual(['/api/v1/changes']);
  expect(found.async).toBe(true);
  expect(found.fresh).toEqual(files);
});

test.skipIf(!hasPython)(`they read each other’s files${reason}`, async () => {
  expect(await readRecords(folder)).toEqual(found['by changes'].value);
  const [elements, records] = await syncFolder(new Orbweaver(server.base), folder);
  expect([elements!.applied, records!.applied]).toEqual([0, 0]);
});

test.skipIf(!hasPython)(
  `it downloads everything if the file is damaged, or no changes lead from it${reason}`,
  async () => {
    expect(found.damaged).toEqual([files, true, true]);
    expect(found.back.release).toBe(earlier.served.id);
  },
);

test.skipIf(!hasPython)(`it works with the static files alone${reason}`, async () => {
  const [requested, isEqual] = found.mirror;
  expect(isEqual).toBe(true);
  expect(requested.at(-1)).toBe(`/api/v1/changes/${server.served.id}.json`);
  const count = async (set: string) =>
    JSON.parse((await server.get(`/api/v1/elements/${set}`)).body.toString()).data.norad_cat_id.length;
  expect(found.elements).toEqual([await count('all'), await count('stations')]);
  expect(found.nothing).toEqual({ status: 404, code: 'http_error' });
});

test.skipIf(!hasPython)(`a file that differs from the index, or cannot be read, is an error${reason}`, () => {
  expect(found.cut).toEqual({ status: 0, code: 'release_changed' });
  expect(found.unreadable).toEqual([
    'not a Parquet file',
    'not a Parquet file',
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^the file is damaged/)),
  ]);
});
