import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setTier } from '../../src/accounts/auth/account-store.ts';
import type { Result } from '../../src/accounts/auth/result.ts';
import { sql } from '../../src/accounts/database.ts';
import { prune } from '../../src/accounts/prune.ts';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, browser, headerOf, statusOf, withKey } from './account-world.ts';
import { has, named, type Service, startMail, startPostgres, textOf } from './services.ts';

const password = 'four quiet herons at dawn';

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('an account on %s', (database, onServer) => {
  describe.skipIf(onServer && !has.postgres)(onServer ? named('life cycle', 'postgres') : 'life cycle', () => {
    let postgres: Service | null = null;
    let mail: Awaited<ReturnType<typeof startMail>>;
    let world: AccountWorld;
    beforeAll(async () => {
      if (onServer) postgres = await startPostgres();
    });
    afterAll(() => postgres?.stop());
    beforeEach(async () => {
      mail = await startMail();
      world = await accountWorld({ smtpUrl: mail.url, databaseUrl: postgres?.url });
      world.time = Date.now();
    });
    afterEach(async () => {
      await world.close();
      await mail.stop();
      expect(world.log.filter((line) => !line.startsWith('info'))).toEqual([]);
    });

    /** The link in the newest email with a subject to an address. */
    async function linkTo(email: string, subject: string): Promise<URL> {
      const newest = () => mail.emails.findLast(({ to, content }) => to === email && content.includes(subject));
      await until(() => newest() !== undefined);
      return new URL(/https:\S+/.exec(textOf(newest()!.content))![0]);
    }
    const tokenOf = (link: URL) => link.searchParams.get('token')!;
    const value = <T>(outcome: Result<T>): T => {
      if (!outcome.done) throw new Error(`${outcome.code}: ${outcome.error}`);
      return outcome.value;
    };
    const cookiesOf = (outcome: Result<unknown>) => (outcome.done ? outcome.cookies : []);

    /** Signs up, confirms and signs in. */
    async function member(email: string) {
      const { people } = world.accounts;
      const visitor = browser();
      value(await people.signUp(visitor, email, password));
      value(await people.confirm(visitor, tokenOf(await linkTo(email, 'Confirm'))));
      const outcome = await people.signIn(visitor, email, password);
      value(outcome);
      visitor.keep(cookiesOf(outcome));
      return visitor;
    }

    test('from signing up to deleting', async () => {
      const { people, own } = world.accounts;
      const visitor = browser();
      const email = `ada@${database.toLowerCase()}.example`;
      value(await people.signUp(visitor, email, password));
      const link = await linkTo(email, 'Confirm your email address');
      expect(link.href).toMatch(/^https:\/\/orbweaver\.example\/account\/confirm\?token=/);
      expect(mail.emails.at(-1)!.from).toBe('orbweaver@orbweaver.example');

      expect(await people.signIn(visitor, email, password)).toMatchObject({ done: false, code: 'not_confirmed' });
      expect(await people.session(visitor)).toBeNull();
      expect(await own.createKey(visitor, 'early')).toMatchObject({ done: false, code: 'signed_out' });

      expect(await people.confirm(visitor, 'nonsense')).toMatchObject({ done: false, code: 'bad_link' });
      value(await people.confirm(visitor, tokenOf(link)));
      const outcome = await people.signIn(visitor, email, password);
      value(outcome);
      for (const cookie of cookiesOf(outcome))
        expect(cookie).toMatch(/^__Host-orbweaver\.\w+=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      visitor.keep(cookiesOf(outcome));
      expect(await people.session(visitor)).toMatchObject({ email });
      expect(value(await own.account(visitor))).toMatchObject({
        email,
        tier: 'free',
        daily_quota: 1000,
        burst_limit: 10,
        active_keys: 0,
        used_today: 0,
      });

      // A key is created, used, listed, limited to one on the free tier, rotated with an overlap, and revoked.
      const first = value(await own.createKey(visitor, 'my laptop'));
      expect(await statusOf(world.accounts, withKey(first.key))).toBe(200);
      expect(await own.createKey(visitor, 'second')).toMatchObject({ done: false, code: 'not_possible' });
      expect(value(await own.keys(visitor))).toMatchObject([
        { name: 'my laptop', state: 'active', key_id: first.key_id },
      ]);
      const second = value(await own.rotateKey(visitor, first.key_id, 2));
      expect(await statusOf(world.accounts, withKey(first.key))).toBe(200);
      expect(await statusOf(world.accounts, withKey(second.key))).toBe(200);
      expect(
        value(await own.keys(visitor))
          .map(({ state }) => state)
          .sort(),
      ).toEqual(['active', 'expiring']);
      world.time += 2 * 3_600_000;
      expect(await statusOf(world.accounts, withKey(first.key))).toBe('revoked_api_key');
      expect(await statusOf(world.accounts, withKey(second.key), 404)).toBe(404);
      expect(await own.rotateKey(visitor, second.key_id, 25)).toMatchObject({ done: false });

      const usage = value(await own.usage(visitor, 7));
      expect(usage).toHaveLength(7);
      expect(usage.reduce((sum, { used }) => sum + used, 0)).toBe(4);
      const keys = value(await own.keys(visitor));
      expect(keys.find(({ key_id }) => key_id === second.key_id)!.last_used_at).toBe(world.time);

      value(await own.revokeKey(visitor, second.key_id));
      expect(await statusOf(world.accounts, withKey(second.key))).toBe('revoked_api_key');
      const third = value(await own.createKey(visitor, 'again'));
      expect(await statusOf(world.accounts, withKey(third.key))).toBe(200);

      const exported = value(await own.exported(visitor));
      expect(exported).toMatchObject({ account: { email }, sessions: [{ current: true }] });
      expect(exported.keys).toHaveLength(3);
      expect(exported.audit_log.map(({ action }) => action)).toEqual([
        'sign-in',
        'keys create',
        'keys rotate',
        'keys revoke',
        'keys create',
      ]);
      for (const { key } of [first, second, third]) expect(JSON.stringify(exported)).not.toContain(key);

      expect(await own.delete(visitor, 'not my password at all')).toMatchObject({ done: false, code: 'not_possible' });
      value(await own.delete(visitor, password));
      expect(await people.session(visitor)).toBeNull();
      expect(await statusOf(world.accounts, withKey(third.key))).toBe('invalid_api_key');
      expect(await people.signIn(visitor, email, password)).toMatchObject({ done: false, code: 'wrong_credentials' });
      for (const table of ['person', 'credential', 'session', 'account', 'api_key'])
        expect((await world.other.rows({ sql: `select * from ${table}`, values: [] })).length).toBe(0);
    });

    test('a reset link sets a new password once and ends every session', async () => {
      const { people } = world.accounts;
      const email = 'lost@example.org';
      const visitor = await member(email);
      value(await people.requestReset(browser(), email));
      const link = await linkTo(email, 'Reset your password');
      expect(link.pathname).toBe('/account/reset');
      expect(await people.resetPassword(browser(), tokenOf(link), 'password1234')).toMatchObject({
        code: 'weak_password',
      });
      const next = 'a heron more, or two, at noon';
      value(await people.resetPassword(browser(), tokenOf(link), next));
      expect(await people.resetPassword(browser(), tokenOf(link), next)).toMatchObject({ code: 'bad_link' });
      expect(await people.session(visitor)).toBeNull();
      expect(await people.signIn(browser(), email, password)).toMatchObject({ code: 'wrong_credentials' });
      value(await people.signIn(browser(), email, next));
      await linkTo(email, 'Your password was changed');
    });

    test('sessions are listed and ended, one or all others', async () => {
      const { people, own } = world.accounts;
      const email = 'many@example.org';
      const visitor = await member(email);
      const others = await Promise.all(
        [1, 2].map(async () => {
          const other = browser();
          other.keep(cookiesOf(await people.signIn(other, email, password)));
          return other;
        }),
      );
      const sessions = value(await own.sessions(visitor));
      expect(sessions).toHaveLength(3);
      expect(sessions.filter(({ current }) => current)).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ user_agent: 'a test' });
      const one = (await people.session(others[0]!))!.session_id;
      value(await own.endSessions(visitor, one));
      expect(await people.session(others[0]!)).toBeNull();
      expect(await people.session(others[1]!)).not.toBeNull();
      expect(await own.endSessions(visitor, one)).toMatchObject({ done: false });
      value(await own.endSessions(visitor, null));
      expect(await people.session(others[1]!)).toBeNull();
      const out = await people.signOut(visitor);
      value(out);
      expect(await people.session(visitor)).toBeNull();
      visitor.keep(cookiesOf(out));
      expect(visitor.headers.cookie).toBeUndefined();
    });

    test('changing the password requires the old one, ends the other sessions, and sends a notice', async () => {
      const { people } = world.accounts;
      const email = 'change@example.org';
      const visitor = await member(email);
      const other = browser();
      other.keep(cookiesOf(await people.signIn(other, email, password)));
      const next = 'a heron more, or two, at noon';
      expect(await people.changePassword(visitor, 'not the old one', next)).toMatchObject({
        code: 'wrong_credentials',
      });
      const outcome = await people.changePassword(visitor, password, next);
      value(outcome);
      visitor.keep(cookiesOf(outcome));
      expect(await people.session(other)).toBeNull();
      expect(await people.session(visitor)).toMatchObject({ email });
      await linkTo(email, 'Your password was changed');
    });

    test('a session cannot reach another account', async () => {
      const { own } = world.accounts;
      const ann = await member('ann@example.org');
      const bob = await member('bob@example.org');
      const { key, key_id } = value(await own.createKey(ann, 'hers'));
      expect(value(await own.keys(bob))).toEqual([]);
      expect(await own.revokeKey(bob, key_id)).toMatchObject({ done: false });
      expect(await own.rotateKey(bob, key_id, 0)).toMatchObject({ done: false });
      const session = value(await own.sessions(ann))[0]!.session_id;
      expect(await own.endSessions(bob, session)).toMatchObject({ done: false });
      expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    });

    test('concurrent requests to create a key on the free tier create one', async () => {
      const { own } = world.accounts;
      const visitor = await member('twice@example.org');
      const results = await Promise.all(Array.from({ length: 8 }, () => own.createKey(visitor, 'one of many')));
      expect(results.filter(({ done }) => done)).toHaveLength(1);
    });

    test('pruning deletes expired sessions and unconfirmed accounts only', async () => {
      const visitor = await member('stays@example.org');
      value(await world.accounts.people.signUp(browser(), 'waits@example.org', password));
      const emails = async () =>
        (await world.other.rows<{ email: string }>(sql`select email from person`)).map(({ email }) => email);
      await world.other.write(prune(Date.now() + 6 * 86_400_000));
      expect(await emails()).toEqual(expect.arrayContaining(['stays@example.org', 'waits@example.org']));
      expect(await world.accounts.people.session(visitor)).not.toBeNull();
      await world.other.write(prune(Date.now() + 8 * 86_400_000));
      expect(await emails()).not.toContain('waits@example.org');
      expect(await emails()).toContain('stays@example.org');
      expect(await world.accounts.people.session(visitor)).toBeNull();
    });

    test('servers that start concurrently create the tables once', async () => {
      const home = join(world.home, 'fresh');
      let { databaseUrl } = world.options;
      if (databaseUrl !== undefined) {
        await world.other.rows(sql`create database fresh`);
        databaseUrl = databaseUrl.replace(/postgres$/, 'fresh');
      }
      const servers = await Promise.all(Array.from({ length: 4 }, () => world.another({ home, databaseUrl })));
      expect(servers.map(({ ready }) => ready)).toEqual([true, true, true, true]);
      expect(world.log.filter((line) => line.startsWith('error'))).toEqual([]);
      for (const server of servers) await server.close();
    });

    test('of 1,000 parallel requests against a quota of 100, 100 are served', async () => {
      const { own } = world.accounts;
      const { key } = value(await own.createKey(await member('limit@example.org'), 'x'));
      const [row] = await world.other.rows<{ id: string }>(
        sql`select id from person where email = 'limit@example.org'`,
      );
      await setTier(world.other, row!.id, { tier: 'enterprise', daily: 100, burst: 5000 }, world.time);
      await world.accounts.refresh();
      const results = await Promise.all(Array.from({ length: 1000 }, () => statusOf(world.accounts, withKey(key))));
      expect(results.filter((result) => result === 200)).toHaveLength(100);
      await world.accounts.close();
      const restarted = await world.another();
      expect(headerOf(await restarted.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe('0');
    });
  });
});

test('without a mail server, emails are written to files that only their owner can read', async () => {
  const world = await accountWorld({ publicUrl: undefined });
  const { people, outbox } = world.accounts;
  expect(outbox).toBe(join(world.home, 'outbox'));
  const visitor = browser('http://localhost:4321');
  expect(await people.signUp(visitor, 'file@example.org', password)).toMatchObject({ done: true });
  await until(
    () => existsSync(outbox!) && readdirSync(outbox!).some((name) => /^\d{8}T\d{6}\.\d{3}Z-\w+\.eml$/.test(name)),
  );
  const [name = ''] = readdirSync(outbox!);
  expect(statSync(join(outbox!, name)).mode & 0o777).toBe(0o600);
  expect(statSync(outbox!).mode & 0o777).toBe(0o700);
  const content = readFileSync(join(outbox!, name), 'utf8');
  expect(content).toMatch(/^To: file@example\.org$/m);
  expect(textOf(content)).toMatch(/^http:\/\/localhost:4321\/account\/confirm\?token=\S+$/m);
  await world.close();
});
