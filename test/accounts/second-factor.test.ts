import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/accounts/auth/result.ts';
import { firstRecoveryCodes, removeFactors } from '../../src/accounts/auth/second-factor-store.ts';
import { sql } from '../../src/accounts/database.ts';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, browser, statusOf, withKey } from './account-world.ts';
import { has, named, type Service, startMail, startPostgres, textOf } from './services.ts';

const password = 'four quiet herons at dawn';
const email = 'owner@example.org';
const nothing = { code: '', recovery: '', passkey: '' };

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('on %s', (_database, onServer) => {
  describe.skipIf(onServer && !has.postgres)(
    onServer ? named('a second factor', 'postgres') : 'a second factor',
    () => {
      let postgres: Service | null = null;
      let mail: Awaited<ReturnType<typeof startMail>>;
      let world: AccountWorld;
      let visitor: ReturnType<typeof browser>;
      beforeAll(async () => {
        if (onServer) postgres = await startPostgres();
      });
      afterAll(() => postgres?.stop());
      beforeEach(async () => {
        mail = await startMail();
        world = await accountWorld({ smtpUrl: mail.url, databaseUrl: postgres?.url });
        await world.other.write([sql`delete from person`]);
        visitor = browser();
        await people().signUp(visitor, email, password);
        value(await people().confirm(visitor, await newestToken('Confirm')));
        await signIn(visitor);
      });
      afterEach(async () => {
        await world.close();
        await mail.stop();
      });

      const people = () => world.accounts.people;
      const factors = () => world.accounts.factors;
      const codeOf = (result: Result<unknown>) => (result.done ? 'done' : result.code);
      const value = <T>(result: Result<T>): T => {
        if (!result.done) throw new Error(`${result.code}: ${result.error}`);
        return result.value;
      };
      const received = (subject: string) =>
        mail.emails.filter(({ content }) => content.includes(`Subject: ${subject}`));
      async function newestToken(subject: string): Promise<string> {
        await until(() => received(subject).length > 0);
        return new URL(/https:\S+/.exec(textOf(received(subject).at(-1)!.content))![0]).searchParams.get('token')!;
      }
      async function signIn(who: ReturnType<typeof browser>): Promise<void> {
        const outcome = await people().signIn(who, email, password);
        value(outcome);
        if (outcome.done) who.keep(outcome.cookies);
      }
      /** The code that an authenticator app shows. */
      const codeAt = (secret: string, time = world.time) =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

      /** Sets up an authenticator app; returns its secret and the recovery codes. */
      async function setUp() {
        value(await factors().startTotp(visitor, password));
        const { secret, uri } = value(await factors().shown(visitor)).pending!;
        expect(uri).toMatch(/^otpauth:\/\/totp\/Orbweaver:/);
        const made = value(await factors().confirmTotp(visitor, codeAt(secret)));
        world.time += 60_000;
        return { secret, codes: made!.recovery_codes };
      }
      /** The step after the right password, from another browser. */
      async function step(): Promise<string> {
        world.time += 60_000;
        const outcome = await people().signIn(browser(), email, password);
        expect(outcome).toMatchObject({ done: true, cookies: [] });
        return value(outcome)!.step;
      }

      test('is required for signing in once its first code was right, and works once', async () => {
        expect(await factors().startTotp(visitor, 'not the password')).toMatchObject({ code: 'wrong_credentials' });
        value(await factors().startTotp(visitor, password));
        expect(codeOf(await factors().confirmTotp(visitor, '000000'))).toBe('wrong_code');
        // Not confirmed: not required.
        await signIn(browser());
        const { secret, codes } = await setUp();
        expect(codes).toHaveLength(10);
        expect(value(await factors().shown(visitor))).toMatchObject({ factors: [{ kind: 'totp' }], pending: null });

        const first = await step();
        expect(await factors().stepOf(browser(), first)).toMatchObject({ totp: true, request_options: null });
        expect(codeOf(await factors().signIn(browser(), first, { ...nothing, code: '12345' }))).toBe('wrong_code');
        expect(codeOf(await factors().signIn(browser(), 'nonsense', { ...nothing, code: codeAt(secret) }))).toBe(
          'step_expired',
        );
        const other = browser();
        const signedIn = await factors().signIn(other, first, { ...nothing, code: codeAt(secret) });
        value(signedIn);
        if (signedIn.done) other.keep(signedIn.cookies);
        expect(await people().session(other)).toMatchObject({ email });
        // Neither the step nor the code works again.
        expect(codeOf(await factors().signIn(browser(), first, { ...nothing, code: codeAt(secret) }))).toBe(
          'step_expired',
        );
        const time = world.time;
        const second = await step();
        expect(codeOf(await factors().signIn(browser(), second, { ...nothing, code: codeAt(secret, time) }))).toBe(
          'wrong_code',
        );
        world.time += 600_000;
        expect(codeOf(await factors().signIn(browser(), second, { ...nothing, code: codeAt(secret) }))).toBe(
          'step_expired',
        );
        expect(await factors().stepOf(browser(), second)).toBeNull();
      });

      test('whose first code is sent twice at the same time is confirmed once, with one set of recovery codes', async () => {
        value(await factors().startTotp(visitor, password));
        const { secret } = value(await factors().shown(visitor)).pending!;
        const confirmed = await Promise.all([1, 2].map(() => factors().confirmTotp(visitor, codeAt(secret))));
        expect(confirmed.map(codeOf).sort()).toEqual(['done', 'setup_expired']);
        const shown = confirmed.flatMap((result) => (result.done ? result.value!.recovery_codes : []));
        const outcome = await factors().signIn(browser(), await step(), { ...nothing, recovery: shown[0]! });
        expect(codeOf(outcome)).toBe('done');
      });

      test('added twice at the same time, such as two passkeys, gets one set of recovery codes', async () => {
        const [person] = await world.other.rows<{ id: string }>(sql`select id from person`);
        const made = await Promise.all([1, 2, 3].map(() => firstRecoveryCodes(world.other, person!.id)));
        expect(made.filter((codes) => codes !== null)).toEqual([expect.objectContaining({ length: 10 })]);
        const [stored] = await world.other.rows<{ n: number }>(sql`select count(*) as n from recovery_code`);
        expect(Number(stored!.n)).toBe(10);
      });

      test('of which ten codes are wrong within an hour accepts no more codes, but recovery codes', async () => {
        const { secret, codes } = await setUp();
        const token = await step();
        const wrong = await Promise.all(
          Array.from({ length: 14 }, (_, i) =>
            factors().signIn(browser('https://orbweaver.example', `198.51.100.${i}`), token, {
              ...nothing,
              code: `00000${i % 10}`,
            }),
          ),
        );
        const counts = wrong.map(codeOf).filter((code) => code === 'wrong_code').length;
        expect(counts).toBeLessThanOrEqual(10);
        expect(codeOf(await factors().signIn(browser(), token, { ...nothing, code: codeAt(secret) }))).toBe(
          'too_many_tries',
        );
        expect(codeOf(await factors().signIn(browser(), token, { ...nothing, recovery: 'abcd-efgh' }))).toBe(
          'wrong_recovery_code',
        );
        const typed = codes[0]!.replaceAll('-', ' ').toUpperCase();
        value(await factors().signIn(browser(), token, { ...nothing, recovery: typed }));
        expect(codeOf(await factors().signIn(browser(), await step(), { ...nothing, recovery: typed }))).toBe(
          'wrong_recovery_code',
        );
        expect(value(await factors().shown(visitor)).recovery_codes).toBe(9);
        world.time += 3_600_000;
        value(await factors().signIn(browser(), await step(), { ...nothing, code: codeAt(secret) }));
      });

      test('ends other sessions when it is added, is reported by email, and is not bypassed by a reset', async () => {
        const other = browser();
        await signIn(other);
        const { secret } = await setUp();
        expect(await people().session(other)).toBeNull();
        expect(await people().session(visitor)).not.toBeNull();
        await until(() => received('The second factors of your account changed').length === 1);
        await people().requestReset(browser(), email);
        const next = 'a heron more, or two, at noon';
        value(await people().resetPassword(browser(), await newestToken('Reset'), next));
        const outcome = await people().signIn(browser(), email, next);
        expect(outcome).toMatchObject({ done: true, value: { step: expect.any(String) }, cookies: [] });
        value(await factors().signIn(browser(), value(outcome)!.step, { ...nothing, code: codeAt(secret) }));
        for (const line of [...world.log, ...mail.emails.map(({ content }) => content)])
          expect(line).not.toContain(secret);
      });

      test('is removed with the password, by its owner or by the operator, and does not affect keys', async () => {
        const { key } = value(await world.accounts.own.createKey(visitor, 'laptop'));
        await setUp();
        expect(await statusOf(world.accounts, withKey(key))).toBe(200);
        const [factor] = value(await factors().shown(visitor)).factors;
        expect(codeOf(await factors().remove(visitor, 'not the password', factor!.factor_id))).toBe(
          'wrong_credentials',
        );
        expect(codeOf(await factors().newRecoveryCodes(visitor, 'not the password'))).toBe('wrong_credentials');
        expect(value(await factors().newRecoveryCodes(visitor, password)).recovery_codes).toHaveLength(10);
        value(await factors().remove(visitor, password, factor!.factor_id));
        expect(value(await factors().shown(visitor))).toMatchObject({ factors: [], recovery_codes: 0 });
        await signIn(browser());
        await setUp();
        expect(value(await people().signIn(browser(), email, password))).toMatchObject({ step: expect.any(String) });
        await world.other.write(removeFactors((await people().session(visitor))!.account_id));
        await signIn(browser());
      });

      test('cannot be reached from another account, or sent by another site', async () => {
        await setUp();
        const [factor] = value(await factors().shown(visitor)).factors;
        const forged = { ...visitor, headers: { ...visitor.headers, 'sec-fetch-site': 'cross-site' } };
        for (const outcome of [
          await factors().startTotp(forged, password),
          await factors().confirmTotp(forged, '000000'),
          await factors().addPasskey(forged, password, 'x', '{}'),
          await factors().remove(forged, password, factor!.factor_id),
          await factors().newRecoveryCodes(forged, password),
          await factors().signIn(forged, 'x', nothing),
        ])
          expect(outcome).toMatchObject({ done: false, code: 'cross_site' });
        expect(codeOf(await factors().shown(browser()))).toBe('signed_out');
        expect(codeOf(await factors().addPasskey(visitor, password, 'x', '{"id":"x"}'))).toBe('bad_passkey');
        expect(codeOf(await factors().addPasskey(visitor, password, 'x', 'no JSON'))).toBe('bad_passkey');
      });
    },
  );
});

test('an older database gets the tables', async () => {
  const world = await accountWorld();
  await world.other.close();
  await world.accounts.close();
  const path = join(world.home, 'accounts/accounts.sqlite');
  const file = new DatabaseSync(path);
  file.exec(
    "drop table second_factor; drop table recovery_code; drop table sign_in_network; drop table repeated_sign_up; update service_state set tables_version = '3'",
  );
  file.close();
  const again = await world.another();
  expect(again.ready).toBe(true);
  expect(readFileSync(path, 'latin1')).toContain('second_factor');
  await again.close();
});
