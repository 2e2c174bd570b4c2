import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/accounts/auth/result.ts';
import { newSignUpCookie } from '../../src/accounts/auth/session-cookie.ts';
import type { Visitor } from '../../src/accounts/auth/visitor.ts';
import { sql } from '../../src/accounts/database.ts';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, browser, statusOf, withKey } from './account-world.ts';
import { has, named, type Service, startMail, startPostgres, textOf } from './services.ts';

/** Somebody signs up with the address of another person, before or after that person does. */

const victim = 'victim@example.org';
const victims = 'four quiet herons at dawn';
const attackers = 'nine loud magpies at dusk';

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('on %s', (_database, onServer) => {
  describe.skipIf(onServer && !has.postgres)(onServer ? named('a sign-up', 'postgres') : 'a sign-up', () => {
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
      await world.other.write([sql`delete from person`]);
    });
    afterEach(async () => {
      await world.close();
      await mail.stop();
    });

    const attacker = () => browser('https://orbweaver.example', '203.0.113.66');
    const codeOf = (result: Result<unknown>) => (result.done ? 'done' : result.code);
    const tokens = (subject: string) =>
      mail.emails
        .filter(({ content }) => content.includes(`Subject: ${subject}`))
        .map(({ content }) => new URL(/https:\S+/.exec(textOf(content))![0]).searchParams.get('token')!);
    async function newest(subject: string, count: number): Promise<string> {
      await until(() => tokens(subject).length === count);
      return tokens(subject).at(-1)!;
    }
    const people = () => world.accounts.people;
    const signIn = async (password: string) => codeOf(await people().signIn(browser(), victim, password));
    const signUp = async (password: string, visitor = browser()) =>
      expect(codeOf(await people().signUp(visitor, victim, password))).toBe('done');

    test('by an attacker is replaced by that of the owner: its link and its password become invalid', async () => {
      await signUp(attackers, attacker());
      const early = await newest('Confirm', 1);
      await signUp(victims);
      const own = await newest('Confirm', 2);
      expect(codeOf(await people().confirm(browser(), early))).toBe('bad_link');
      expect(codeOf(await people().confirm(browser(), early, attackers))).toBe('bad_link');
      expect([await signIn(victims), await signIn(attackers)]).toEqual(['not_confirmed', 'wrong_credentials']);
      expect(codeOf(await people().confirm(browser(), own, victims))).toBe('done');
      expect([await signIn(victims), await signIn(attackers)]).toEqual(['done', 'wrong_credentials']);
      // A second click succeeds, and needs no password any more.
      expect(codeOf(await people().confirm(browser(), own))).toBe('done');
    });

    test('by an attacker after that of the owner is not confirmed by the owner, whose password it does not have', async () => {
      await signUp(victims);
      const own = await newest('Confirm', 1);
      await signUp(attackers, attacker());
      const late = await newest('Confirm', 2);
      expect(codeOf(await people().confirm(browser(), own))).toBe('bad_link');
      expect(codeOf(await people().confirm(browser(), late))).toBe('password_needed');
      expect(codeOf(await people().confirm(browser(), late, victims))).toBe('wrong_credentials');
      // Nor by a link that is requested again.
      expect(codeOf(await people().sendConfirmation(browser(), victim))).toBe('done');
      const again = await newest('Confirm', 3);
      expect(codeOf(await people().confirm(browser(), again))).toBe('password_needed');
      expect(await signIn(attackers)).toBe('not_confirmed');
      await signUp(victims);
      // That sign-in sent the fourth email.
      expect(codeOf(await people().confirm(browser(), await newest('Confirm', 5), victims))).toBe('done');
      expect([await signIn(victims), await signIn(attackers)]).toEqual(['done', 'wrong_credentials']);
    });

    describe('in a browser that has the cookie of its form', () => {
      /** A visitor who has opened the form. */
      const reader = (visitor = browser()) => {
        visitor.keep([newSignUpCookie(true)]);
        return visitor;
      };
      const confirm = (visitor: Visitor, token: string, secret = '') => people().confirm(visitor, token, secret);
      /** Whether the result signs in. */
      const signsIn = (result: Result) =>
        result.done && result.cookies.some((cookie) => /session_token=\w/.test(cookie));

      test('is confirmed and signed in there, once; elsewhere it is only confirmed', async () => {
        const owner = reader();
        await signUp(victims, owner);
        const token = await newest('Confirm', 1);
        const first = await confirm(owner, token);
        expect(signsIn(first)).toBe(true);
        owner.keep(first.done ? first.cookies : []);
        expect(await people().session(owner)).toMatchObject({ email: victim });
        expect(owner.headers.cookie).not.toContain('sign_up');
        for (const again of [owner, reader(), browser()])
          expect([codeOf(await confirm(again, token)), signsIn(await confirm(again, token))]).toEqual(['done', false]);
      });

      test('signs in neither another browser nor a form of another site', async () => {
        const owner = reader();
        await signUp(victims, owner);
        const token = await newest('Confirm', 1);
        const headers = { ...owner.headers, 'sec-fetch-site': 'cross-site' };
        expect(signsIn(await confirm({ ...owner, headers }, token))).toBe(false);
        expect(signsIn(await confirm(reader(), token))).toBe(false);
      });

      test('by an attacker does not sign in the owner, nor by the owner the attacker', async () => {
        const [owner, thief] = [reader(), reader(attacker())];
        await signUp(victims, owner);
        await signUp(attackers, thief);
        const token = await newest('Confirm', 2);
        // The last sign-up is the attacker's: the owner's cookie proves no more.
        expect(codeOf(await confirm(owner, token))).toBe('password_needed');
        await signUp(victims, owner);
        const own = await newest('Confirm', 3);
        expect(codeOf(await confirm(thief, own))).toBe('password_needed');
        expect(codeOf(await confirm(thief, own, attackers))).toBe('wrong_credentials');
        // The author of the last sign-up types the password once, even if there were others.
        expect(signsIn(await confirm(owner, own))).toBe(true);
        expect(await signIn(attackers)).toBe('wrong_credentials');
      });

      test('twice in another browser requires the password, which signs in, too', async () => {
        await signUp(attackers);
        await signUp(victims);
        const elsewhere = browser();
        const confirmed = await confirm(elsewhere, await newest('Confirm', 2), victims);
        expect(signsIn(confirmed)).toBe(true);
      });

      test('is not signed in after a reset, which another person requested', async () => {
        const thief = reader(attacker());
        await signUp(attackers, thief);
        const token = await newest('Confirm', 1);
        await people().requestReset(browser(), victim);
        expect(codeOf(await people().resetPassword(browser(), await newest('Reset', 1), victims))).toBe('done');
        expect(codeOf(await confirm(thief, token))).toBe('bad_link');
      });
    });

    test('of a confirmed address replaces nothing, however often and at the same time', async () => {
      await signUp(victims);
      const token = await newest('Confirm', 1);
      const all = await Promise.all([
        people().confirm(browser(), token),
        ...Array.from({ length: 4 }, () => people().signUp(attacker(), victim, attackers)),
      ]);
      const confirmed = all[0]!.done;
      await signUp(attackers, attacker());
      if (confirmed) expect([await signIn(victims), await signIn(attackers)]).toEqual(['done', 'wrong_credentials']);
      else expect([await signIn(victims), await signIn(attackers)]).toEqual(['wrong_credentials', 'not_confirmed']);
    });

    test('by two at the same time stores one password', async () => {
      await Promise.all([signUp(victims), signUp(attackers, attacker())]);
      const results = [await signIn(victims), await signIn(attackers)];
      expect(results.sort()).toEqual(['not_confirmed', 'wrong_credentials']);
      const rows = await world.other.rows(sql`select id from credential`);
      expect(rows).toHaveLength(1);
    });

    test('that the owner confirmed by mistake is taken back by a reset, with its sessions and keys', async () => {
      await signUp(attackers, attacker());
      expect(codeOf(await people().confirm(browser(), await newest('Confirm', 1)))).toBe('done');
      const thief = attacker();
      const signedIn = await people().signIn(thief, victim, attackers);
      if (signedIn.done) thief.keep(signedIn.cookies);
      const made = await world.accounts.own.createKey(thief, 'not hers');
      if (!made.done) throw new Error(made.error);
      expect(await statusOf(world.accounts, withKey(made.value.key))).toBe(200);
      await people().requestReset(browser(), victim);
      const token = await newest('Reset', 1);
      expect(await people().keysOfReset(token)).toMatchObject([{ name: 'not hers', state: 'active' }]);
      expect(await people().keysOfReset('nonsense')).toEqual([]);
      expect(codeOf(await people().resetPassword(browser(), token, victims))).toBe('done');
      expect(await statusOf(world.accounts, withKey(made.value.key))).toBe('revoked_api_key');
      expect(await people().session(thief)).toBeNull();
      expect([await signIn(victims), await signIn(attackers)]).toEqual(['done', 'wrong_credentials']);
      await until(() => mail.emails.some(({ content }) => content.includes('One API key was revoked')));
    });

    test('is followed by resets that keep the keys that the owner chose', async () => {
      await signUp(victims);
      await people().confirm(browser(), await newest('Confirm', 1));
      const owner = browser();
      const signedIn = await people().signIn(owner, victim, victims);
      if (signedIn.done) owner.keep(signedIn.cookies);
      const { own } = world.accounts;
      const first = await own.createKey(owner, 'laptop');
      if (!first.done) throw new Error(first.error);
      const second = await own.rotateKey(owner, first.value.key_id, 24);
      if (!second.done) throw new Error(second.error);
      await people().requestReset(browser(), victim);
      const token = await newest('Reset', 1);
      expect((await people().keysOfReset(token)).map(({ state }) => state).sort()).toEqual(['active', 'expiring']);
      const keeps = (id: string) => id === second.value.key_id;
      expect(codeOf(await people().resetPassword(browser(), token, attackers, keeps))).toBe('done');
      expect(await statusOf(world.accounts, withKey(first.value.key))).toBe('revoked_api_key');
      expect(await statusOf(world.accounts, withKey(second.value.key))).toBe(200);
      expect(await people().keysOfReset(token)).toEqual([]);
    });
  });
});
