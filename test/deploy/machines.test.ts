import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConfirmedAccount, setTier } from '../../src/accounts/auth/account-store.ts';
import type { Database } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { freePort, has, type Service, startPostgres } from '../accounts/services.ts';
import { builtSite } from '../built-site.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type Answer, ask } from '../server/running-server.ts';
import { until } from '../until.ts';
import { type Front, hasFront, startNginx } from './fronts.ts';

const start = join(import.meta.dirname, '../../src/server/serve.ts');
const missing = [!hasFront('nginx') && 'nginx', !has.postgres && 'postgresql'].filter(Boolean);
const what = 'nginx in front of two servers, with PostgreSQL';
const name = missing.length === 0 ? what : `${what} (skipped: apt-get install ${missing.join(' ')})`;

describe.skipIf(missing.length > 0)(name, () => {
  let home: string;
  let releases: readonly string[];
  let services: readonly Service[] = [];
  let accounts: Database;
  let front: Front;
  let ports: readonly number[];
  const servers: ChildProcess[] = [];

  beforeAll(async () => {
    await builtSite();
    home = await copySample();
    releases = readdirSync(join(home, 'releases')).sort();
    await serve(releases[0]!);
    services = [await startPostgres()];
    accounts = await openDatabase({ home, databaseUrl: services[0]!.url }, true);
    ports = [await freePort(), await freePort()];
    await Promise.all([run(0), run(1)]);
    front = await startNginx(ports);
  }, 180_000);
  afterAll(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await front?.stop();
    await accounts?.close();
    for (const service of services) await service.stop();
    await removeFolder(home);
  });

  async function serve(id: string): Promise<void> {
    await symlink(join('releases', id), join(home, 'current.new'));
    await rename(join(home, 'current.new'), join(home, 'current'));
  }

  /** Starts a server as an operator does, and waits until it is ready. */
  async function run(at: number): Promise<void> {
    const [postgres] = services;
    servers[at] = spawn(process.execPath, [start, '--no-schedule'], {
      cwd: home,
      stdio: 'ignore',
      env: {
        ...childEnvironment,
        PORT: String(ports[at]),
        ORBWEAVER_HOME: home,
        ORBWEAVER_DATABASE_URL: postgres!.url,
        ORBWEAVER_SECRET: 'a secret of the tests, longer than 32 characters',
        ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
        ORBWEAVER_TRUST_PROXY: 'on',
        ORBWEAVER_PUBLIC_URL: 'https://orbweaver.example.org',
      },
    });
    const ready = () =>
      ask(`http://127.0.0.1:${ports[at]}`, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(ready);
  }

  /** Whether a server has responded to a request from nginx since it started. */
  async function hasResponded(at: number): Promise<boolean> {
    const { body } = await ask(`http://127.0.0.1:${ports[at]}`, '/metrics');
    return /^orbweaver_requests_total\{route="\/api\/v1\/stats"/m.test(body.toString());
  }

  async function kill(at: number): Promise<void> {
    const exited = once(servers[at]!, 'exit');
    servers[at]!.kill('SIGKILL');
    await exited;
  }

  async function newKey(daily: number): Promise<string> {
    const database = accounts;
    const id = await createConfirmedAccount(database, `${daily}@example.org`, 'free', Date.now());
    await setTier(database, id, { tier: 'enterprise', daily, burst: 100_000 }, Date.now());
    const { key } = await createKey(database, id, 'test', Date.now());
    const recognized = async () =>
      (await ask(front.base, '/api/v1/sources', { Authorization: `Bearer ${key}`, 'If-None-Match': '*' })).status ===
      304;
    // Servers read a new key within 250 ms. Both have to recognize it; a 304 does not count against the quota.
    for (let seen = 0; seen < 10; ) seen = (await recognized()) ? seen + 1 : 0;
    return key;
  }

  /** The release of a response, read from its body if the body has one. */
  const releaseIn: Readonly<Record<string, (response: Answer) => unknown>> = {
    '/api/v1/elements': (response) => response.json().meta.release,
    '/api/v1/dataset/active.json': (response) => response.json().meta.release,
    '/api/v1/stats': (response) => response.headers['x-catalog-release'],
    '/api/v1/satellites?limit=100': (response) => response.headers['x-catalog-release'],
    '/api/v1/satellites/25544': (response) => response.headers['x-catalog-release'],
    '/': (response) => response.headers['x-catalog-release'],
  };
  const paths = Object.keys(releaseIn);

  test('fails no request when either server is killed under load, and mixes no releases in a response when they switch', async () => {
    const key = await newKey(1_000_000);
    const failed: string[] = [];
    const seen = new Map<string, Set<string>>();
    let responded = 0;
    let running = true;
    const client = async (from: number) => {
      for (let next = from; running; next++) {
        const path = paths[next % paths.length]!;
        const headers = /stats|satellites/.test(path) ? { Authorization: `Bearer ${key}` } : {};
        const response = await ask(front.base, path, headers).catch((error: Error) => error);
        responded++;
        if (response instanceof Error || response.status !== 200) {
          failed.push(
            `${path} ${response instanceof Error ? response.message : `${response.status} ${response.body}`}`,
          );
          continue;
        }
        const release = String(response.headers['x-catalog-release']);
        if (releaseIn[path]!(response) !== release) failed.push(`${path} mixes releases`);
        seen.set(path, (seen.get(path) ?? new Set()).add(release));
      }
    };
    const clients = Array.from({ length: 6 }, (_, at) => client(at));
    const respondToMore = async (count: number) => {
      const enough = responded + count;
      await until(() => responded >= enough || failed.length > 0);
    };
    for (const at of [0, 1]) {
      await respondToMore(60);
      await kill(at);
      await respondToMore(120);
      await run(at);
      // nginx skips a failed server for a second: the other may not be killed until this one gets requests again.
      await until(() => hasResponded(at));
    }
    await serve(releases[1]!);
    const switched = () => paths.every((path) => seen.get(path)?.has(releases[1]!));
    await until(() => switched() || failed.length > 0);
    await respondToMore(60);
    running = false;
    await Promise.all(clients);
    expect(failed).toEqual([]);
    for (const path of paths) expect([path, [...seen.get(path)!]]).toEqual([path, releases]);
    expect(responded).toBeGreaterThan(400);
  }, 120_000);

  test('enforces a daily quota across both servers, except for what they served since they last shared counts, and when one dies', async () => {
    const requestMany = async (count: number, key: string) => {
      const [path, headers] = ['/api/v1/satellites/25544', { Authorization: `Bearer ${key}` }];
      const responses = await Promise.all(Array.from({ length: count }, () => ask(front.base, path, headers)));
      return {
        ok: responses.filter(({ status }) => status === 200).length,
        refused: responses.filter(
          (response) => response.status === 429 && response.json().code === 'daily_quota_exceeded',
        ).length,
      };
    };
    /** Waits until both servers have counted the requests that the other one served: they share counts every half second. */
    const shared = async (key: string, left: number) => {
      const headers = { Authorization: `Bearer ${key}`, 'If-None-Match': '*' };
      const remaining = (at: number) =>
        ask(`http://127.0.0.1:${ports[at]}`, '/api/v1/sources', headers).then((response) =>
          Number(response.headers['x-ratelimit-remaining']),
        );
      await until(async () => (await Promise.all([remaining(0), remaining(1)])).every((one) => one === left));
    };
    const key = await newKey(100);
    expect(await requestMany(60, key)).toEqual({ ok: 60, refused: 0 });
    await shared(key, 40);
    // Before they share these counts, each server serves at most the quota that is left by its own count.
    const second = await requestMany(100, key);
    expect([second.ok >= 40, second.ok <= 80, second.ok + second.refused]).toEqual([true, true, 100]);
    await shared(key, 0);
    expect(await requestMany(50, key)).toEqual({ ok: 0, refused: 50 });

    const other = await newKey(120);
    expect(await requestMany(60, other)).toEqual({ ok: 60, refused: 0 });
    await shared(other, 60);
    const during = requestMany(60, other);
    await kill(0);
    const [responded, after] = [await during, await requestMany(100, other)];
    expect(responded.ok + responded.refused + after.ok + after.refused).toBe(160);
    // A killed server loses the counts since it last shared them. If it is killed after counting a request, the retry counts it
    // again, and the user loses that request: nginx had sent half of the 60 to that server.
    expect([responded.ok + after.ok >= 30, responded.ok + after.ok <= 120]).toEqual([true, true]);
    await run(0);
    await shared(other, 0);
    expect(await requestMany(20, other)).toEqual({ ok: 0, refused: 20 });
  }, 120_000);
});
