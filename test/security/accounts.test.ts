import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../src/accounts/auth/result.ts';
import { sql } from '../../src/accounts/database.ts';
import { newKey } from '../../src/accounts/keys/key.ts';
import { createKey, revokeKey, rotateKey } from '../../src/accounts/keys/key-store.ts';
import { FixedWindowLimiter } from '../../src/accounts/limits/fixed-window-limiter.ts';
import {
  type AccountWorld,
  accountWorld,
  browser,
  headerOf,
  holder,
  keyless,
  noon,
  statusOf,
  withKey,
} from '../accounts/account-world.ts';
import { startMail, textOf } from '../accounts/services.ts';
import { until } from '../until.ts';

/** Findings of the security review about accounts, keys and limits, each reproduced as a test. */

const password = 'four quiet herons at dawn';
const email = 'owner@example.org';
let mail: Awaited<ReturnType<typeof startMail>>;
let world: AccountWorld;
let visitors = 0;

beforeEach(async () => {
  mail = await startMail();
  world = await accountWorld({ smtpUrl: mail.url });
});
afterEach(async () => {
  await world.close();
  await mail.stop();
});

const from = (ip: string) => browser('https://orbweaver.example', ip);
/** A visitor from a new IP address. */
const stranger = () => from(`198.51.${100 + (++visitors >> 8)}.${visitors & 255}`);
const value = <T>(result: Result<T>): T => {
  if (!result.done) throw new Error(`${result.code}: ${result.error}`);
  return result.value;
};
const subjects = () => mail.emails.map(({ content }) => /^Subject: (.*?)\r?$/m.exec(content)![1]!);
const received = (subject: string) => until(() => subjects().includes(subject));
const newestLink = (subject: string): URL =>
  new URL(/https:\S+/.exec(textOf(mail.emails.findLast(({ content }) => content.includes(subject))!.content))![0]);
const tokenOf = (link: URL) => link.searchParams.get('token')!;

/** Signs up, confirms and signs in. */
async function owner(visitor = stranger()) {
  const { people } = world.accounts;
  value(await people.signUp(visitor, email, password));
  await received('Confirm your email address');
  value(await people.confirm(visitor, tokenOf(newestLink('Confirm your email'))));
  const signedIn = await people.signIn(visitor, email, password);
  value(signedIn);
  if (signedIn.done) visitor.keep(signedIn.cookies);
  return visitor;
}

async function guess(times: number, visitor: () => ReturnType<typeof stranger>): Promise<void> {
  for (let i = 0; i < times; i++)
    expect(await world.accounts.people.signIn(visitor(), email, `wrong ${i} and long enough`)).toMatchObject({
      code: 'wrong_credentials',
    });
}

describe('B1: others can neither lock an account nor suppress its emails', () => {
  test('after 50 wrong passwords from five IP addresses, the owner signs in from a known network without delay', async () => {
    const visitor = await owner();
    await guess(10, () => from('203.0.113.1'));
    for (let i = 0; i < 40; i++)
      expect(
        await world.accounts.people.signIn(from(`203.0.113.${2 + (i % 4)}`), email, `wrong ${i} and long enough`),
      ).toMatchObject({ code: 'by_email' });
    world.delays.length = 0;
    world.time += 60_000;
    value(await world.accounts.people.signIn(visitor, email, password));
    expect(world.delays).toEqual([]);
  });

  test('repeated guesses are slowed down, and the right password still works', async () => {
    const visitor = await owner();
    await guess(5, () => visitor);
    expect(world.delays).toEqual([]);
    world.time += 60_000;
    await guess(9, () => visitor);
    expect(world.delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    value(await world.accounts.people.signIn(visitor, email, password));
    world.delays.length = 0;
    world.time += 60_000;
    value(await world.accounts.people.signIn(visitor, email, password));
    expect(world.delays).toEqual([]);
  });

  test('a reset clears the count of wrong passwords', async () => {
    const { people } = world.accounts;
    const visitor = await owner();
    await guess(7, () => visitor);
    value(await people.requestReset(visitor, email));
    await received('Reset your password');
    const next = 'a heron more, or two, at noon';
    value(await people.resetPassword(visitor, tokenOf(newestLink('Reset your password')), next));
    world.delays.length = 0;
    value(await people.signIn(visitor, email, next));
    expect(world.delays).toEqual([]);
  });

  test('requests for emails by others do not suppress the notice of a changed password', async () => {
    const visitor = await owner();
    await Promise.all(Array.from({ length: 30 }, () => world.accounts.people.requestReset(stranger(), email)));
    const changed = await world.accounts.people.changePassword(visitor, password, 'a heron more, or two, at noon');
    value(changed);
    await received('Your password was changed');
    expect(subjects().filter((subject) => subject === 'Reset your password')).toHaveLength(5);
  });

  test('creating or rotating a key sends an email', async () => {
    const visitor = await owner();
    const created = value(await world.accounts.own.createKey(visitor, 'laptop'));
    await received('A new API key was created');
    value(await world.accounts.own.rotateKey(visitor, created.key_id, 0));
    await until(() => subjects().filter((subject) => subject === 'A new API key was created').length === 2);
    for (const { content } of mail.emails) expect(content).not.toContain(created.key);
  });
});

describe('B2: a clock that ran ahead and is set back', () => {
  test('does not block keys or IP addresses until the earlier time is reached again', async () => {
    const { key } = await holder(world, { daily: 1000, burst: 10 });
    world.time = noon + 3_600_000;
    for (let i = 0; i < 5; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    for (let i = 0; i < 5; i++) expect(await statusOf(world.accounts, keyless())).toBe(200);
    world.time = noon;
    for (let i = 0; i < 3; i++) {
      world.time += 1000;
      for (let n = 0; n < 5; n++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
      for (let n = 0; n < 5; n++) expect(await statusOf(world.accounts, keyless())).toBe(200);
    }
  });

  test('over midnight continues from the earlier usage of the correct day', async () => {
    const { key } = await holder(world, { daily: 10, burst: 100 });
    for (let i = 0; i < 4; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    await world.accounts.refresh();
    world.time = noon + 86_400_000;
    for (let i = 0; i < 10; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    expect(await statusOf(world.accounts, withKey(key))).toBe('daily_quota_exceeded');
    // Counts are written within half a second.
    await until(async () => {
      const [row] = await world.other.rows<{ n: number }>(
        sql`select count(*) as n from use_by_day where subject like 'account:%' and used in (4, 10)`,
      );
      return row!.n === 2;
    });
    world.time = noon + 2000;
    const admission = await world.accounts.admit(withKey(key));
    expect(headerOf(admission, 'X-RateLimit-Remaining')).toBe('5');
  });

  test('does not count attempts in the future', () => {
    const limiter = new FixedWindowLimiter(1, 60_000);
    limiter.count('a', noon + 3_600_000);
    expect(limiter.retryAfter('a', noon)).toBe(0);
    limiter.count('a', noon);
    expect(limiter.retryAfter('a', noon)).toBe(60);
  });
});

describe('B6: password reset links', () => {
  test('stop working once the password is changed or reset', async () => {
    const { people } = world.accounts;
    const visitor = await owner();
    const tokens: string[] = [];
    for (let i = 1; i <= 3; i++) {
      value(await people.requestReset(stranger(), email));
      await until(() => subjects().filter((subject) => subject === 'Reset your password').length === i);
      tokens.push(tokenOf(newestLink('Reset your password')));
    }
    const [first, second, third] = tokens as [string, string, string];
    value(await people.resetPassword(stranger(), first, 'a heron more, or two, at noon'));
    expect(await people.resetPassword(stranger(), second, 'yet another heron at noon')).toMatchObject({
      code: 'bad_link',
    });
    const again = await people.signIn(visitor, email, 'a heron more, or two, at noon');
    if (again.done) visitor.keep(again.cookies);
    value(await people.requestReset(stranger(), email));
    await until(() => subjects().filter((subject) => subject === 'Reset your password').length === 4);
    const fourth = tokenOf(newestLink('Reset your password'));
    value(await people.changePassword(visitor, 'a heron more, or two, at noon', 'the last heron of them all'));
    for (const token of [third, fourth])
      expect(await people.resetPassword(stranger(), token, 'yet another heron at noon')).toMatchObject({
        code: 'bad_link',
      });
  });
});

describe('C5: a free account cannot exceed the limits of its tier', () => {
  test('by rotating, revoking and creating keys in turn', async () => {
    const { accountId, keyId } = await holder(world);
    const rotated = await rotateKey(world.other, accountId, keyId, 24, world.time);
    await revokeKey(world.other, accountId, rotated.key_id, world.time);
    await expect(createKey(world.other, accountId, 'one more', world.time)).rejects.toThrow(/already has its one key/);
    world.time += 24 * 3_600_000 + 1;
    await createKey(world.other, accountId, 'one more', world.time);
  });

  test('by sending requests with two keys in one second', async () => {
    const { accountId, key, keyId } = await holder(world);
    const second = await rotateKey(world.other, accountId, keyId, 24, world.time);
    const results = [];
    for (let i = 0; i < 20; i++) results.push(await statusOf(world.accounts, withKey(i % 2 ? key : second.key)));
    expect(results.filter((result) => result === 200)).toHaveLength(10);
  });
});

describe('C6: invalid keys', () => {
  test('if malformed, do not block a valid key from the same IP address', async () => {
    const { key } = await holder(world);
    for (let i = 0; i < 60; i++)
      expect(
        await statusOf(world.accounts, withKey('', { authorization: undefined, apiKey: i % 2 ? 'ow_x' : `${key}x` })),
      ).toBe('malformed_api_key');
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
  });

  test('if unknown, are still limited', async () => {
    for (let i = 0; i < 20; i++) expect(await statusOf(world.accounts, withKey(newKey()))).toBe('invalid_api_key');
    expect(await statusOf(world.accounts, withKey(newKey()))).toBe('burst_limit_exceeded');
  });
});

describe('C8: a deleted account', () => {
  test('leaves nothing in any file: no email address, no key name, no email in the outbox', async () => {
    const own = await accountWorld();
    onTestFinished(() => own.close());
    const { people, own: account, outbox } = own.accounts;
    const visitor = stranger();
    const files = () => readdirSync(outbox!).map((name) => readFileSync(join(outbox!, name), 'utf8'));
    value(await people.signUp(visitor, 'gone@example.org', password));
    value(await people.signUp(stranger(), 'stays@example.org', password));
    const outboxHas = (to: string) => {
      try {
        return files().find((content) => content.includes(`To: ${to}`));
      } catch {
        return undefined;
      }
    };
    await until(() => outboxHas('gone@example.org') !== undefined && outboxHas('stays@example.org') !== undefined);
    value(
      await people.confirm(visitor, tokenOf(new URL(/^https:\S+$/m.exec(textOf(outboxHas('gone@example.org')!))![0]))),
    );
    const signedIn = await people.signIn(visitor, 'gone@example.org', password);
    if (signedIn.done) visitor.keep(signedIn.cookies);
    value(await account.createKey(visitor, 'key-with-a-telling-name'));
    value(await account.delete(visitor, password));
    expect(outboxHas('gone@example.org')).toBeUndefined();
    expect(outboxHas('stays@example.org')).toBeDefined();
    await own.other.close();
    await own.accounts.close();
    for (const name of readdirSync(join(own.home, 'accounts'))) {
      const content = readFileSync(join(own.home, 'accounts', name), 'latin1');
      expect([name, content.includes('gone@example.org'), content.includes('key-with-a-telling-name')]).toEqual([
        name,
        false,
        false,
      ]);
    }
  });
});

describe('C14: the security log', () => {
  test('has sign-ins, failures, slowdowns, keys, and new networks, on the page and in the export', async () => {
    const { own } = world.accounts;
    const visitor = await owner(from('192.0.2.7'));
    await guess(7, () => from('203.0.113.9'));
    const created = value(await own.createKey(visitor, 'laptop'));
    const request = (ip: string) => statusOf(world.accounts, withKey(created.key, { address: ip }));
    for (const ip of ['192.0.2.7', '192.0.2.200', '203.0.113.5', '203.0.113.6']) expect(await request(ip)).toBe(200);
    await until(async () => value(await own.activity(visitor)).some(({ action }) => action.startsWith('key used')));
    value(await own.revokeKey(visitor, created.key_id));
    const seen = value(await own.activity(visitor)).map(
      ({ action, details }) => `${action} ${details['network'] ?? ''}`,
    );
    expect(seen.sort()).toEqual([
      'key used from a new network 203.0.113.0/24',
      'keys create 192.0.2.7',
      'keys revoke ',
      'sign-in 192.0.2.7',
      ...Array.from({ length: 4 }, () => 'sign-in failed 203.0.113.9'),
      'sign-in slowed 203.0.113.9',
    ]);
    const exported = value(await own.exported(visitor));
    expect(exported.audit_log).toHaveLength(seen.length);
    expect(JSON.stringify(exported.audit_log)).not.toMatch(/wrong \d|four quiet/);
    expect(world.log.filter((line) => line.includes('wrong password'))).toHaveLength(7);
    expect(world.log.join('\n')).not.toMatch(/owner@example|four quiet|and long enough/);
  });
});

describe('C16: breached passwords', () => {
  test.each([
    'liverpool123',
    'january2026!',
    'Summer2026!!!',
    'q1w2e3r4t5y6',
    'qazwsxedcrfv',
    'minecraft123',
    'Manchester1!',
    'charlie-samantha',
  ])('%s is refused', async (candidate) => {
    expect(await world.accounts.people.signUp(stranger(), email, candidate)).toMatchObject({
      code: 'weak_password',
      error: expect.stringContaining('data breaches'),
    });
  });
});

describe('C20: links in emails', () => {
  test('lead to the port of this server, whatever origin the request names', async () => {
    const own = await accountWorld({ publicUrl: undefined });
    onTestFinished(() => own.close());
    const visitor = { ...browser('http://localhost:31337'), localPort: 4321 };
    const forged = { ...visitor, headers: { ...visitor.headers, origin: undefined } };
    value(await own.accounts.people.signUp(forged, 'port@example.org', password));
    const files = () => {
      try {
        return readdirSync(own.accounts.outbox!).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
      } catch {
        return [];
      }
    };
    await until(() => files().length > 0);
    const content = readFileSync(join(own.accounts.outbox!, files()[0]!), 'utf8');
    expect(textOf(content)).toMatch(/^http:\/\/localhost:4321\/account\/confirm\?token=\S+$/m);
  });
});
