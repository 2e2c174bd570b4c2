import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../../src/accounts/auth/result.ts';
import { sql } from '../../../src/accounts/database.ts';
import { until } from '../../until.ts';
import {
  type AccountWorld,
  accountWorld,
  browser,
  holder,
  keyless,
  noon,
  statusOf,
  withKey,
} from '../account-world.ts';
import { startMail, textOf } from '../services.ts';

const password = 'four quiet herons at dawn';
const email = 'owner@example.org';
const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Steps of a clock that is set: within a day, over midnight, and by more than any wait. */
const jumps: readonly (readonly [string, number])[] = [
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['a day ahead', 25 * HOUR],
  ['a day back', -25 * HOUR],
  ['300 days ahead', 300 * DAY],
  ['300 days back', -300 * DAY],
];

let mail: Awaited<ReturnType<typeof startMail>>;
let world: AccountWorld;
/** The bodies of the webhook messages that arrived, and the status that they get. */
let messages: string[];
let status: number;

beforeEach(async () => {
  mail = await startMail();
  [messages, status] = [[], 204];
  const postWebhook = async ({ body }: { readonly body: string }) => {
    messages.push(body);
    return { status, problem: null };
  };
  world = await accountWorld({ smtpUrl: mail.url, postWebhook });
});
afterEach(async () => {
  await world.close();
  await mail.stop();
});

const value = <T>(result: Result<T>): T => {
  if (!result.done) throw new Error(`${result.code}: ${result.error}`);
  return result.value;
};
const letters = (subject: string) => mail.emails.filter(({ content }) => content.includes(`Subject: ${subject}`));
async function newestToken(subject: string, count: number): Promise<string> {
  await until(() => letters(subject).length === count);
  return new URL(/https:\S+/.exec(textOf(letters(subject).at(-1)!.content))![0]).searchParams.get('token')!;
}

/** Signs in with the password, and if it is required, with a second factor. */
async function signIn(factor: { readonly code?: string; readonly recovery?: string } = {}) {
  const visitor = browser();
  const first = await world.accounts.people.signIn(visitor, email, password);
  const step = value(first)?.step;
  const given = { code: '', recovery: '', passkey: '', ...factor };
  const outcome = step ? await world.accounts.factors.signIn(visitor, step, given) : first;
  value(outcome);
  if (outcome.done) visitor.keep(outcome.cookies);
  return visitor;
}

/** Signs up an owner; returns the browser. */
async function owner() {
  const { people } = world.accounts;
  const visitor = browser();
  value(await people.signUp(visitor, email, password));
  value(await people.confirm(visitor, await newestToken('Confirm your email', 1)));
  return signIn();
}

describe.each(jumps)('a clock that is set %s, and later right again', (_name, jump) => {
  test('locks nobody out: sign-ins, codes, links, keys, forms', async () => {
    const { people, factors, own } = world.accounts;
    const visitor = await owner();
    value(await factors.startTotp(visitor, password));
    const { secret } = value(await factors.shown(visitor)).pending!;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.time });
    const { recovery_codes } = value(await factors.confirmTotp(visitor, code()))!;
    let last = world.time;
    const { key } = value(await own.createKey(visitor, 'laptop'));
    for (const [n, time] of [noon + 60_000 + jump, noon + 2 * HOUR].entries()) {
      world.time = time;
      // A code works once, also in a time of at most a day that comes twice.
      const isRepeated = time < last && last - time < DAY;
      const signedIn = await signIn(isRepeated ? { recovery: recovery_codes[n]! } : { code: code() });
      last = time;
      expect(await people.session(signedIn), `sign-in ${n}`).toMatchObject({ email });
      for (let i = 0; i < 3; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
      value(await people.requestReset(signedIn, email));
      expect(await people.keysOfReset(await newestToken('Reset your password', n + 1))).toHaveLength(1);
    }
  });

  test('forgives wrong passwords within an hour', async () => {
    const { people } = world.accounts;
    await owner();
    for (const [turn, time] of [noon + jump, noon].entries()) {
      const stranger = (n: number) => browser('https://orbweaver.example', `203.0.${turn}.${n}`);
      world.time = time;
      for (let n = 0; n < 10; n++) await people.signIn(stranger(n), email, `wrong ${n} and long enough`);
      expect(await people.signIn(stranger(20), email, password)).toMatchObject({ code: 'by_email' });
      world.time = time + HOUR + 1000;
      value(await people.signIn(stranger(20), email, password));
      value(await people.requestReset(stranger(30), email));
    }
  });

  test('gives no account the requests of a day or a second twice', async () => {
    const { key } = await holder(world, { daily: 40, burst: 10 });
    const { key: other } = await holder(world, { daily: 40, burst: 10 });
    /** How many of 60 requests, twelve a second, are served. */
    const served = async (which: string, time: number) => {
      const codes = new Set<number | string>();
      let count = 0;
      for (let n = 0; n < 60; n++) {
        world.time = time + Math.floor(n / 12) * 1000;
        const code = await statusOf(world.accounts, withKey(which));
        codes.add(code);
        if (code === 200) count++;
      }
      expect([...codes].every((code) => [200, 'daily_quota_exceeded', 'burst_limit_exceeded'].includes(code))).toBe(
        true,
      );
      return count;
    };
    const written = async () => {
      const [row] = await world.other.rows<{ n: number }>(
        sql`select coalesce(sum(used), 0) as n from use_by_day where subject like 'account:%'`,
      );
      return Number(row!.n);
    };
    expect(await served(key, noon)).toBe(40);
    const sameDay = Math.abs(jump) < DAY;
    expect(await served(key, noon + jump)).toBe(sameDay ? 0 : 40);
    expect(await served(other, noon + jump)).toBe(40);
    // Counts are written within half a second.
    await until(async () => (await written()) === (sameDay ? 80 : 120));
    expect(await served(key, noon + 10_000)).toBe(0);
    expect(await served(other, noon + 10_000)).toBe(sameDay ? 0 : 40);
    world.time = noon + 2 * DAY;
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
  });

  test('gives no address without a key the requests of a day twice within one day', async () => {
    for (let n = 0; n < 50; n++) {
      world.time = noon + n * 1000;
      expect(await statusOf(world.accounts, keyless())).toBe(200);
    }
    if (Math.abs(jump) < DAY) {
      world.time = noon + jump;
      expect(await statusOf(world.accounts, keyless())).toBe('daily_quota_exceeded');
    }
    world.time = noon + 2 * DAY + 4000;
    expect(await statusOf(world.accounts, keyless())).toBe(200);
  });

  test('delays no webhook message for longer than two days', async () => {
    const { accountId } = await holder(world);
    const { webhooks } = world.accounts;
    const settings = { url: 'https://receiver.example/hook', description: '', types: [], query: '' };
    const { webhook } = await webhooks.create(accountId, settings, { id: 'first', at: noon - HOUR });
    const queue = async (body: string, at: number) => {
      const [behind = webhook] = await webhooks.behind('release', at);
      const message = { type: 'catalog.events', release_id: body, events: 1, body };
      await webhooks.enqueue(behind, [message], 'release', { id: body, at });
    };
    status = 500;
    world.time = noon + jump;
    await queue('one', Math.max(noon, world.time));
    await webhooks.send();
    expect(messages).toEqual(['one']);
    world.time = noon + HOUR;
    status = 204;
    await webhooks.send();
    world.time += 2 * DAY;
    await webhooks.send();
    expect(messages).toEqual(['one', 'one']);
    await queue('two', world.time);
    await webhooks.send();
    expect(messages).toEqual(['one', 'one', 'two']);
  });
});
