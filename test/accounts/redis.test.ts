import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { sql } from '../../src/accounts/database.ts';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, headerOf, holder, keyless, served, withKey } from './account-world.ts';
import { has, named, startPostgres, startRedis } from './services.ts';

const all = <T>(times: number, ask: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => ask(at)));
const count = (answers: readonly (number | string)[], what: number | string = 200) =>
  answers.filter((answer) => answer === what).length;

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

  test('1,000 parallel requests against 100: 100 are served by both together', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 100, burst: 5000 });
    const answers = await all(1000, (at) => served(servers[at % 2]!, withKey(key)));
    expect([count(answers), count(answers, 'daily_quota_exceeded')]).toEqual([100, 900]);
  });

  test('1,000 in a second against 10 a second: 10; a key alone, and an address', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 5000, burst: 10 });
    expect(count(await all(1000, (at) => served(servers[at % 2]!, withKey(key))))).toBe(10);
    expect(count(await all(1000, (at) => served(servers[at % 2]!, keyless())))).toBe(5);
    world.time += 1000;
    expect(count(await all(100, (at) => served(servers[at % 2]!, withKey(key))))).toBe(10);
    const left = await servers[1]!.admit(keyless());
    expect(headerOf(left, 'X-RateLimit-Remaining')).toBe('44');
  });

  test('what is given back to one is there for the other, and midnight is for both', async () => {
    await twoServers();
    const { key } = await holder(world, { daily: 3, burst: 100 });
    for (let i = 0; i < 10; i++) expect(await served(servers[0]!, withKey(key), 500)).toBe(500);
    await until(async () => {
      const admission = await servers[1]!.admit(withKey(key));
      if (admission.admitted) admission.settle(304);
      return headerOf(admission, 'X-RateLimit-Remaining') === '2';
    });
    world.time += 43_200_000;
    expect(count(await all(10, (at) => served(servers[at % 2]!, withKey(key))))).toBe(3);
  });

  test('units beyond the first are taken from the shared day, all or none', async () => {
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

  test('a Redis that has lost everything goes on from what the database holds', async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    await twoServers({ redisUrl: own.url });
    const { key } = await holder(world, { daily: 10, burst: 100 });
    expect(count(await all(6, (at) => served(servers[at % 2]!, withKey(key))))).toBe(6);
    for (const server of servers) await server.close();
    await own.stop();
    const again = await startRedis(own.port);
    onTestFinished(() => again.stop());
    const next = await world.another();
    expect(count(await all(20, () => served(next, withKey(key))))).toBe(4);
    await next.close();
  });

  test('without Redis each counts alone, and says what it took when Redis is back', async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    await twoServers({ redisUrl: own.url });
    const { key } = await holder(world, { daily: 100, burst: 1000 });
    expect(await served(servers[0]!, withKey(key))).toBe(200);
    await own.stop();
    expect(count(await all(10, () => served(servers[0]!, withKey(key))))).toBe(10);
    await until(() => world.log.some((line) => /Redis cannot be reached/.test(line)));
    const again = await startRedis(own.port);
    onTestFinished(() => again.stop());
    await until(() => world.log.filter((line) => /Redis is back/.test(line)).length === 2);
    const admission = await servers[0]!.admit(withKey(key));
    expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('88');
    const other = await servers[1]!.admit(withKey(key));
    expect(headerOf(other, 'X-RateLimit-Remaining')).toBe('87');
    for (const server of servers) await server.close();
  });
});

describe.skipIf(!has.redis)(named('a Redis that hangs', 'redis'), () => {
  test('is waited for once, not by each request, and shared again when it goes on', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const world = await accountWorld({ redisUrl: redis.url });
    onTestFinished(() => world.close());
    const { key } = await holder(world, { daily: 1000, burst: 1000 });
    expect(await served(world.accounts, withKey(key))).toBe(200);
    redis.signal('SIGSTOP');
    expect(await served(world.accounts, withKey(key))).toBe(200);
    const began = performance.now();
    for (let i = 0; i < 50; i++) expect(await served(world.accounts, withKey(key))).toBe(200);
    // Each took 0.5 s before; a machine that others use too is given room.
    expect(performance.now() - began).toBeLessThan(2000);
    expect(world.log.filter((line) => line.includes('Redis cannot be reached'))).toHaveLength(1);
    redis.signal('SIGCONT');
    await until(() => world.log.some((line) => line.includes('Redis is back')));
    const second = await world.another();
    const left = headerOf(await world.accounts.admit(withKey(key)), 'X-RateLimit-Remaining');
    expect(headerOf(await second.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe(String(Number(left) - 1));
  });
});

describe('two servers on one database without Redis', () => {
  let world: AccountWorld;
  afterEach(() => world.close());

  test('each learns what the other counted when it writes', async () => {
    world = await accountWorld();
    const other = await world.another();
    const { key } = await holder(world, { daily: 100, burst: 1000 });
    expect(count(await all(60, () => served(world.accounts, withKey(key))))).toBe(60);
    expect(count(await all(30, () => served(other, withKey(key))))).toBe(30);
    await until(async () => {
      const admission = await other.admit(withKey(key));
      if (admission.admitted) admission.settle(304);
      return headerOf(admission, 'X-RateLimit-Remaining') === '9';
    });
    expect(count(await all(50, () => served(other, withKey(key))))).toBe(10);
  });
});

describe.skipIf(!has.redis || !has.postgres)(
  named('PostgreSQL and Redis together', has.redis ? 'postgres' : 'redis'),
  () => {
    test('1,000 parallel requests against 100 over two servers, and the total is stored', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const world = await accountWorld({ databaseUrl: postgres.url, redisUrl: redis.url });
      onTestFinished(() => world.close());
      const second = await world.another();
      const { key, accountId } = await holder(world, { daily: 100, burst: 5000 });
      const answers = await all(1000, (at) => served(at % 2 ? world.accounts : second, withKey(key)));
      expect(count(answers)).toBe(100);
      await second.close();
      await world.accounts.close();
      const subject = `account:${accountId}`;
      const rows = await world.other.rows<{ used: number }>(
        sql`select used from use_by_day where subject = ${subject}`,
      );
      expect(rows.map(({ used }) => used)).toEqual([100]);
    });

    test('a connection that ends in a transaction fails that one, and the server goes on', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const world = await accountWorld({ databaseUrl: postgres.url });
      onTestFinished(() => world.close());
      const ending = world.other.write([sql`select pg_terminate_backend(pg_backend_pid())`]);
      await expect(ending).rejects.toThrow('terminat');
      expect(await world.other.write([sql`select 1 as one`])).toEqual([[{ one: 1 }]]);
    });

    test('PostgreSQL that goes away and comes back: keyed routes 503, public ones go on, nothing counted is lost', async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const world = await accountWorld({ databaseUrl: postgres.url });
      onTestFinished(() => world.close());
      const { key } = await holder(world);
      expect(await served(world.accounts, withKey(key))).toBe(200);
      await postgres.halt();
      await until(async () => (await served(world.accounts, withKey(key), 304)) === 'auth_misconfigured');
      expect(await served(world.accounts, keyless())).toBe(200);
      expect(await served(world.accounts, withKey(key, { access: 'public' }))).toBe(200);
      await postgres.goOn();
      await until(() => world.accounts.ready);
      // Another second: those that were asked while it went away have used the burst of this one.
      world.time += 1000;
      const admission = await world.accounts.admit(withKey(key));
      expect(admission.admitted).toBe(true);
      expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('998');
    });
  },
);
