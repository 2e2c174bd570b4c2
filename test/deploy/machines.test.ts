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
import { freePort, has, type Service, startPostgres, startRedis } from '../accounts/services.ts';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type Answer, ask } from '../server/running-server.ts';
import { until } from '../until.ts';
import { deploy, type Front, hasFront, startNginx } from './fronts.ts';

const start = join(import.meta.dirname, '../../src/server/serve.ts');
const missing = [!hasFront('nginx') && 'nginx', !has.redis && 'redis-server', !has.postgres && 'postgresql'].filter(
  Boolean,
);
const what = 'nginx in front of two servers, with Redis and PostgreSQL';
const name = missing.length === 0 ? what : `${what} (skipped: apt-get install ${missing.join(' ')})`;

describe.skipIf(missing.length > 0)(name, () => {
  let home: string;
  let releases: readonly string[];
  let services: readonly Service[] = [];
  let accounts: Database;
  let front: Front;
  let ports: readonly number[];
  const servers: ChildProcess[] = [];
  const watchers: ChildProcess[] = [];

  beforeAll(async () => {
    await builtSite();
    home = await copySample();
    releases = readdirSync(join(home, 'releases')).sort();
    await serve(releases[0]!);
    services = await Promise.all([startPostgres(), startRedis()]);
    accounts = await openDatabase({ home, databaseUrl: services[0]!.url }, true);
    ports = [await freePort(), await freePort()];
    await Promise.all([run(0), run(1)]);
    front = await startNginx(home, ports);
    watchers.push(
      spawn(join(deploy, 'follow-release.sh'), [home, ...front.reload], {
        stdio: 'ignore',
        env: { ...process.env, ORBWEAVER_FOLLOW_SECONDS: '0.2' },
        detached: true,
      }),
    );
  }, 180_000);
  afterAll(async () => {
    for (const { pid } of watchers) process.kill(-pid!, 'SIGKILL');
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
    const [postgres, redis] = services;
    servers[at] = spawn(process.execPath, [start, '--no-schedule'], {
      cwd: home,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PORT: String(ports[at]),
        ORBWEAVER_HOME: home,
        ORBWEAVER_DATABASE_URL: postgres!.url,
        ORBWEAVER_REDIS_URL: redis!.url,
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

  /** Whether a server has answered something for nginx since it began. */
  async function answers(at: number): Promise<boolean> {
    const { body } = await ask(`http://127.0.0.1:${ports[at]}`, '/metrics');
    return /^orbweaver_requests_total\{route="\/api\/v1\/stats"/m.test(body.toString());
  }

  async function kill(at: number): Promise<void> {
    const gone = once(servers[at]!, 'exit');
    servers[at]!.kill('SIGKILL');
    await gone;
  }

  async function newKey(daily: number): Promise<string> {
    const database = accounts;
    const id = await createConfirmedAccount(database, `${daily}@example.org`, 'free', Date.now());
    await setTier(database, id, { tier: 'enterprise', daily, burst: 100_000 }, Date.now());
    const { key } = await createKey(database, id, 'test', Date.now());
    const known = async () =>
      (await ask(front.base, '/api/v1/sources', { Authorization: `Bearer ${key}`, 'If-None-Match': '*' })).status ===
      304;
    // Servers hear of a new key within a quarter of a second; both have to know it, and a 304 costs nothing.
    for (let seen = 0; seen < 10; ) seen = (await known()) ? seen + 1 : 0;
    return key;
  }

  /** What an answer's body says of the release that it is from. */
  const releaseIn: Readonly<Record<string, (answer: Answer) => unknown>> = {
    '/api/v1/elements': (answer) => answer.json().meta.release,
    '/api/v1/dataset/active.json': (answer) => answer.json().meta.release,
    '/api/v1/stats': (answer) => answer.headers['x-catalog-release'],
    '/api/v1/satellites?limit=100': (answer) => answer.headers['x-catalog-release'],
    '/api/v1/satellites/25544': (answer) => answer.headers['x-catalog-release'],
    '/': (answer) => answer.headers['x-catalog-release'],
  };
  const paths = Object.keys(releaseIn);

  test('either one killed under load: no request fails; a release switched to: every answer is of one', async () => {
    const key = await newKey(1_000_000);
    const failed: string[] = [];
    const seen = new Map<string, Set<string>>();
    let answered = 0;
    let running = true;
    const client = async (from: number) => {
      for (let turn = from; running; turn++) {
        const path = paths[turn % paths.length]!;
        const headers = /stats|satellites/.test(path) ? { Authorization: `Bearer ${key}` } : {};
        const answer = await ask(front.base, path, headers).catch((error: Error) => error);
        answered++;
        if (answer instanceof Error || answer.status !== 200) {
          failed.push(`${path} ${answer instanceof Error ? answer.message : `${answer.status} ${answer.body}`}`);
          continue;
        }
        const release = String(answer.headers['x-catalog-release']);
        if (releaseIn[path]!(answer) !== release) failed.push(`${path} mixes releases`);
        seen.set(path, (seen.get(path) ?? new Set()).add(release));
      }
    };
    const clients = Array.from({ length: 6 }, (_, at) => client(at));
    const more = async (count: number) => {
      const enough = answered + count;
      await until(() => answered >= enough || failed.length > 0);
    };
    for (const at of [0, 1]) {
      await more(60);
      await kill(at);
      await more(120);
      await run(at);
      // nginx leaves out who failed for a second: until it asks this one again, the other may not be killed.
      await until(() => answers(at));
    }
    await serve(releases[1]!);
    const switched = () => paths.every((path) => seen.get(path)?.has(releases[1]!));
    await until(() => switched() || failed.length > 0);
    await more(60);
    running = false;
    await Promise.all(clients);
    expect(failed).toEqual([]);
    for (const path of paths) expect([path, [...seen.get(path)!]]).toEqual([path, releases]);
    expect(answered).toBeGreaterThan(400);
  }, 120_000);

  test('a daily quota is exact over both, and never exceeded when one of them dies', async () => {
    const many = async (count: number, key: string) => {
      const [path, headers] = ['/api/v1/satellites/25544', { Authorization: `Bearer ${key}` }];
      const answers = await Promise.all(Array.from({ length: count }, () => ask(front.base, path, headers)));
      return {
        ok: answers.filter(({ status }) => status === 200).length,
        refused: answers.filter((answer) => answer.status === 429 && answer.json().code === 'daily_quota_exceeded')
          .length,
      };
    };
    expect(await many(150, await newKey(100))).toEqual({ ok: 100, refused: 50 });

    const key = await newKey(120);
    const before = await many(60, key);
    const during = many(60, key);
    await kill(0);
    const [answered, after] = [await during, await many(100, key)];
    const all = [before, answered, after];
    const ok = all.reduce((sum, one) => sum + one.ok, 0);
    expect(all.reduce((sum, one) => sum + one.ok + one.refused, 0)).toBe(220);
    // Where a server dies between counting and answering, the next one counts that request again: it is the user's loss.
    expect(ok).toBeLessThanOrEqual(120);
    expect(ok).toBeGreaterThanOrEqual(60);
    await run(0);
    expect(await many(20, key)).toEqual({ ok: 0, refused: 20 });
  }, 120_000);
});
