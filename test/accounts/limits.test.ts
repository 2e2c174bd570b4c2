import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import {
  type AccountWorld,
  accountWorld,
  headerOf,
  holder,
  keyless,
  noon,
  statusOf,
  withKey,
} from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

const count = (results: readonly (number | string)[], expected: number | string) =>
  results.filter((result) => result === expected).length;
const repeat = <T>(times: number, send: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, send));

describe('a quota on SQLite', () => {
  test('serves 100 of 1,000 parallel requests against 100 a day', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 100, burst: 5000 });
    const results = await repeat(1000, () => statusOf(world.accounts, withKey(key)));
    expect([count(results, 200), count(results, 'daily_quota_exceeded')]).toEqual([100, 900]);
  });

  test('serves 10 of 1,000 parallel requests against 10 a second, and 10 more in the next second', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 5000, burst: 10 });
    expect(count(await repeat(1000, () => statusOf(world.accounts, withKey(key))), 200)).toBe(10);
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ admitted: false, code: 'burst_limit_exceeded', retryAfter: 1 });
    world.time += 1000;
    expect(count(await repeat(1000, () => statusOf(world.accounts, withKey(key))), 200)).toBe(10);
  });

  test('covers all keys of an account, per second and per day', async () => {
    world = await accountWorld();
    const first = await holder(world, { daily: 15, burst: 10 });
    const second = await createKey(world.other, first.accountId, 'second', world.time);
    expect(count(await repeat(50, () => statusOf(world.accounts, withKey(first.key))), 200)).toBe(10);
    expect(await statusOf(world.accounts, withKey(second.key))).toBe('burst_limit_exceeded');
    world.time += 1000;
    expect(count(await repeat(50, () => statusOf(world.accounts, withKey(second.key))), 200)).toBe(5);
    expect(await statusOf(world.accounts, withKey(second.key))).toBe('daily_quota_exceeded');
  });

  test('takes all additional units of a request or none, and refunds all of them', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 20, burst: 10 });
    const admitted = await world.accounts.admit(withKey(key));
    if (!admitted.admitted) throw new Error('refused');
    const more = await admitted.takeMore(11);
    expect(headerOf(more, 'X-RateLimit-Remaining')).toBe('8');
    const refused = await admitted.takeMore(9);
    expect(refused).toMatchObject({ admitted: false, code: 'daily_quota_exceeded' });
    expect(headerOf(refused, 'X-RateLimit-Remaining')).toBe('8');
    // Additional units do not count as requests: this second allows nine more requests.
    expect(count(await repeat(12, () => statusOf(world.accounts, withKey(key))), 200)).toBe(8);
    admitted.settle(500);
    world.time += 1000;
    expect(count(await repeat(10, () => statusOf(world.accounts, withKey(key))), 200)).toBe(10);
    world.time += 1000;
    expect(count(await repeat(10, () => statusOf(world.accounts, withKey(key))), 200)).toBe(2);
  });

  test('refunds the unit of a 304, but not those of a request that costs several', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 20, burst: 10 });
    const left = async (units: number) => {
      const admitted = await world.accounts.admit(withKey(key));
      if (!admitted.admitted) throw new Error('refused');
      await admitted.takeMore(units - 1);
      admitted.settle(304);
      return headerOf(admitted, 'X-RateLimit-Remaining');
    };
    expect(await left(1)).toBe('20');
    expect(await left(12)).toBe('8');
    expect(await left(1)).toBe('8');
  });

  test('resets at midnight UTC, and Retry-After gives the time until then', async () => {
    world = await accountWorld();
    world.time = Date.UTC(2026, 7, 22, 23, 59, 58, 500);
    const { key } = await holder(world, { daily: 3, burst: 100 });
    expect(count(await repeat(10, () => statusOf(world.accounts, withKey(key))), 200)).toBe(3);
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ code: 'daily_quota_exceeded', retryAfter: 2 });
    expect(headerOf(refused, 'X-RateLimit-Reset')).toBe(String(Date.UTC(2026, 7, 23) / 1000));
    world.time = Date.UTC(2026, 7, 23) - 1;
    expect(await statusOf(world.accounts, withKey(key))).toBe('daily_quota_exceeded');
    world.time = Date.UTC(2026, 7, 23);
    expect(count(await repeat(10, () => statusOf(world.accounts, withKey(key))), 200)).toBe(3);
  });

  test('refunds a unit to the day that it was taken on, also after midnight', async () => {
    world = await accountWorld();
    world.time = Date.UTC(2026, 7, 22, 23, 59, 59);
    const { key, accountId } = await holder(world, { daily: 3, burst: 100 });
    const late = await world.accounts.admit(withKey(key));
    await statusOf(world.accounts, withKey(key));
    world.time = Date.UTC(2026, 7, 23);
    await statusOf(world.accounts, withKey(key));
    if (late.admitted) late.settle(500);
    const restarted = await world.another();
    await world.accounts.close();
    const used = await world.other.rows<{ day: string; used: number }>(
      sql`select day, used from use_by_day where subject = ${`account:${accountId}`} order by day`,
    );
    expect(used.map(({ day, used }) => [day, used])).toEqual([
      ['2026-08-22', 1],
      ['2026-08-23', 1],
    ]);
    await restarted.close();
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
  ])('a response with status %i costs %i', async (status, cost) => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 10, burst: 10 });
    const admission = await world.accounts.admit(withKey(key));
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(status);
    admission.settle(status);
    const next = await world.accounts.admit(withKey(key));
    expect(headerOf(next, 'X-RateLimit-Remaining')).toBe(String(9 - cost));
  });

  test('sets the RateLimit and X-RateLimit headers, the latter on refused requests too', async () => {
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
    await statusOf(world.accounts, withKey(key));
    const refused = await world.accounts.admit(withKey(key));
    expect(refused).toMatchObject({ code: 'daily_quota_exceeded', retryAfter: 43_200 });
    expect(headerOf(refused, 'X-RateLimit-Remaining')).toBe('0');
  });

  test('survives a restart', async () => {
    world = await accountWorld();
    const { key } = await holder(world, { daily: 10, burst: 100 });
    expect(count(await repeat(7, () => statusOf(world.accounts, withKey(key))), 200)).toBe(7);
    for (let i = 0; i < 5; i++) await statusOf(world.accounts, keyless());
    await world.accounts.close();
    const restarted = await world.another();
    expect(headerOf(await restarted.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe('2');
    world.time += 1000;
    expect(headerOf(await restarted.admit(keyless()), 'X-RateLimit-Remaining')).toBe('44');
  });

  test('of the free tier is 1,000 requests a day and 10 a second', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    expect(headerOf(await world.accounts.admit(withKey(key)), 'RateLimit-Policy')).toBe(
      '"daily";q=1000;w=86400, "burst";q=10;w=1',
    );
  });
});

describe('requests without a key', () => {
  test('are limited to 50 a day and 5 a second, for an IPv4 address or an IPv6 /64', async () => {
    world = await accountWorld();
    const request = (address: string) => statusOf(world.accounts, keyless(address));
    expect(count(await repeat(20, () => request('192.0.2.1')), 200)).toBe(5);
    expect(await world.accounts.admit(keyless())).toMatchObject({ code: 'burst_limit_exceeded', retryAfter: 1 });
    let admitted = 5;
    for (let second = 1; second <= 12; second++) {
      world.time = noon + second * 1000;
      admitted += count(await repeat(10, () => request('192.0.2.1')), 200);
    }
    expect(admitted).toBe(50);
    expect(await request('::ffff:192.0.2.1')).toBe('daily_quota_exceeded');
    expect(await request('192.0.2.2')).toBe(200);
    const network = Array.from({ length: 10 }, (_, at) => `2001:db8:1:2:${at}::1`);
    expect(count(await Promise.all(network.map(request)), 200)).toBe(5);
    expect(await request('2001:db8:1:3::1')).toBe(200);
  });

  test('cost nothing from pages of the site, or if the response is 304', async () => {
    world = await accountWorld();
    for (let i = 0; i < 100; i++) {
      const admission = await world.accounts.admit(keyless('192.0.2.1', { sameOrigin: true }));
      expect(admission).toMatchObject({ admitted: true, headers: [] });
    }
    for (let i = 0; i < 200; i++) {
      world.time += 1000;
      expect(await statusOf(world.accounts, keyless(), 304)).toBe(304);
    }
  });

  test('are not limited if the quota is 0', async () => {
    world = await accountWorld({ anonymousDailyQuota: 0 });
    for (let i = 0; i < 100; i++) expect(await statusOf(world.accounts, keyless())).toBe(200);
  });

  test('a valid key is metered instead of the IP address; an invalid one is ignored', async () => {
    world = await accountWorld();
    const { key, keyId } = await holder(world);
    const asPublic = { access: 'public' } as const;
    expect(await world.accounts.admit(withKey(key, asPublic))).toMatchObject({ keyId });
    for (const invalid of ['ow_nonsense', 'nonsense', key.slice(0, -1)]) {
      const admission = await world.accounts.admit(withKey(invalid, asPublic));
      expect(admission).toMatchObject({ admitted: true, keyId: null });
      expect(headerOf(admission, 'X-RateLimit-Limit')).toBe('50');
    }
  });

  test('IP addresses are not stored in plain text', async () => {
    world = await accountWorld();
    await statusOf(world.accounts, keyless('203.0.113.77'));
    await world.accounts.close();
    const rows = await world.other.rows<{ subject: string }>(sql`select subject from use_by_day`);
    expect(rows.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^address:[\w-]{22}$/)]);
    expect(JSON.stringify(rows)).not.toContain('203');
  });
});
