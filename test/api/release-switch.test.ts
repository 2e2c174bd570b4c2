import { cp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/release/database.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { build, copySample, FIRST, makeFolder, removeFolder, SECOND, sample } from '../pipeline/sample-build.ts';
import type { Answer } from '../server/running-server.ts';
import { type SampleServer, serve } from './sample-server.ts';

const hour = 3_600_000;
const nothingInside = /duckdb|sqlite|select|\/tmp|records\.|catalog\.|node:|at \w+ \(|Error:/i;

/** The folder of a release. */
const folderOf = (home: string, id: string) => join(home, 'releases', id);

/** The lines of the log that tell of an error, by the id of their request. */
const failures = (server: SampleServer) =>
  server.lines.filter(({ level }) => Number(level) >= 50) as { requestId: string; err: { message: string } }[];

/** Checks that an answer is an error that tells nothing of the inside, and that the log has the reason under its id. */
function checkFailure(server: SampleServer, answer: Answer, code: string, reason: RegExp): void {
  expect(answer.json()).toEqual({ code, error: expect.any(String), hint: expect.any(String) });
  expect(answer.body.toString()).not.toMatch(nothingInside);
  expect(JSON.stringify(answer.headers)).not.toMatch(/duckdb|sqlite|\/tmp/i);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  const told = failures(server).filter(({ requestId }) => requestId === answer.headers['x-request-id']);
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told[0]!.err)).toMatch(reason);
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

  test('changes every answer at once, and fails none; a walk begun before goes on in the release that it began in', async () => {
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
    let asked = 0;
    let published = false;
    const ask = async (at: number) => {
      // It goes on until it has asked for every path again after the switch.
      for (let turn = at, left = paths.length; left > 0; turn++) {
        if (published) left -= 1;
        const path = paths[turn % paths.length]!;
        const answer = await server.get(path);
        asked += 1;
        const release = String(answer.headers['x-catalog-release']);
        const missing = path.endsWith('190231') && release === first;
        if (answer.status !== (missing ? 404 : 200)) failed.push(`${answer.status} ${path}`);
        const key = `${release} ${path}`;
        bodies.set(key, (bodies.get(key) ?? new Set()).add(`${answer.headers.etag ?? ''} ${answer.body}`));
      }
    };
    const walk = async () => {
      const ids: number[] = [];
      for (let path = '/api/v1/satellites?limit=5&sort=updated_at'; path !== ''; ) {
        const answer = await server.get(path);
        const { data, meta } = answer.json() as { data: { norad_cat_id: number }[]; meta: { next: string | null } };
        expect([answer.status, answer.headers['x-catalog-release']]).toEqual([200, first]);
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
    const [ids] = await Promise.all([walk(), publishing, ...[0, 3, 6, 9].map(ask)]);
    expect(failed).toEqual([]);
    expect(server.served.id).toBe(second);
    expect(ids).toHaveLength(expected);
    expect(new Set(ids).size).toBe(expected);
    // One answer to one question in one release, and other answers in the other.
    for (const [key, seen] of bodies) expect([key, seen.size]).toEqual([key, 1]);
    for (const path of paths) {
      const [before, now] = [first, second].map((release) => [...(bodies.get(`${release} ${path}`) ?? [])][0]);
      expect(now, path).toBeDefined();
      if (before !== undefined && !path.endsWith('/stats')) expect(now === before, path).toBe(false);
    }
    expect(asked).toBeGreaterThan(100);
    expect(failures(server)).toEqual([]);
  });

  test('links name the release; without it the newest answers, with it the one that is named', async () => {
    const { meta } = (await server.get('/api/v1/satellites?limit=1')).json();
    expect(new URL(meta.next).searchParams.get('release')).toBe(second);
    for (const release of [first, second]) {
      const answer = await server.get(`/api/v1/satellites?limit=1&release=${release}`);
      expect([answer.status, answer.headers['x-catalog-release']]).toEqual([200, release]);
      expect(new URL(answer.json().meta.next).searchParams.get('release')).toBe(release);
    }
    const [before, now] = await Promise.all(
      [first, second].map(
        async (release) => (await server.get(`/api/v1/reentries?release=${release}`)).json().meta.total,
      ),
    );
    expect(now).toBe(before + 1);
  });

  test('a release that is kept no more: 400 that says so, and which there is', async () => {
    await build(home, join(sample, 'second'), new Date(SECOND.getTime() + hour));
    await server.served.check();
    const third = (await currentReleaseId(home))!;
    expect(third).not.toBe(second);
    await rm(folderOf(home, second), { recursive: true });
    for (const release of [second, '20200101T000000Z-00000000']) {
      const answer = await server.get(`/api/v1/satellites?limit=1&release=${release}`);
      expect([answer.status, answer.headers['x-catalog-release']]).toEqual([400, third]);
      expect(answer.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'release', allowed: [third] });
      expect(answer.json().error).toMatch(/no longer kept/);
    }
    // What somebody walks through stays open, even when its folder goes.
    expect((await server.get(`/api/v1/satellites?release=${first}`)).status).toBe(200);
  });
});

describe('without a release', () => {
  test('503 with Retry-After on every route that needs one, until there is one', async () => {
    const home = await makeFolder();
    const server = await serve(home);
    for (const path of ['/api/v1/satellites', '/api/v1/satellites/25544', '/api/v1/stats', '/api/v1/elements']) {
      const answer = await server.get(path);
      expect([path, answer.status, answer.json().code]).toEqual([path, 503, 'catalog_unavailable']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers['x-catalog-release']).toBeUndefined();
    }
    expect((await server.get('/openapi.json')).status).toBe(200);
    await build(home, join(sample, 'first'), FIRST);
    await server.served.check();
    expect((await server.get('/api/v1/satellites/25544')).status).toBe(200);
    await server.remove();
  });
});

describe('a release that breaks', () => {
  let home: string;
  let server: SampleServer;
  let folder: string;

  beforeAll(async () => {
    home = await copySample('first');
    folder = folderOf(home, (await currentReleaseId(home))!);
    server = await serve(home);
  });
  afterAll(() => server?.remove());

  test('while it is served, in its records: 500 database_error, the rest goes on', async () => {
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
    const whole = new Map<string, Buffer>();
    for (const [name, paths] of Object.entries(damaged)) {
      const file = join(folder, name);
      whole.set(file, await readFile(file));
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(whole.get(file)!.length - 4096), 0, undefined, 4096);
      await handle.close();
      for (const path of paths) {
        const answer = await other.get(path);
        expect([path, answer.status]).toEqual([path, 500]);
        checkFailure(other, answer, 'database_error', /malformed|corrupt/i);
      }
    }
    for (const path of ['/api/v1/operators', '/api/v1/elements', '/api/v1/stats'])
      expect([path, (await other.get(path)).status]).toEqual([path, 200]);
    await other.stop();
    for (const [file, bytes] of whole) await writeFile(file, bytes);
  });

  test('while it is served, in a query: 500 database_error', async () => {
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

  test('what nobody foresaw: 500 internal_error, and the server goes on', async () => {
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

  test('before it is served: it is refused, and the one before goes on', async () => {
    const before = server.served.id;
    // Built and damaged elsewhere: the server looks at its home all the time.
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
