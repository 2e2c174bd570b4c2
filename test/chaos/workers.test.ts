import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rename, symlink } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConfirmedAccount, setTier } from '../../src/accounts/auth/account-store.ts';
import type { Database } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { freePort, has, named, type Service, startPostgres } from '../accounts/services.ts';
import { builtSite } from '../built-site.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type Answer, ask } from '../server/running-server.ts';
import { until } from '../until.ts';
import { PacedLoad } from './paced-load.ts';
import { Truth } from './truth.ts';

const start = join(import.meta.dirname, '../../src/server/serve.ts');
const root = join(import.meta.dirname, '../..');
/** Requests of a paced client, per second: each on a connection of its own, so that both processes get some. */
const RATE = 60;

/** A server with two processes on one port, its home, and its accounts. */
interface World {
  readonly home: string;
  readonly releases: readonly string[];
  readonly base: string;
  readonly main: ChildProcess;
  readonly accounts: Database;
  /** The process ids of those that answer requests. */
  workers(): number[];
  serve(release: string): Promise<void>;
  /** A key with limits of its own. */
  key(daily: number, burst: number): Promise<string>;
  close(): Promise<void>;
}

async function openWorld(databaseUrl?: string): Promise<World> {
  const home = await copySample();
  const releases = readdirSync(join(home, 'releases')).sort();
  const serve = async (release: string) => {
    await symlink(`releases/${release}`, join(home, 'next'));
    await rename(join(home, 'next'), join(home, 'current'));
  };
  await serve(releases[0]!);
  const accounts = await openDatabase({ home, databaseUrl }, true);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const main = spawn(process.execPath, [start, '--no-schedule'], {
    cwd: root,
    env: {
      ...childEnvironment,
      ORBWEAVER_HOME: home,
      ORBWEAVER_WORKERS: '2',
      ORBWEAVER_LOG_LEVEL: 'silent',
      ORBWEAVER_SECRET: 'a secret of the tests, longer than 32 characters',
      ORBWEAVER_STOP_AFTER: '0',
      ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
      ORBWEAVER_WEBHOOK_NETWORKS: '127.0.0.1',
      ORBWEAVER_PUBLIC_URL: 'http://orbweaver.test',
      PORT: String(port),
      ...(databaseUrl && { ORBWEAVER_DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => main.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(main, 'close');
  const workers = () =>
    readFileSync(`/proc/${main.pid}/task/${main.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  await until(async () => (await serving(base)).length === 2);
  let people = 0;
  return {
    home,
    releases,
    base,
    main,
    accounts,
    workers,
    serve,
    async key(daily, burst) {
      const account = await createConfirmedAccount(accounts, `person${++people}@example.org`, 'free', Date.now());
      await setTier(accounts, account, { tier: 'enterprise', daily, burst }, Date.now());
      return (await createKey(accounts, account, 'test', Date.now())).key;
    },
    async close() {
      kill();
      await closed;
      process.off('exit', kill);
      await accounts.close();
      await removeFolder(home);
    },
  };
}

/** A response, and the second in which its whole request was; null if that began in one second and ended in another. */
type TimedAnswer = Answer & { readonly second: number | null };

const currentSecond = () => Math.floor(Date.now() / 1000);

/** Sends a request on a new connection. */
async function timed(base: string, key: string): Promise<TimedAnswer> {
  const from = currentSecond();
  const answer = await ask(base, '/api/v1/satellites/25544', { Authorization: `Bearer ${key}` });
  return { ...answer, second: currentSecond() === from ? from : null };
}

/** Sends requests at a fixed rate; returns the responses. */
async function paced(base: string, key: string, seconds: number): Promise<TimedAnswer[]> {
  const sent: Promise<TimedAnswer>[] = [];
  const began = performance.now();
  while (sent.length < seconds * RATE) {
    const due = Math.min(seconds * RATE, ((performance.now() - began) / 1000) * RATE);
    while (sent.length < due) sent.push(timed(base, key));
    await wait(5);
  }
  return Promise.all(sent);
}

/** The admitted requests by second, without those that were in two. */
const servedBySecond = (answers: readonly TimedAnswer[]): TimedAnswer[][] =>
  [...Map.groupBy(served(answers), ({ second }) => second)].flatMap(([second, some]) =>
    second === null ? [] : [some],
  );

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const served = <A extends Answer>(answers: readonly A[]) => answers.filter(({ status }) => status === 200);

/** The values of a metric by the label `worker`; of those series that have a text in their labels. */
async function byWorker(base: string, name: string, text = ''): Promise<Map<string, number>> {
  const { body } = await ask(base, '/metrics');
  const lines = String(body)
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(text));
  return new Map(lines.map((line) => [/worker="(\d+)"/.exec(line)![1]!, Number(line.split(' ').at(-1))]));
}

/** The numbers of the processes that accept connections. */
const serving = async (base: string): Promise<string[]> =>
  [...(await byWorker(base, 'orbweaver_release_info').catch(() => new Map())).keys()].sort();

/** The status of a POST on a new connection. */
function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Submits a form of the account as a browser does. */
function submit(base: string, path: string, fields: Record<string, string>): Promise<number> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://orbweaver.test' };
  return post(base + path, headers, new URLSearchParams(fields).toString());
}

beforeAll(async () => {
  await builtSite();
}, 180_000);

describe.each(['SQLite', 'PostgreSQL'])('limits of two processes', (kind) => {
  const onServer = kind === 'PostgreSQL';
  describe.skipIf(onServer && !has.postgres)(onServer ? named(kind, 'postgres') : kind, () => {
    let service: Service | null;
    let world: World;
    beforeAll(async () => {
      service = onServer ? await startPostgres() : null;
      world = await openWorld(service?.url);
    }, 120_000);
    afterAll(async () => {
      await world?.close();
      await service?.stop();
    });

    test('a daily limit is exceeded by half a second of requests at most', async () => {
      const [quota, seconds] = [RATE, 3];
      const answers = await paced(world.base, await world.key(quota, 1_000_000), seconds);
      expect(new Set(statuses(answers))).toEqual(new Set([200, 429]));
      expect(served(answers).length).toBeGreaterThanOrEqual(quota);
      expect(served(answers).length).toBeLessThanOrEqual(quota + RATE / 2);
    }, 60_000);

    test('a limit per second is exceeded by half a second of it at most', async () => {
      const burst = 10;
      const answers = await paced(world.base, await world.key(100_000, burst), 3);
      // Not by the header Date: Node refreshes it by a timer, which is late on a busy machine.
      const seconds = servedBySecond(answers);
      for (const some of seconds) expect(some.length).toBeLessThanOrEqual(burst * 1.5);
      expect(seconds.length).toBeGreaterThan(2);
      expect(served(answers).length).toBeGreaterThanOrEqual(3 * burst);
      const both = await byWorker(world.base, 'orbweaver_quota_refusals_total');
      expect(both.size).toBe(2);
    }, 60_000);

    test('also if requests wait while both processes stall', async () => {
      const burst = 10;
      const judged: number[] = [];
      for (let stall = 0; stall < 20 && judged.length < 3; stall++) {
        const key = await world.key(100_000, burst);
        await until(() => Date.now() % 1000 < 300);
        const pids = world.workers();
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        const waiting = Array.from({ length: 4 * burst }, () => timed(world.base, key));
        await wait(100);
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        const answers = await Promise.all(waiting);
        expect(new Set(statuses(answers))).toEqual(new Set([200, 429]));
        judged.push(...servedBySecond(answers).map((some) => some.length));
      }
      expect(Math.max(...judged)).toBeGreaterThanOrEqual(burst);
      expect(Math.max(...judged)).toBeLessThanOrEqual(burst * 1.5);
    }, 60_000);
  });
});

describe('two processes on one port', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  }, 120_000);
  afterAll(() => world?.close());

  test('wrong passwords of one network are counted together', async () => {
    const tried: number[] = [];
    for (let n = 0; n < 14; n++)
      tried.push(await submit(world.base, '/account/sign-in', { email: `n${n}@example.org`, password: 'a wrong one' }));
    expect(tried).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
  }, 60_000);

  test('a killed process is replaced without a failed request, and all switch to a release', async () => {
    const { base, releases } = world;
    const headers = { Authorization: `Bearer ${await world.key(1_000_000, 1_000_000)}` };
    const truth = new Truth(world.home);
    const load = new PacedLoad(
      [base],
      [
        { path: '/api/v1/satellites/25544', headers, truth: { record: 25_544 } },
        { path: '/api/v1/satellites?orbit_class=LEO&limit=10', headers, truth: 'same' },
        { path: '/api/v1/events', truth: { file: 'public/api/v1/events.json' } },
        { path: '/launches', truth: 'page' },
      ],
      truth,
    );
    const seen = load.run(RATE);
    const first = world.workers();
    for (let kills = 0; kills < 4; kills++) {
      const before = await serving(base);
      process.kill(world.workers()[kills % 2]!, 'SIGKILL');
      await until(async () => {
        const now = await serving(base);
        return now.length === 2 && now.some((worker) => !before.includes(worker));
      });
      if (kills === 1) await world.serve(releases[1]!);
      await until(() => load.retrying === 0);
    }
    await until(async () => (await byWorker(base, 'orbweaver_release_info', releases[1]!)).size === 2);
    load.stop();
    const { failed, mixed, requests } = await seen;
    expect({ failed, mixed }).toEqual({ failed: [], mixed: [] });
    expect(requests).toBeGreaterThan(RATE);
    expect(truth.releases).toEqual(new Set(releases.slice(0, 2)));
    expect(world.workers().filter((pid) => first.includes(pid))).toEqual([]);
    const answer = await ask(base, '/healthz');
    expect(answer.json()).toMatchObject({ status: 'ok', workers: { configured: 2, serving: 2 } });
  }, 120_000);

  test('one of them queues and sends webhooks, and each message arrives once', async () => {
    const { base, releases } = world;
    await world.serve(releases[0]!);
    const headers = { Authorization: `Bearer ${await world.key(1000, 1000)}` };
    const messages: string[] = [];
    const receiver = createServer((incoming, response) => {
      messages.push(String(incoming.headers['webhook-id']));
      incoming.resume().on('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const switched = (release: string) =>
      until(async () => (await byWorker(base, 'orbweaver_release_info', release)).size === 2);
    await switched(releases[0]!);
    expect(await post(`${base}/api/v1/webhooks`, headers, JSON.stringify({ url }))).toBe(201);
    await world.serve(releases[1]!);
    await switched(releases[1]!);
    await until(() => messages.length > 0);
    const delivered = async () => byWorker(base, 'orbweaver_webhook_attempts_total', '"delivered"');
    await until(async () => [...(await delivered()).values()].some((count) => count >= messages.length));
    const counts = [...(await delivered()).values()];
    expect(counts.filter((count) => count > 0).length).toBe(1);
    expect(new Set(messages).size).toBe(messages.length);
    receiver.close();
  }, 120_000);

  test('unknown keys of one network are counted together', async () => {
    const codes: string[] = [];
    const key = await world.key(1000, 1000);
    await world.accounts.write([{ sql: 'delete from api_key', values: [] }]);
    for (let n = 0; n < 30; n++) {
      const answer = await ask(world.base, '/api/v1/satellites/25544', { Authorization: `Bearer ${key}` });
      codes.push(answer.json().code);
    }
    // One at a time: the processes tell each other between two requests, or at the latest one later.
    const invalid = codes.filter((code) => code === 'invalid_api_key').length;
    expect(invalid).toBeGreaterThanOrEqual(20);
    expect(invalid).toBeLessThanOrEqual(21);
    expect(codes.at(-1)).toBe('burst_limit_exceeded');
  });

  test('a stop signal ends all of them, after their requests, and one that is starting', async () => {
    const before = world.workers();
    process.kill(before[0]!, 'SIGKILL');
    await until(() => world.workers().length === 2 && !world.workers().includes(before[0]!));
    const pids = world.workers();
    const running = Array.from({ length: 8 }, () => ask(world.base, '/api/v1/dataset/all.json'));
    await Promise.race(running);
    const exited = once(world.main, 'exit');
    world.main.kill('SIGTERM');
    expect(statuses(await Promise.all(running))).toEqual(Array(8).fill(200));
    expect(await exited).toEqual([0, null]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 60_000);
});
