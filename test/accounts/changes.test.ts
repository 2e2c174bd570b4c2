import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { resume, setTier, suspend } from '../../src/accounts/auth/account-store.ts';
import { newKey } from '../../src/accounts/keys/key.ts';
import { revokeKey } from '../../src/accounts/keys/key-store.ts';
import { until } from '../until.ts';
import {
  type AccountWorld,
  accountWorld,
  browser,
  headerOf,
  holder,
  keyless,
  statusOf,
  withKey,
} from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

const root = join(import.meta.dirname, '../..');

/** Runs `npm run admin` as the operator does: another process. */
function admin(...args: readonly string[]): Promise<{ code: number; out: string; messages: string }> {
  const env = { ...process.env, ORBWEAVER_HOME: world.home, ORBWEAVER_SECRET: world.options.secret };
  const child = spawn(process.execPath, ['src/cli/bin.js', 'admin', ...args], { cwd: root, env });
  let [out, messages] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (messages += part));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code!, out: out.trim(), messages })));
}

describe('changes by another process', () => {
  test.each([
    ['revoke', (key: string) => ['keys', 'revoke', '--key', key], ['revoked_api_key']],
    ['suspend', (_: string, email: string) => ['accounts', 'suspend', '--email', email], ['account_suspended']],
    ['pause', () => ['pause'], ['service_paused']],
    [
      'delete',
      (_: string, email: string) => ['accounts', 'delete', '--email', email],
      ['invalid_api_key', 'burst_limit_exceeded'],
    ],
  ])('%s takes effect within a second, under load', async (_command, args, code) => {
    world = await accountWorld({ now: Date.now });
    world.time = Date.now();
    const { key, email } = await holder(world, { daily: 1e9, burst: 1e9 });
    // A request counts from when it was sent, however late this process reads the response.
    let [lastServed, lastSent] = [0, 0];
    let result: number | string = 200;
    let isRunning = true;
    const load = (async () => {
      while (isRunning) {
        for (let i = 0; i < 200; i++) {
          const sentAt = Date.now();
          result = await statusOf(world.accounts, withKey(key));
          lastSent = sentAt;
          if (result === 200) lastServed = sentAt;
        }
        await pause(1);
      }
    })();
    await until(() => lastServed > 0);
    expect(await admin(...args(key, email))).toMatchObject({ code: 0 });
    const returned = Date.now();
    await until(() => lastSent >= returned + 1000);
    isRunning = false;
    await load;
    expect(code).toContain(result);
    expect(lastServed - returned).toBeLessThan(1000);
  });

  test('a new key works immediately, and a new tier after the next refresh', async () => {
    world = await accountWorld();
    const created = await admin('keys', 'create', '--email', 'new@example.org', '--tier', 'business');
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^ow_[0-9A-Za-z]{40}$/), messages: '' });
    const admission = await world.accounts.admit(withKey(created.out));
    expect(headerOf(admission, 'X-RateLimit-Limit')).toBe('250000');
    await admin(
      'accounts',
      'tier',
      '--email',
      'new@example.org',
      '--tier',
      'enterprise',
      '--daily',
      '7',
      '--burst',
      '3',
    );
    await world.accounts.refresh();
    const next = await world.accounts.admit(withKey(created.out));
    expect(headerOf(next, 'RateLimit-Policy')).toBe('"daily";q=7;w=86400, "burst";q=3;w=1');
    expect(headerOf(next, 'X-RateLimit-Remaining')).toBe('5');
  });

  test('a request waits for a refresh if the last one is more than a second old', async () => {
    world = await accountWorld();
    const { key, keyId, accountId } = await holder(world);
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    await revokeKey(world.other, accountId, keyId, world.time);
    world.time += 1001;
    expect(await statusOf(world.accounts, withKey(key))).toBe('revoked_api_key');
  });

  test('suspending, resuming and changing the tier take effect after a refresh', async () => {
    world = await accountWorld();
    const { key, accountId } = await holder(world);
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    await suspend(world.other, accountId, 'a reason', world.time);
    await world.accounts.refresh();
    expect(await statusOf(world.accounts, withKey(key))).toBe('account_suspended');
    const asPublic = await world.accounts.admit(withKey(key, { access: 'public' }));
    expect(headerOf(asPublic, 'X-RateLimit-Limit')).toBe('50');
    await resume(world.other, accountId, world.time);
    await setTier(world.other, accountId, { tier: 'builder', daily: null, burst: null }, world.time);
    await world.accounts.refresh();
    expect(headerOf(await world.accounts.admit(withKey(key)), 'X-RateLimit-Limit')).toBe('50000');
  });

  test('concurrent changes all take effect', async () => {
    world = await accountWorld();
    const holders = await Promise.all(Array.from({ length: 50 }, () => holder(world)));
    for (const { key } of holders) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    await Promise.all(holders.map(({ accountId, keyId }) => revokeKey(world.other, accountId, keyId, world.time)));
    await world.accounts.refresh();
    for (const { key } of holders) expect(await statusOf(world.accounts, withKey(key))).toBe('revoked_api_key');
  });
});

describe('the checks of a request', () => {
  test('are made in the order pause, key, account, limits', async () => {
    world = await accountWorld();
    const { key, keyId, accountId } = await holder(world, { daily: 1, burst: 5 });
    const request = (text: string) => world.accounts.admit(withKey(text));
    expect(await world.accounts.admit(withKey('', { authorization: undefined }))).toMatchObject({
      code: 'missing_api_key',
    });
    expect(await request(`${key}x`)).toMatchObject({ code: 'malformed_api_key' });
    expect(await request('ow_')).toMatchObject({ code: 'malformed_api_key' });
    expect(await request('x'.repeat(10_000))).toMatchObject({ code: 'malformed_api_key' });
    expect(await world.accounts.admit(withKey(key, { apiKey: 'ow_other' }))).toMatchObject({
      code: 'malformed_api_key',
    });
    expect(await request(newKey())).toMatchObject({ code: 'invalid_api_key', headers: [] });
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    expect(await request(key)).toMatchObject({ code: 'daily_quota_exceeded' });
    await suspend(world.other, accountId, '', world.time);
    await world.accounts.refresh();
    expect(await request(key)).toMatchObject({ code: 'account_suspended' });
    await revokeKey(world.other, accountId, keyId, world.time);
    await world.accounts.refresh();
    expect(await request(key)).toMatchObject({ code: 'revoked_api_key' });
    expect((await admin('pause', '--reason', 'test')).code).toBe(0);
    await world.accounts.refresh();
    expect(await request(key)).toMatchObject({ code: 'service_paused', retryAfter: 60 });
    expect(await world.accounts.admit(keyless())).toMatchObject({ code: 'service_paused' });
  });

  test('limit unknown keys by IP address', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    for (let i = 0; i < 20; i++) expect(await statusOf(world.accounts, withKey(newKey()))).toBe('invalid_api_key');
    const refused = await world.accounts.admit(withKey(newKey()));
    expect(refused).toMatchObject({ code: 'burst_limit_exceeded', retryAfter: 60 });
    // Other IP addresses are not affected, nor is a key that is already cached.
    expect(await statusOf(world.accounts, withKey(key, { address: '192.0.2.2' }))).toBe(200);
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    world.time += 45_000;
    expect(await world.accounts.admit(withKey(newKey()))).toMatchObject({
      code: 'burst_limit_exceeded',
      retryAfter: 15,
    });
    world.time += 15_000;
    expect(await statusOf(world.accounts, withKey(newKey()))).toBe('invalid_api_key');
  });
});

describe('fails closed', () => {
  const refused = { code: 'auth_misconfigured', retryAfter: 10 };

  test('while the database is missing, and recovers when it is back', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    const path = join(world.home, 'accounts', 'accounts.sqlite');
    await rename(path, `${path}.away`);
    await world.accounts.refresh();
    expect(await world.accounts.admit(withKey(key))).toMatchObject(refused);
    expect(await world.accounts.admit(withKey('', { authorization: undefined }))).toMatchObject(refused);
    expect(await statusOf(world.accounts, keyless())).toBe(200);
    expect(await statusOf(world.accounts, withKey(key, { access: 'public' }))).toBe(200);
    expect(world.accounts.ready).toBe(false);
    await rename(`${path}.away`, path);
    await until(async () => (await statusOf(world.accounts, withKey(key))) === 200);
  });

  test.each([
    ['an empty secret', async (home: string) => writeFile(join(home, 'accounts', 'secret'), '')],
    ['a missing secret', async (home: string) => rename(join(home, 'accounts', 'secret'), join(home, 'elsewhere'))],
  ])('on startup with %s', async (_name, damage) => {
    world = await accountWorld({ secret: undefined });
    const { key } = await holder(world);
    const secret = readFileSync(join(world.home, 'accounts', 'secret'), 'utf8');
    expect(secret.trim()).toMatch(/^[\w-]{43}$/);
    await world.accounts.close();
    await damage(world.home);
    const server = await world.another();
    expect(await server.admit(withKey(key))).toMatchObject(refused);
    expect(await statusOf(server, keyless())).toBe(200);
    const outcome = await server.people.signUp(browser(), 'a@b.example', 'four quiet herons');
    expect(outcome).toMatchObject({ code: 'unavailable' });
  });

  test('on startup with a file that is not a database', async () => {
    world = await accountWorld();
    const home = join(world.home, 'elsewhere');
    await mkdir(join(home, 'accounts'), { recursive: true });
    await writeFile(join(home, 'accounts', 'accounts.sqlite'), 'x'.repeat(9000));
    const server = await world.another({ home });
    expect(server.ready).toBe(false);
    expect(await server.admit(withKey(newKey()))).toMatchObject(refused);
    expect(await statusOf(server, keyless())).toBe(200);
  });
});

test('keys are neither in the log nor in the database', async () => {
  world = await accountWorld();
  const { key } = await holder(world);
  await statusOf(world.accounts, withKey(key));
  await statusOf(world.accounts, withKey(`${key}x`));
  await world.accounts.close();
  expect(world.log.join('\n')).not.toContain(key.slice(8));
  for (const name of ['accounts.sqlite', 'accounts.sqlite-wal']) {
    const content = readFileSync(join(world.home, 'accounts', name), 'latin1');
    expect(content).not.toContain(key.slice(8));
  }
});
