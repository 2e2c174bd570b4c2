import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import { type AccountWorld, accountWorld, headerOf, holder, keyless, noon, served, withKey } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

const count = (answers: readonly (number | string)[], what: number | string) =>
  answers.filter((answer) => answer === what).length;
const all = <T>(times: number, ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: times }, ask));

describe('a quota on SQLite', () => {
  test('1,000 parallel requests against 100: 100 are served', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 100, burst: 5000 });
    const answers = await all(1000, () => served(world.accounts, withKey(key)));
    expect([count(answers, 200), count(answers, 'daily_quota_exceeded')]).toEqual([100, 900]);
  });

  test('1,000 parallel requests in a second against 10 a second: 10 are served, 10 more in the next', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 5000, burst: 10 });
    expect(count(await all(1000, () => served(world.accounts, withKey(key))), 200)).toBe(10);
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ admitted: false, code: 'burst_limit_exceeded', retryAfter: 1 });
    world.time += 1000;
    expect(count(await all(1000, () => served(world.accounts, withKey(key))), 200)).toBe(10);
  });

  test('the second and the day are counted over all keys of the account', async () => {
    world = await accountWorld();
    const first = await holder(world, { daily: 15, burst: 10 });
    const second = await createKey(world.other, first.accountId, 'second', world.time);
    expect(count(await all(50, () => served(world.accounts, withKey(first.key))), 200)).toBe(10);
    expect(await served(world.accounts, withKey(second.key))).toBe('burst_limit_exceeded');
    world.time += 1000;
    expect(count(await all(50, () => served(world.accounts, withKey(second.key))), 200)).toBe(5);
    expect(await served(world.accounts, withKey(second.key))).toBe('daily_quota_exceeded');
  });

  test('a request that costs more takes all of its units or none, and gives all of them back', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 20, burst: 10 });
    const admitted = await world.accounts.admit(withKey(key));
    if (!admitted.admitted) throw new Error('refused');
    const more = await admitted.takeMore(11);
    expect(headerOf(more, 'X-RateLimit-Remaining')).toBe('8');
    const refused = await admitted.takeMore(9);
    expect(refused).toMatchObject({ admitted: false, code: 'daily_quota_exceeded' });
    expect(headerOf(refused, 'X-RateLimit-Remaining')).toBe('8');
    // Units are not requests: the second has room for nine more.
    expect(count(await all(12, () => served(world.accounts, withKey(key))), 200)).toBe(8);
    admitted.settle(500);
    world.time += 1000;
    expect(count(await all(10, () => served(world.accounts, withKey(key))), 200)).toBe(10);
    world.time += 1000;
    expect(count(await all(10, () => served(world.accounts, withKey(key))), 200)).toBe(2);
  });

  test('midnight UTC begins a new day, and Retry-After says when', async () => {
    world = await accountWorld();
    world.time = Date.UTC(2026, 7, 22, 23, 59, 58, 500);
    const { key } = await holder(world, { daily: 3, burst: 100 });
    expect(count(await all(10, () => served(world.accounts, withKey(key))), 200)).toBe(3);
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ code: 'daily_quota_exceeded', retryAfter: 2 });
    expect(headerOf(refused, 'X-RateLimit-Reset')).toBe(String(Date.UTC(2026, 7, 23) / 1000));
    world.time = Date.UTC(2026, 7, 23) - 1;
    expect(await served(world.accounts, withKey(key))).toBe('daily_quota_exceeded');
    world.time = Date.UTC(2026, 7, 23);
    expect(count(await all(10, () => served(world.accounts, withKey(key))), 200)).toBe(3);
  });

  test('what is taken before midnight and given back after goes back to its own day', async () => {
    world = await accountWorld();
    world.time = Date.UTC(2026, 7, 22, 23, 59, 59);
    const { key, accountId } = await holder(world, { daily: 3, burst: 100 });
    const late = await world.accounts.admit(withKey(key));
    await served(world.accounts, withKey(key));
    world.time = Date.UTC(2026, 7, 23);
    await served(world.accounts, withKey(key));
    if (late.admitted) late.settle(500);
    const again = await world.another();
    await world.accounts.close();
    const used = await world.other.rows<{ day: string; used: number }>(
      sql`select day, used from use_by_day where subject = ${`account:${accountId}`} order by day`,
    );
    expect(used.map(({ day, used }) => [day, used])).toEqual([
      ['2026-08-22', 1],
      ['2026-08-23', 1],
    ]);
    await again.close();
  });

  test.each([
    [200, 1],
    [206, 1],
    [400, 1],
    [404, 1],
    [499, 1],
    [304, 0],
    [401, 0],
    [403, 0],
    [429, 0],
    [500, 0],
    [503, 0],
  ])('an answer %i costs %i', async (status, cost) => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 10, burst: 10 });
    const admission = await world.accounts.admit(withKey(key));
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(status);
    admission.settle(status);
    const next = await world.accounts.admit(withKey(key));
    expect(headerOf(next, 'X-RateLimit-Remaining')).toBe(String(9 - cost));
  });

  test('headers of both families, on what is served and on what is refused', async () => {
    world = await accountWorld();
    const { key, keyId } = await holder(world, { daily: 2, burst: 10 });
    const admission = await world.accounts.admit(withKey(key));
    expect(admission).toMatchObject({ admitted: true, keyId });
    expect(Object.fromEntries(admission.headers)).toEqual({
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': String(Date.UTC(2026, 7, 23) / 1000),
      RateLimit: '"daily";r=1;t=43200, "burst";r=9;t=1',
      'RateLimit-Policy': '"daily";q=2;w=86400, "burst";q=10;w=1',
    });
    await served(world.accounts, withKey(key));
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ code: 'daily_quota_exceeded', retryAfter: 43_200 });
    expect(headerOf(refused, 'X-RateLimit-Remaining')).toBe('0');
  });

  test('survives a restart', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 10, burst: 100 });
    expect(count(await all(7, () => served(world.accounts, withKey(key))), 200)).toBe(7);
    for (let i = 0; i < 5; i++) await served(world.accounts, keyless());
    await world.accounts.close();
    const again = await world.another();
    expect(headerOf(await again.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe('2');
    world.time += 1000;
    expect(headerOf(await again.admit(keyless()), 'X-RateLimit-Remaining')).toBe('44');
  });

  test('the free tier has what the reference says', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    expect(headerOf(await world.accounts.admit(withKey(key)), 'RateLimit-Policy')).toBe(
      '"daily";q=1000;w=86400, "burst";q=10;w=1',
    );
  });
});

describe('without a key', () => {
  test('50 a day for an address, 5 a second, an IPv6 network as one', async () => {
    world = await accountWorld();
    const ask = (address: string) => served(world.accounts, keyless(address));
    expect(count(await all(20, () => ask('192.0.2.1')), 200)).toBe(5);
    expect(await world.accounts.admit(keyless())).toMatchObject({ code: 'burst_limit_exceeded', retryAfter: 1 });
    let done = 5;
    for (let second = 1; second <= 12; second++) {
      world.time = noon + second * 1000;
      done += count(await all(10, () => ask('192.0.2.1')), 200);
    }
    expect(done).toBe(50);
    expect(await ask('::ffff:192.0.2.1')).toBe('daily_quota_exceeded');
    expect(await ask('192.0.2.2')).toBe(200);
    const network = Array.from({ length: 10 }, (_, at) => `2001:db8:1:2:${at}::1`);
    expect(count(await Promise.all(network.map(ask)), 200)).toBe(5);
    expect(await ask('2001:db8:1:3::1')).toBe(200);
  });

  test('a page of the site spends nothing; a 304 neither', async () => {
    world = await accountWorld();
    for (let i = 0; i < 100; i++) {
      const admission = await world.accounts.admit(keyless('192.0.2.1', { sameOrigin: true }));
      expect(admission).toMatchObject({ admitted: true, headers: [] });
    }
    for (let i = 0; i < 200; i++) {
      world.time += 1000;
      expect(await served(world.accounts, keyless(), 304)).toBe(304);
    }
  });

  test('a quota of 0 meters nobody', async () => {
    world = await accountWorld({ anonymousDailyQuota: 0 });
    for (let i = 0; i < 100; i++) expect(await served(world.accounts, keyless())).toBe(200);
  });

  test('a valid key is metered in place of the address; one that is not valid is ignored', async () => {
    world = await accountWorld();
    const { key, keyId } = await holder(world);
    const asPublic = { access: 'public' } as const;
    expect(await world.accounts.admit(withKey(key, asPublic))).toMatchObject({ keyId });
    for (const wrong of ['ow_nonsense', 'nonsense', key.slice(0, -1)]) {
      const admission = await world.accounts.admit(withKey(wrong, asPublic));
      expect(admission).toMatchObject({ admitted: true, keyId: null });
      expect(headerOf(admission, 'X-RateLimit-Limit')).toBe('50');
    }
  });

  test('addresses are not stored in a form that can be read', async () => {
    world = await accountWorld();
    await served(world.accounts, keyless('203.0.113.77'));
    await world.accounts.close();
    const rows = await world.other.rows<{ subject: string }>(sql`select subject from use_by_day`);
    expect(rows.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^address:[\w-]{22}$/)]);
    expect(JSON.stringify(rows)).not.toContain('203');
  });
});
