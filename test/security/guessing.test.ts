import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HashingBusy, hashPassword, verifyPassword } from '../../src/accounts/auth/password.ts';
import type { Result } from '../../src/accounts/auth/result.ts';
import { sql } from '../../src/accounts/database.ts';
import { newKey } from '../../src/accounts/keys/key.ts';
import { type AccountWorld, accountWorld, browser, statusOf, withKey } from '../accounts/account-world.ts';
import { startMail, textOf } from '../accounts/services.ts';
import { until } from '../until.ts';

/** Guessing of passwords, as a review did it: many networks, many concurrent requests. */

const password = 'four quiet herons at dawn';
const email = 'owner@example.org';
let mail: Awaited<ReturnType<typeof startMail>>;
let world: AccountWorld;

beforeEach(async () => {
  mail = await startMail();
  world = await accountWorld({ smtpUrl: mail.url });
});
afterEach(async () => {
  await world.close();
  await mail.stop();
});

const from = (ip: string) => browser('https://orbweaver.example', ip);
const codeOf = (result: Result<unknown>) => (result.done ? 'done' : result.code);
const emails = (subject: string) => mail.emails.filter(({ content }) => content.includes(`Subject: ${subject}`));
async function linkTo(subject: string, count = 1): Promise<URL> {
  await until(() => emails(subject).length >= count);
  return new URL(/https:\S+/.exec(textOf(emails(subject).at(-1)!.content))![0]);
}
const signIn = (ip: string, secret: string, to = email, token = '') =>
  world.accounts.people.signIn(from(ip), to, secret, token);

/** Signs up, confirms, and signs in from an address. */
async function owner(ip: string): Promise<void> {
  const { people } = world.accounts;
  await people.signUp(from(ip), email, password);
  const token = (await linkTo('Confirm your email address')).searchParams.get('token')!;
  expect(codeOf(await people.confirm(from(ip), token))).toBe('done');
  expect(codeOf(await signIn(ip, password))).toBe('done');
}

const count = (codes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));

describe('1,200 guesses at one account from 120 networks of one /48', () => {
  test('evaluate ten passwords, and 100 requests a minute', async () => {
    await owner('192.0.2.7');
    const guesses = Array.from({ length: 1200 }, (_, i) =>
      signIn(`2001:db8:5:${(i % 120).toString(16)}::1`, `wrong ${i} and long enough`),
    );
    const codes = (await Promise.all(guesses)).map(codeOf);
    expect(count(codes)).toEqual({ wrong_credentials: 10, by_email: 90, too_many_tries: 1100 });
    // The owner is not affected, also from another address of the same network.
    expect(codeOf(await signIn('192.0.2.99', password))).toBe('done');
    expect(world.log.join('\n')).not.toMatch(/owner@example|four quiet|and long enough/);
  });

  test('look the same for an address without an account', async () => {
    const codes: string[] = [];
    for (let i = 0; i < 30; i++) codes.push(codeOf(await signIn(`2001:db8:6:${i}::1`, password, 'nobody@example.org')));
    expect(count(codes)).toEqual({ wrong_credentials: 10, by_email: 20 });
    expect(mail.emails).toEqual([]);
  });
});

describe('after ten wrong guesses within an hour', () => {
  beforeEach(async () => {
    await owner('192.0.2.7');
    for (let i = 0; i < 10; i++) await signIn(`203.0.113.${i}`, `wrong ${i} and long enough`);
  });

  test('a new network gets an emailed link only, which works with the password', async () => {
    const { people } = world.accounts;
    expect(await signIn('198.51.100.1', password)).toMatchObject({ done: false, code: 'by_email' });
    const link = await linkTo('Sign in with this link');
    expect(link.pathname).toBe('/account/sign-in');
    const token = link.searchParams.get('token')!;
    expect(codeOf(await signIn('198.51.100.1', 'wrong and long enough', email, token))).toBe('wrong_credentials');
    expect(codeOf(await signIn('198.51.100.1', password, 'other@example.org', token))).toBe('wrong_credentials');
    expect(codeOf(await signIn('198.51.100.1', password, email, token))).toBe('done');
    // From then on its network is known, and the link is used.
    expect(codeOf(await signIn('198.51.100.2', password))).toBe('done');
    expect(codeOf(await people.signIn(from('198.18.0.1'), email, password, token))).toBe('by_email');
  });

  test('at most three links an hour are sent, and each works for an hour', async () => {
    for (let i = 0; i < 6; i++) expect(codeOf(await signIn(`198.51.${100 + i}.1`, password))).toBe('by_email');
    const token = (await linkTo('Sign in with this link', 3)).searchParams.get('token')!;
    expect(emails('Sign in with this link')).toHaveLength(3);
    world.time += 3_599_000;
    // The hour of the guesses is over; ten new ones, and the link is still valid.
    for (let i = 0; i < 10; i++) await signIn(`203.0.113.${i}`, `wrong ${i} and long enough`);
    expect(codeOf(await signIn('198.51.100.1', password, email, token))).toBe('done');
  });

  test('guesses count again after the hour, and a reset ends the restriction', async () => {
    world.time += 3_600_000;
    expect(codeOf(await signIn('198.51.100.1', password))).toBe('done');
    for (let i = 0; i < 10; i++) await signIn(`203.0.113.${i}`, `wrong ${i} and long enough`);
    expect(codeOf(await signIn('198.18.0.1', password))).toBe('by_email');
    await world.accounts.people.requestReset(from('198.18.0.1'), email);
    const token = (await linkTo('Reset your password')).searchParams.get('token')!;
    const next = 'a heron more, or two, at noon';
    expect(codeOf(await world.accounts.people.resetPassword(from('198.18.0.1'), token, next))).toBe('done');
    expect(codeOf(await signIn('198.19.0.1', next))).toBe('done');
    // The networks of the old password are forgotten.
    const networks = await world.other.rows<{ network: string }>(
      sql`select network from sign_in_network order by network`,
    );
    expect(networks.map(({ network }) => network)).toEqual(['198.18.0.0/24', '198.19.0.0/24']);
  });
});

test('the addresses of a known network share 50 guesses an hour; then they need an emailed link, like the owner', async () => {
  await owner('192.0.2.7');
  const codes: string[] = [];
  for (let i = 0; i < 60; i++) codes.push(codeOf(await signIn(`192.0.2.${100 + i}`, `wrong ${i} and long enough`)));
  expect(count(codes)).toEqual({ wrong_credentials: 50, by_email: 10 });
  expect(codeOf(await signIn('192.0.2.7', password))).toBe('by_email');
  const token = (await linkTo('Sign in with this link')).searchParams.get('token')!;
  expect(codeOf(await signIn('192.0.2.7', password, email, token))).toBe('done');
  world.time += 3_600_000;
  expect(codeOf(await signIn('192.0.2.7', password))).toBe('done');
});

test('the holder of an emailed link has 50 guesses an hour, from whatever addresses', async () => {
  await owner('192.0.2.7');
  for (let i = 0; i < 10; i++) await signIn(`203.0.113.${i}`, `wrong ${i} and long enough`);
  await signIn('198.51.100.1', password);
  const token = (await linkTo('Sign in with this link')).searchParams.get('token')!;
  const codes: string[] = [];
  for (let i = 0; i < 55; i++)
    codes.push(codeOf(await signIn(`198.${i}.1.1`, `wrong ${i} and long enough`, email, token)));
  expect(count(codes)).toEqual({ wrong_credentials: 50, too_many_tries: 5 });
  expect(codeOf(await signIn('192.0.2.7', password))).toBe('done');
});

test('parallel guesses of one network run one at a time, with the delays of each before the next', async () => {
  await owner('192.0.2.7');
  world.time += 60_000;
  let sleeping = 0;
  const delays: number[] = [];
  const own = await world.another({
    sleep: async (milliseconds) => {
      expect(++sleeping).toBe(1);
      await Promise.resolve();
      delays.push(milliseconds);
      sleeping--;
    },
  });
  const guesses = Array.from({ length: 10 }, (_, i) =>
    own.people.signIn(from('192.0.2.7'), email, `wrong ${i} and long enough`),
  );
  expect(count((await Promise.all(guesses)).map(codeOf))).toEqual({ wrong_credentials: 10 });
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000]);
});

test('an IPv6 /48 may submit a form, and send unknown keys, ten times as often as one of its /64', async () => {
  const confirm = (ip: string) => world.accounts.people.confirm(from(ip), 'nonsense');
  const codes: string[] = [];
  for (let i = 0; i < 310; i++) codes.push(codeOf(await confirm(`2001:db8:7:${i.toString(16)}::1`)));
  expect(count(codes)).toEqual({ bad_link: 300, too_many_tries: 10 });
  expect(codeOf(await confirm('2001:db8:8::1'))).toBe('bad_link');
  const keys: (number | string)[] = [];
  for (let i = 0; i < 250; i++)
    keys.push(await statusOf(world.accounts, withKey(newKey(), { address: `2001:db8:7:${i.toString(16)}::1` })));
  expect(count(keys.map(String))).toEqual({ invalid_api_key: 200, burst_limit_exceeded: 50 });
});

describe('hashing', () => {
  test('runs what is waiting for a known network first, and refuses what is too much', async () => {
    const stored = await hashPassword(password);
    const order: string[] = [];
    const strangers = Array.from({ length: 40 }, () =>
      verifyPassword(stored, 'x').then(
        () => order.push('stranger'),
        (error: unknown) => expect(error).toBeInstanceOf(HashingBusy),
      ),
    );
    await Promise.all([...strangers, verifyPassword(stored, password, 'known').then(() => order.push('known'))]);
    // 16 verifications wait, and one or two were running.
    expect(order.length).toBeGreaterThanOrEqual(18);
    expect(order.length).toBeLessThanOrEqual(19);
    expect(order.indexOf('known')).toBeLessThanOrEqual(2);
  });

  test('that is refused is no wrong guess, and says when to try again', async () => {
    await owner('192.0.2.7');
    const busy = Array.from({ length: 60 }, (_, i) => signIn(`198.${i + 1}.0.1`, 'x'.repeat(12), `a${i}@example.org`));
    const results = await Promise.all(busy);
    const refused = results.filter((result) => codeOf(result) === 'busy');
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]).toMatchObject({ retry_after: 5 });
    expect(codeOf(await signIn('192.0.2.7', password))).toBe('done');
  });
});
