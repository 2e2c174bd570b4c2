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
  served,
  withKey,
} from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

const root = join(import.meta.dirname, '../..');

/** Runs `npm run admin` as the operator does: another process. */
function admin(...args: readonly string[]): Promise<{ code: number; out: string; said: string }> {
  const env = { ...process.env, ORBWEAVER_HOME: world.home, ORBWEAVER_SECRET: world.options.secret };
  const child = spawn(process.execPath, ['src/cli/bin.js', 'admin', ...args], { cwd: root, env });
  let [out, said] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (said += part));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code!, out: out.trim(), said })));
}

describe('what another process changes', () => {
  test.each([
    ['revoke', (key: string) => ['keys', 'revoke', '--key', key], ['revoked_api_key']],
    ['suspend', (_: string, email: string) => ['accounts', 'suspend', '--email', email], ['account_suspended']],
    ['pause', () => ['pause'], ['service_paused']],
    [
      'delete',
      (_: string, email: string) => ['accounts', 'delete', '--email', email],
      ['invalid_api_key', 'burst_limit_exceeded'],
    ],
  ])('%s is honoured within a second, under load', async (_what, args, code) => {
    world = await accountWorld({ now: Date.now });
    world.time = Date.now();
    const { key, email } = await holder(world, { daily: 1e9, burst: 1e9 });
    // A request belongs to the moment that it was asked, however long this process is kept from reading the answer.
    let [lastServed, lastAsked] = [0, 0];
    let answer: number | string = 200;
    let going = true;
    const load = (async () => {
      while (going) {
        for (let i = 0; i < 200; i++) {
          const asked = Date.now();
          answer = await served(world.accounts, withKey(key));
          lastAsked = asked;
          if (answer === 200) lastServed = asked;
        }
        await pause(1);
      }
    })();
    await until(() => lastServed > 0);
    expect(await admin(...args(key, email))).toMatchObject({ code: 0 });
    const returned = Date.now();
    await until(() => lastAsked >= returned + 1000);
    going = false;
    await load;
    expect(code).toContain(answer);
    expect(lastServed - returned).toBeLessThan(1000);
  });

  test('a key that another process made works at once, a tier at the next look', async () => {
    world = await accountWorld();
    const made = await admin('keys', 'create', '--email', 'new@example.org', '--tier', 'business');
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^ow_[0-9A-Za-z]{40}$/), said: '' });
    const admission = await world.accounts.admit(withKey(made.out));
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
    const next = await world.accounts.admit(withKey(made.out));
    expect(headerOf(next, 'RateLimit-Policy')).toBe('"daily";q=7;w=86400, "burst";q=3;w=1');
    expect(headerOf(next, 'X-RateLimit-Remaining')).toBe('5');
  });

  test('a request waits for newer knowledge where the last is older than a second', async () => {
    world = await accountWorld();
    const { key, keyId, accountId } = await holder(world);
    expect(await served(world.accounts, withKey(key))).toBe(200);
    await revokeKey(world.other, accountId, keyId, world.time);
    world.time += 1001;
    expect(await served(world.accounts, withKey(key))).toBe('revoked_api_key');
  });

  test('suspended, resumed, raised', async () => {
    world = await accountWorld();
    const { key, accountId } = await holder(world);
    expect(await served(world.accounts, withKey(key))).toBe(200);
    await suspend(world.other, accountId, 'a reason', world.time);
    await world.accounts.refresh();
    expect(await served(world.accounts, withKey(key))).toBe('account_suspended');
    const asPublic = await world.accounts.admit(withKey(key, { access: 'public' }));
    expect(headerOf(asPublic, 'X-RateLimit-Limit')).toBe('50');
    await resume(world.other, accountId, world.time);
    await setTier(world.other, accountId, { tier: 'builder', daily: null, burst: null }, world.time);
    await world.accounts.refresh();
    expect(headerOf(await world.accounts.admit(withKey(key)), 'X-RateLimit-Limit')).toBe('50000');
  });

  test('many changes at once are all heard', async () => {
    world = await accountWorld();
    const holders = await Promise.all(Array.from({ length: 50 }, () => holder(world)));
    for (const { key } of holders) expect(await served(world.accounts, withKey(key))).toBe(200);
    await Promise.all(holders.map(({ accountId, keyId }) => revokeKey(world.other, accountId, keyId, world.time)));
    await world.accounts.refresh();
    for (const { key } of holders) expect(await served(world.accounts, withKey(key))).toBe('revoked_api_key');
  });
});

describe('the order of the guard', () => {
  test('paused, then the key, then the account, then the limits', async () => {
    world = await accountWorld();
    const { key, keyId, accountId } = await holder(world, { daily: 1, burst: 5 });
    const ask = (text: string) => world.accounts.admit(withKey(text));
    expect(await world.accounts.admit(withKey('', { authorization: undefined }))).toMatchObject({
      code: 'missing_api_key',
    });
    expect(await ask(`${key}x`)).toMatchObject({ code: 'malformed_api_key' });
    expect(await ask('ow_')).toMatchObject({ code: 'malformed_api_key' });
    expect(await ask('x'.repeat(10_000))).toMatchObject({ code: 'malformed_api_key' });
    expect(await world.accounts.admit(withKey(key, { apiKey: 'ow_other' }))).toMatchObject({
      code: 'malformed_api_key',
    });
    expect(await ask(newKey())).toMatchObject({ code: 'invalid_api_key', headers: [] });
    expect(await served(world.accounts, withKey(key))).toBe(200);
    expect(await ask(key)).toMatchObject({ code: 'daily_quota_exceeded' });
    await suspend(world.other, accountId, '', world.time);
    await world.accounts.refresh();
    expect(await ask(key)).toMatchObject({ code: 'account_suspended' });
    await revokeKey(world.other, accountId, keyId, world.time);
    await world.accounts.refresh();
    expect(await ask(key)).toMatchObject({ code: 'revoked_api_key' });
    expect((await admin('pause', '--reason', 'test')).code).toBe(0);
    await world.accounts.refresh();
    expect(await ask(key)).toMatchObject({ code: 'service_paused', retryAfter: 60 });
    expect(await world.accounts.admit(keyless())).toMatchObject({ code: 'service_paused' });
  });

  test('keys that are none are limited for an address, in what is answered and in what is looked up', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    for (let i = 0; i < 20; i++) expect(await served(world.accounts, withKey(newKey()))).toBe('invalid_api_key');
    const refused = await world.accounts.admit(withKey(newKey()));
    expect(refused).toMatchObject({ code: 'burst_limit_exceeded', retryAfter: 60 });
    // Another address is not concerned, nor is a key that is known already.
    expect(await served(world.accounts, withKey(key, { address: '192.0.2.2' }))).toBe(200);
    expect(await served(world.accounts, withKey(key))).toBe(200);
    world.time += 45_000;
    expect(await world.accounts.admit(withKey(newKey()))).toMatchObject({
      code: 'burst_limit_exceeded',
      retryAfter: 15,
    });
    world.time += 15_000;
    expect(await served(world.accounts, withKey(newKey()))).toBe('invalid_api_key');
  });
});

describe('fails closed', () => {
  const refused = { code: 'auth_misconfigured', retryAfter: 10 };

  test('where the database goes away, and opens when it is back', async () => {
    world = await accountWorld();
    const { key } = await holder(world);
    expect(await served(world.accounts, withKey(key))).toBe(200);
    const path = join(world.home, 'accounts', 'accounts.sqlite');
    await rename(path, `${path}.away`);
    await world.accounts.refresh();
    expect(await world.accounts.admit(withKey(key))).toMatchObject(refused);
    expect(await world.accounts.admit(withKey('', { authorization: undefined }))).toMatchObject(refused);
    expect(await served(world.accounts, keyless())).toBe(200);
    expect(await served(world.accounts, withKey(key, { access: 'public' }))).toBe(200);
    expect(world.accounts.ready).toBe(false);
    await rename(`${path}.away`, path);
    await until(async () => (await served(world.accounts, withKey(key))) === 200);
  });

  test.each([
    ['an empty secret', async (home: string) => writeFile(join(home, 'accounts', 'secret'), '')],
    ['a lost secret', async (home: string) => rename(join(home, 'accounts', 'secret'), join(home, 'elsewhere'))],
  ])('at the start with %s', async (_what, spoil) => {
    world = await accountWorld({ secret: undefined });
    const { key } = await holder(world);
    const secret = readFileSync(join(world.home, 'accounts', 'secret'), 'utf8');
    expect(secret.trim()).toMatch(/^[\w-]{43}$/);
    await world.accounts.close();
    await spoil(world.home);
    const server = await world.another();
    expect(await server.admit(withKey(key))).toMatchObject(refused);
    expect(await served(server, keyless())).toBe(200);
    const outcome = await server.people.signUp(browser(), 'a@b.example', 'four quiet herons');
    expect(outcome).toMatchObject({ code: 'unavailable' });
  });

  test('at the start with a file that is no database', async () => {
    world = await accountWorld();
    const home = join(world.home, 'elsewhere');
    await mkdir(join(home, 'accounts'), { recursive: true });
    await writeFile(join(home, 'accounts', 'accounts.sqlite'), 'x'.repeat(9000));
    const server = await world.another({ home });
    expect(server.ready).toBe(false);
    expect(await server.admit(withKey(newKey()))).toMatchObject(refused);
    expect(await served(server, keyless())).toBe(200);
  });
});

test('no key is in the log, in an error or in the database', async () => {
  world = await accountWorld();
  const { key } = await holder(world);
  await served(world.accounts, withKey(key));
  await served(world.accounts, withKey(`${key}x`));
  await world.accounts.close();
  expect(world.log.join('\n')).not.toContain(key.slice(8));
  for (const name of ['accounts.sqlite', 'accounts.sqlite-wal']) {
    const content = readFileSync(join(world.home, 'accounts', name), 'latin1');
    expect(content).not.toContain(key.slice(8));
  }
});
