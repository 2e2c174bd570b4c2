import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { sql } from '../../src/accounts/database.ts';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, headerOf, holder, keyless, statusOf, withKey } from './account-world.ts';
import { has, named, startPostgres, startRedis } from './services.ts';

const repeat = <T>(times: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => send(index)));
const count = (results: readonly (number | string)[], expected: number | string = 200) =>
  results.filter((result) => result === expected).length;

describe.skipIf(!has.redis)(named('two servers that share Redis', 'redis'), () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let world: AccountWorld;
  let servers: readonly Accounts[];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  afterEach(() => world.close());

  async function twoServers(more = {}): Promise<void> {
    world = await accountWorld({ redisUrl: redis.url, ...more });
    servers = [world.accounts, await world.another()];
  }

  test('together serve 100 of 1,000 parallel requests against 100 a day', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 100, burst: 5000 });
    const results = await repeat(1000, (index) => statusOf(servers[index % 2]!, withKey(key)));
    expect([count(results), count(results, 'daily_quota_exceeded')]).toEqual([100, 900]);
  });

  test('together serve 10 requests a second for a key, and 5 for an IP address', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 5000, burst: 10 });
    expect(count(await repeat(1000, (index) => statusOf(servers[index % 2]!, withKey(key))))).toBe(10);
    expect(count(await repeat(1000, (index) => statusOf(servers[index % 2]!, keyless())))).toBe(5);
    world.time += 1000;
    expect(count(await repeat(100, (index) => statusOf(servers[index % 2]!, withKey(key))))).toBe(10);
    const admission = await servers[1]!.admit(keyless());
    expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('44');
  });

  test('share refunds, and the reset at midnight', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 3, burst: 100 });
    for (let i = 0; i < 10; i++) expect(await statusOf(servers[0]!, withKey(key), 500)).toBe(500);
    await until(async () => {
      const admission = await servers[1]!.admit(withKey(key));
      if (admission.admitted) admission.settle(304);
      return headerOf(admission, 'X-RateLimit-Remaining') === '2';
    });
    world.time += 43_200_000;
    expect(count(await repeat(10, (index) => statusOf(servers[index % 2]!, withKey(key))))).toBe(3);
  });

  test('take additional units from the shared quota, all or none', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 20, burst: 100 });
    const [here, there] = [await world.accounts.admit(withKey(key)), await servers[1]!.admit(withKey(key))];
    if (!here.admitted || !there.admitted) throw new Error('refused');
    expect((await here.takeMore(15)).admitted).toBe(true);
    expect((await there.takeMore(4)).admitted).toBe(false);
    expect((await there.takeMore(3)).admitted).toBe(true);
    expect((await world.accounts.admit(withKey(key))).admitted).toBe(false);
    here.settle(304);
    await until(async () => (await there.takeMore(16)).admitted);
  });

  test('continue from the counts in the database after Redis has lost its data', async () => {
    const ownRedis = await startRedis();
    onTestFinished(() => ownRedis.stop());
    await twoServers({ redisUrl: ownRedis.url });
    const { key } = await holder(world, { daily: 10, burst: 100 });
    expect(count(await repeat(6, (index) => statusOf(servers[index % 2]!, withKey(key))))).toBe(6);
    for (const server of servers) await server.close();
    await ownRedis.stop();
    const restarted = await startRedis(ownRedis.port);
    onTestFinished(() => restarted.stop());
    const next = await world.another();
    expect(count(await repeat(20, () => statusOf(next, withKey(key))))).toBe(4);
    await next.close();
  });

  test('count separately without Redis, and add their counts when it is back', async () => {
    const ownRedis = await startRedis();
    onTestFinished(() => ownRedis.stop());
    await twoServers({ redisUrl: ownRedis.url });
    const { key } = await holder(world, { daily: 100, burst: 1000 });
    expect(await statusOf(servers[0]!, withKey(key))).toBe(200);
    await ownRedis.stop();
    expect(count(await repeat(10, () => statusOf(servers[0]!, withKey(key))))).toBe(10);
    await until(() => world.log.some((line) => /Redis cannot be reached/.test(line)));
    const restarted = await startRedis(ownRedis.port);
    onTestFinished(() => restarted.stop());
    await until(() => world.log.filter((line) => /Redis is back/.test(line)).length === 2);
    const admission = await servers[0]!.admit(withKey(key));
    expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('88');
    const other = await servers[1]!.admit(withKey(key));
    expect(headerOf(other, 'X-RateLimit-Remaining')).toBe('87');
    for (const server of servers) await server.close();
  });
});

describe.skipIf(!has.redis)(named('a Redis that hangs', 'redis'), () => {
  test('delays one request, not each, and is used again when it responds', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const world = await accountWorld({ redisUrl: redis.url });
    onTestFinished(() => world.close());
    const { key } = await holder(world, { daily: 1000, burst: 1000 });
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    redis.signal('SIGSTOP');
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    const startedAt = performance.now();
    for (let i = 0; i < 50; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    // If each request waited for Redis, it would take 0.5 s; the limit leaves room for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(world.log.filter((line) => line.includes('Redis cannot be reached'))).toHaveLength(1);
    redis.signal('SIGCONT');
    await until(() => world.log.some((line) => line.includes('Redis is back')));
    const second = await world.another();
    const remaining = headerOf(await world.accounts.admit(withKey(key)), 'X-RateLimit-Remaining');
    expect(headerOf(await second.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe(String(Number(remaining) - 1));
  });
});

describe('two servers on one database without Redis', () => {
  let world: AccountWorld;
  afterEach(() => world.close());

  test('each read the count of the other when they write their own', async () => {
    world = await accountWorld();
    const other = await world.another();
    const { key } = await holder(world, { daily: 100, burst: 1000 });
    expect(count(await repeat(60, () => statusOf(world.accounts, withKey(key))))).toBe(60);
    expect(count(await repeat(30, () => statusOf(other, withKey(key))))).toBe(30);
    await until(async () => {
      const admission = await other.admit(withKey(key));
      if (admission.admitted) admission.settle(304);
      return headerOf(admission, 'X-RateLimit-Remaining') === '9';
    });
    expect(count(await repeat(50, () => statusOf(other, withKey(key))))).toBe(10);
  });
});

describe.skipIf(!has.redis || !has.postgres)(
  named('PostgreSQL and Redis together', has.redis ? 'postgres' : 'redis'),
  () => {
    test('two servers serve 100 of 1,000 parallel requests against 100 a day, and the total is stored', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const world = await accountWorld({ databaseUrl: postgres.url, redisUrl: redis.url });
      onTestFinished(() => world.close());
      const second = await world.another();
      const { key, accountId } = await holder(world, { daily: 100, burst: 5000 });
      const results = await repeat(1000, (index) => statusOf(index % 2 ? world.accounts : second, withKey(key)));
      expect(count(results)).toBe(100);
      await second.close();
      await world.accounts.close();
      const subject = `account:${accountId}`;
      const rows = await world.other.rows<{ used: number }>(
        sql`select used from use_by_day where subject = ${subject}`,
      );
      expect(rows.map(({ used }) => used)).toEqual([100]);
    });

    test('a connection that ends in a transaction fails it, and the next transaction succeeds', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const world = await accountWorld({ databaseUrl: postgres.url });
      onTestFinished(() => world.close());
      const ending = world.other.write([sql`select pg_terminate_backend(pg_backend_pid())`]);
      await expect(ending).rejects.toThrow('terminat');
      expect(await world.other.write([sql`select 1 as one`])).toEqual([[{ one: 1 }]]);
    });

    test('while PostgreSQL is down, keyed routes are refused and public ones served; afterwards no count is lost', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const world = await accountWorld({ databaseUrl: postgres.url });
      onTestFinished(() => world.close());
      const { key } = await holder(world);
      expect(await statusOf(world.accounts, withKey(key))).toBe(200);
      await postgres.halt();
      await until(async () => (await statusOf(world.accounts, withKey(key), 304)) === 'auth_misconfigured');
      expect(await statusOf(world.accounts, keyless())).toBe(200);
      expect(await statusOf(world.accounts, withKey(key, { access: 'public' }))).toBe(200);
      await postgres.start();
      await until(() => world.accounts.ready);
      // In the next second: requests during the outage have used the burst limit of this one.
      world.time += 1000;
      const admission = await world.accounts.admit(withKey(key));
      expect(admission.admitted).toBe(true);
      expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('998');
    });
  },
);
