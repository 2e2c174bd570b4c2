import { cp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/release/database.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { build, copySample, FIRST, makeFolder, removeFolder, SECOND, sample } from '../pipeline/sample-build.ts';
import type { Answer } from '../server/running-server.ts';
import { type SampleServer, serve } from './sample-server.ts';

const hour = 3_600_000;
const internalDetails = /duckdb|sqlite|select|\/tmp|records\.|catalog\.|node:|at \w+ \(|Error:/i;

/** The folder of a release. */
const folderOf = (home: string, id: string) => join(home, 'releases', id);

/** Log lines of errors, with the id of their request. */
const failures = (server: SampleServer) =>
  server.lines.filter(({ level }) => Number(level) >= 50) as { requestId: string; err: { message: string } }[];

/** Checks that a response is an error without internal details, and that the log has the reason for its request id. */
function checkFailure(server: SampleServer, response: Answer, code: string, reason: RegExp): void {
  expect(response.json()).toEqual({ code, error: expect.any(String), hint: expect.any(String) });
  expect(response.body.toString()).not.toMatch(internalDetails);
  expect(JSON.stringify(response.headers)).not.toMatch(/duckdb|sqlite|\/tmp/i);
  expect(response.headers['cache-control']).toBe('private, no-store');
  const logged = failures(server).filter(({ requestId }) => requestId === response.headers['x-request-id']);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged[0]!.err)).toMatch(reason);
}

describe('a release published under load', () => {
  let home: string;
  let server: SampleServer;
  let first: string;
  let second: string;

  beforeAll(async () => {
    home = await copySample('first');
    first = (await currentReleaseId(home))!;
    server = await serve(home);
  });
  afterAll(async () => {
    await server?.stop();
    await removeFolder(home);
  });

  test('switches every response without failures, and pagination continues in its first release', async () => {
    const paths = [
      '/api/v1/satellites/190076',
      '/api/v1/satellites/190231',
      '/api/v1/satellites/25544/tle',
      '/api/v1/satellites/25544/omm?format=xml',
      '/api/v1/satellites?limit=100&offset=200',
      '/api/v1/satellites?orbit_class=leo&sort=-apogee_km&fields=name,launch_mass_kg',
      '/api/v1/search?q=sample',
      '/api/v1/search?q=hubbel',
      '/api/v1/operators',
      '/api/v1/operators/nasa?limit=3',
      '/api/v1/reentries',
      '/api/v1/stats',
      '/api/v1/sources',
      '/api/v1/elements',
      '/api/v1/events',
      '/api/v1/dataset/active.csv',
    ];
    const bodies = new Map<string, Set<string>>();
    const failed: string[] = [];
    let requestCount = 0;
    let published = false;
    const requestAll = async (start: number) => {
      // Continues until it has requested every path again after the switch.
      for (let index = start, left = paths.length; left > 0; index++) {
        if (published) left -= 1;
        const path = paths[index % paths.length]!;
        const response = await server.get(path);
        requestCount += 1;
        const release = String(response.headers['x-catalog-release']);
        const missing = path.endsWith('190231') && release === first;
        if (response.status !== (missing ? 404 : 200)) failed.push(`${response.status} ${path}`);
        const key = `${release} ${path}`;
        bodies.set(key, (bodies.get(key) ?? new Set()).add(`${response.headers.etag ?? ''} ${response.body}`));
      }
    };
    const paginate = async () => {
      const ids: number[] = [];
      for (let path = '/api/v1/satellites?limit=5&sort=updated_at'; path !== ''; ) {
        const response = await server.get(path);
        const { data, meta } = response.json() as { data: { norad_cat_id: number }[]; meta: { next: string | null } };
        expect([response.status, response.headers['x-catalog-release']]).toEqual([200, first]);
        ids.push(...data.map(({ norad_cat_id }) => norad_cat_id));
        // The first half before the switch, the second after.
        if (ids.length === 150) await publishing;
        path = meta.next === null ? '' : meta.next.replace(/^http:\/\/[^/]+/, '');
      }
      return ids;
    };
    const expected = (await server.get('/api/v1/satellites?limit=1')).json().meta.total as number;
    const publishing = build(home, join(sample, 'second'), SECOND).then(async () => {
      second = (await currentReleaseId(home))!;
      await server.served.check();
      published = true;
    });
    const [ids] = await Promise.all([paginate(), publishing, ...[0, 3, 6, 9].map(requestAll)]);
    expect(failed).toEqual([]);
    expect(server.served.id).toBe(second);
    expect(ids).toHaveLength(expected);
    expect(new Set(ids).size).toBe(expected);
    // One response per path and release, and different ones in the other release.
    for (const [key, seen] of bodies) expect([key, seen.size]).toEqual([key, 1]);
    for (const path of paths) {
      const [before, now] = [first, second].map((release) => [...(bodies.get(`${release} ${path}`) ?? [])][0]);
      expect(now, path).toBeDefined();
      if (before !== undefined && !path.endsWith('/stats')) expect(now === before, path).toBe(false);
    }
    expect(requestCount).toBeGreaterThan(100);
    expect(failures(server)).toEqual([]);
  });

  test('has links that name the release, and serves the named release, or the newest by default', async () => {
    const { meta } = (await server.get('/api/v1/satellites?limit=1')).json();
    expect(new URL(meta.next).searchParams.get('release')).toBe(second);
    for (const release of [first, second]) {
      const response = await server.get(`/api/v1/satellites?limit=1&release=${release}`);
      expect([response.status, response.headers['x-catalog-release']]).toEqual([200, release]);
      expect(new URL(response.json().meta.next).searchParams.get('release')).toBe(release);
    }
    const [before, now] = await Promise.all(
      [first, second].map(
        async (release) => (await server.get(`/api/v1/reentries?release=${release}`)).json().meta.total,
      ),
    );
    expect(now).toBe(before + 1);
  });

  test('returns 400 for a deleted release, and names the available one', async () => {
    await build(home, join(sample, 'second'), new Date(SECOND.getTime() + hour));
    await server.served.check();
    const third = (await currentReleaseId(home))!;
    expect(third).not.toBe(second);
    await rm(folderOf(home, second), { recursive: true });
    for (const release of [second, '20200101T000000Z-00000000']) {
      const response = await server.get(`/api/v1/satellites?limit=1&release=${release}`);
      expect([response.status, response.headers['x-catalog-release']]).toEqual([400, third]);
      expect(response.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'release', allowed: [third] });
      expect(response.json().error).toMatch(/no longer kept/);
    }
    // A release that clients page through stays open.
    expect((await server.get(`/api/v1/satellites?release=${first}`)).status).toBe(200);
  });
});

describe('without a release', () => {
  test('returns 503 with Retry-After on every route that needs one, until one is published', async () => {
    const home = await makeFolder();
    const server = await serve(home);
    for (const path of ['/api/v1/satellites', '/api/v1/satellites/25544', '/api/v1/stats', '/api/v1/elements']) {
      const response = await server.get(path);
      expect([path, response.status, response.json().code]).toEqual([path, 503, 'catalog_unavailable']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.headers['x-catalog-release']).toBeUndefined();
    }
    expect((await server.get('/openapi.json')).status).toBe(200);
    await build(home, join(sample, 'first'), FIRST);
    await server.served.check();
    expect((await server.get('/api/v1/satellites/25544')).status).toBe(200);
    await server.remove();
  });
});

describe('a damaged release', () => {
  let home: string;
  let server: SampleServer;
  let folder: string;

  beforeAll(async () => {
    home = await copySample('first');
    folder = folderOf(home, (await currentReleaseId(home))!);
    server = await serve(home);
  });
  afterAll(() => server?.remove());

  test('returns database_error for damaged records, and still serves the rest', async () => {
    const other = await serve(home);
    const damaged = {
      'records.sqlite': [
        '/api/v1/satellites/25544/tle?format=json',
        '/api/v1/satellites?limit=3',
        '/api/v1/satellites/25544/tle',
        '/api/v1/satellites/25544/omm',
        '/api/v1/satellites/25544',
      ],
    };
    const original = new Map<string, Buffer>();
    for (const [name, paths] of Object.entries(damaged)) {
      const file = join(folder, name);
      original.set(file, await readFile(file));
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(original.get(file)!.length - 4096), 0, undefined, 4096);
      await handle.close();
      for (const path of paths) {
        const response = await other.get(path);
        expect([path, response.status]).toEqual([path, 500]);
        checkFailure(other, response, 'database_error', /malformed|corrupt/i);
      }
    }
    for (const path of ['/api/v1/operators', '/api/v1/elements', '/api/v1/stats'])
      expect([path, (await other.get(path)).status]).toEqual([path, 200]);
    await other.stop();
    for (const [file, bytes] of original) await writeFile(file, bytes);
  });

  test('returns database_error for a failed query', async () => {
    const lease = server.served.hold()!;
    const database = await Database.open(join(folder, 'catalog.duckdb'));
    const catalog = lease.value.catalog as { sources: () => Promise<unknown> };
    const sources = catalog.sources;
    catalog.sources = () => database.rows('SELECT secret FROM sources');
    checkFailure(server, await server.get('/api/v1/sources'), 'database_error', /secret/);
    catalog.sources = sources;
    expect((await server.get('/api/v1/sources')).status).toBe(200);
    database.close();
    lease.end();
  });

  test('returns internal_error for an unexpected error, and still serves requests', async () => {
    const lease = server.served.hold()!;
    const catalog = lease.value.catalog as { record: (id: number) => unknown };
    const record = catalog.record;
    catalog.record = () => {
      throw new TypeError('a secret at /tmp/secret/place');
    };
    checkFailure(server, await server.get('/api/v1/satellites/25544'), 'internal_error', /a secret at/);
    catalog.record = record;
    expect((await server.get('/api/v1/satellites/25544')).status).toBe(200);
    lease.end();
  });

  test('is not served if it is damaged before, and the previous one stays in use', async () => {
    const before = server.served.id;
    // Built and damaged elsewhere, because the server watches its home folder.
    const other = await makeFolder();
    await cp(home, other, { recursive: true });
    await build(other, join(sample, 'second'), SECOND);
    const broken = (await currentReleaseId(other))!;
    const file = join(folderOf(other, broken), 'catalog.duckdb');
    const { size } = await stat(file);
    await writeFile(file, Buffer.alloc(size));
    await rename(folderOf(other, broken), folderOf(home, broken));
    await rename(join(other, 'current'), join(home, 'current'));
    await removeFolder(other);
    await server.served.check();
    expect(server.served.id).toBe(before);
    expect((await server.get('/api/v1/satellites/25544')).headers['x-catalog-release']).toBe(before);
    expect(server.lines.some(({ msg, release }) => msg === 'release refused' && release === broken)).toBe(true);
  });
});
