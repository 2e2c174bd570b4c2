import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/accounts/auth/result.ts';
import { sql } from '../../src/accounts/database.ts';
import { type AccountWorld, accountWorld, browser } from '../accounts/account-world.ts';
import { has, named, type Service, startMail, startPostgres, textOf } from '../accounts/services.ts';
import { until } from '../until.ts';

/** A thief who knows the old password, and whose requests wait while the owner resets it or changes it. */

const email = 'owner@example.org';
const old = 'four quiet herons at dawn';
const next = 'a heron more, or two, at noon';
const thiefs = 'nine loud magpies at dusk';
const nothing = { code: '', recovery: '', passkey: '' };

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('on %s', (_database, onServer) => {
  describe.skipIf(onServer && !has.postgres)(onServer ? named('a reset', 'postgres') : 'a reset', () => {
    let postgres: Service | null = null;
    let mail: Awaited<ReturnType<typeof startMail>>;
    let world: AccountWorld;
    /** What happens while a guess waits after five wrong ones of its network; at most once. */
    let meanwhile: (() => Promise<unknown>) | null;
    let thief: ReturnType<typeof browser>;
    beforeAll(async () => {
      if (onServer) postgres = await startPostgres();
    });
    afterAll(() => postgres?.stop());
    beforeEach(async () => {
      mail = await startMail();
      meanwhile = null;
      const sleep = async () => {
        const work = meanwhile;
        meanwhile = null;
        await work?.();
      };
      world = await accountWorld({ smtpUrl: mail.url, databaseUrl: postgres?.url, sleep });
      await world.other.write([sql`delete from person`]);
      await people().signUp(browser(), email, old);
      value(await people().confirm(browser(), await newestToken('Confirm')));
      thief = browser('https://orbweaver.example', '203.0.113.66');
      await signedIn(thief);
    });
    afterEach(async () => {
      await world.close();
      await mail.stop();
    });

    const people = () => world.accounts.people;
    const codeOf = (result: Result<unknown>) => (result.done ? 'done' : result.code);
    const value = <T>(result: Result<T>): T => {
      if (!result.done) throw new Error(`${result.code}: ${result.error}`);
      return result.value;
    };
    const received = (subject: string) => mail.emails.filter(({ content }) => content.includes(`Subject: ${subject}`));
    async function newestToken(subject: string, count = 1): Promise<string> {
      await until(() => received(subject).length >= count);
      return new URL(/https:\S+/.exec(textOf(received(subject).at(-1)!.content))![0]).searchParams.get('token')!;
    }
    async function signedIn(visitor: ReturnType<typeof browser>): Promise<void> {
      const outcome = await people().signIn(visitor, email, old);
      value(outcome);
      if (outcome.done) visitor.keep(outcome.cookies);
    }
    async function resetByOwner(): Promise<void> {
      await people().requestReset(browser(), email);
      value(await people().resetPassword(browser(), await newestToken('Reset'), next));
    }
    /** Makes the thief's next guess wait, and the owner reset the password meanwhile. */
    async function resetDuringNextGuess(): Promise<void> {
      for (let count = 0; count < 5; count++)
        expect(codeOf(await people().signIn(thief, email, `wrong ${count} and long enough`))).toBe('wrong_credentials');
      meanwhile = resetByOwner;
    }
    const count = async (table: 'session' | 'second_factor' | 'api_key' | 'feed' | 'person' | 'verification') =>
      (await world.other.rows<{ n: number }>(sql`select count(*) as n from ${{ sql: table, values: [] }}`))[0]!.n;
    async function authenticatorApp() {
      value(await world.accounts.factors.startTotp(thief, old));
      const { secret } = value(await world.accounts.factors.shown(thief)).pending!;
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.time });
      value(await world.accounts.factors.confirmTotp(thief, code()));
      world.time += 60_000;
      return code;
    }

    test('is followed by no sign-in with the old password, which was checked before', async () => {
      await resetDuringNextGuess();
      expect(codeOf(await people().signIn(thief, email, old))).toBe('wrong_credentials');
      expect(await count('session')).toBe(0);
      expect(codeOf(await people().signIn(browser(), email, next))).toBe('done');
    });

    test('is followed by no second step of a sign-in with the old password', async () => {
      const code = await authenticatorApp();
      const begun = value(await people().signIn(thief, email, old))!.step;
      await resetDuringNextGuess();
      expect(codeOf(await people().signIn(thief, email, old))).toBe('wrong_credentials');
      const { factors } = world.accounts;
      expect(codeOf(await factors.signIn(thief, begun, { ...nothing, code: code() }))).toBe('step_expired');
      expect([await count('session'), await count('verification')]).toEqual([0, 0]);
    });

    test.each<[string, () => Promise<Result<unknown>>]>([
      ['password', () => people().changePassword(thief, old, thiefs)],
      ['second factor', () => world.accounts.factors.startTotp(thief, old)],
      ['account', () => world.accounts.own.delete(thief, old)],
    ])('is followed by no change of the %s in a session that it has ended', async (_what, change) => {
      await resetDuringNextGuess();
      expect(codeOf(await change())).toBe('signed_out');
      expect([await count('person'), await count('second_factor'), await count('session')]).toEqual([1, 0, 0]);
      expect(codeOf(await people().signIn(browser(), email, next))).toBe('done');
    });

    test('is followed by no key or feed of a session that it has ended', async () => {
      const { own } = world.accounts;
      const made = await own.createFeed(thief, 'garden', async () => {
        await resetByOwner();
        return 'lat=1&lon=2';
      });
      expect(codeOf(made)).toBe('signed_out');
      expect(await count('feed')).toBe(0);
      // Keys and resets in any order: whatever was made before the reset, it revoked.
      await signedInWith(next);
      await people().requestReset(browser(), email);
      const token = await newestToken('Reset', 2);
      await Promise.all([
        people().resetPassword(browser(), token, old),
        ...Array.from({ length: 20 }, async () => {
          const key = await own.createKey(thief, 'thief');
          if (key.done) await own.rotateKey(thief, key.value.key_id, 0);
        }),
      ]);
      expect(await world.other.rows(sql`select key_id from api_key where revoked_at is null`)).toEqual([]);
    });
    async function signedInWith(password: string) {
      const outcome = await people().signIn(thief, email, password);
      if (outcome.done) thief.keep(outcome.cookies);
    }

    test('happens once: of two links that are used at the same time, one works', async () => {
      await people().requestReset(browser(), email);
      await people().requestReset(browser(), email);
      await until(() => received('Reset').length === 2);
      const tokens = received('Reset').map(
        ({ content }) => new URL(/https:\S+/.exec(textOf(content))![0]).searchParams.get('token')!,
      );
      const results = await Promise.all(
        tokens.map((token, at) => people().resetPassword(browser(), token, `${next} ${at}`)),
      );
      expect(results.map(codeOf).sort()).toEqual(['bad_link', 'done']);
      expect(await count('verification')).toBe(0);
    });

    test('and a change of the password end a sign-in that waits for its second step', async () => {
      const code = await authenticatorApp();
      const begun = value(await people().signIn(browser(), email, old))!.step;
      value(await people().changePassword(thief, old, next));
      const { factors } = world.accounts;
      expect(codeOf(await factors.signIn(browser(), begun, { ...nothing, code: code() }))).toBe('step_expired');
    });
  });
});
