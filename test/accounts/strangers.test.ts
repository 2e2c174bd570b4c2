import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, browser } from './account-world.ts';
import { startMail, textOf } from './services.ts';

const password = 'four quiet herons at dawn';
let mail: Awaited<ReturnType<typeof startMail>>;
let world: AccountWorld;
let address = 0;

beforeEach(async () => {
  mail = await startMail();
  world = await accountWorld({ smtpUrl: mail.url });
});
afterEach(async () => {
  await world.close();
  await mail.stop();
});

/** Somebody from an address that has not asked yet. */
const stranger = () => browser('https://orbweaver.example', `198.51.${100 + (++address >> 8)}.${address & 255}`);

/** Makes a confirmed account. */
async function known(email: string): Promise<void> {
  await world.accounts.people.signUp(stranger(), email, password);
  await until(() => mail.letters.some(({ to }) => to === email));
  const link = /https:\S+/.exec(textOf(mail.letters.findLast(({ to }) => to === email)!.content))![0];
  const outcome = await world.accounts.people.confirm(stranger(), new URL(link).searchParams.get('token')!);
  expect(outcome.done).toBe(true);
}

describe('who has an account is told to nobody', () => {
  test('sign-up, sign-in, reset and a new letter answer alike for an address that has one and one that has none', async () => {
    const { people } = world.accounts;
    await known('known@example.org');
    const asks = {
      signUp: (email: string) => people.signUp(stranger(), email, password),
      signIn: (email: string) => people.signIn(stranger(), email, 'not the right password'),
      requestReset: (email: string) => people.requestReset(stranger(), email),
      sendConfirmation: (email: string) => people.sendConfirmation(stranger(), email),
    };
    for (const [name, ask] of Object.entries(asks))
      expect([name, await ask('known@example.org')]).toEqual([name, await ask(`unknown-${name}@example.org`)]);
    expect(await asks.signIn('known@example.org')).toMatchObject({ code: 'wrong_credentials' });
    expect(await asks.signUp('known@example.org')).toEqual({ done: true, value: null, cookies: [] });
  });

  test('and takes the same time', async () => {
    const { people } = world.accounts;
    await known('known@example.org');
    const median = async (ask: (at: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let i = 0; i < 7; i++) {
        const began = performance.now();
        await ask(i);
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[3]!;
    };
    const signIn = [
      await median(() => people.signIn(stranger(), 'known@example.org', 'not the right password')),
      await median((at) => people.signIn(stranger(), `nobody${at}@example.org`, 'not the right password')),
    ];
    // One hash each, some 30 ms; a machine that others use too is given room.
    expect(Math.abs(signIn[0]! - signIn[1]!)).toBeLessThan(Math.max(...signIn) * 0.7 + 30);
    const reset = [
      await median(() => people.requestReset(stranger(), 'known@example.org')),
      await median((at) => people.requestReset(stranger(), `nobody${at}@example.org`)),
    ];
    for (const time of reset) expect(time).toBeGreaterThanOrEqual(295);
    expect(Math.abs(reset[0]! - reset[1]!)).toBeLessThan(100);
  });

  test('whose address it is hears that somebody tried, and nothing changes', async () => {
    const { people } = world.accounts;
    await known('known@example.org');
    await people.signUp(stranger(), 'KNOWN@example.org', 'another password of a stranger');
    await until(() => mail.letters.some(({ content }) => content.includes('You already have an Orbweaver account')));
    expect(await people.signIn(stranger(), 'known@example.org', password)).toMatchObject({ done: true });
    await people.requestReset(stranger(), 'nobody@example.org');
    expect(mail.letters.some(({ to }) => to === 'nobody@example.org')).toBe(false);
  });

  test('a mailbox gets five emails of a kind an hour, and one kind does not suppress another', async () => {
    await known('known@example.org');
    const asks = Array.from({ length: 20 }, () => world.accounts.people.requestReset(stranger(), 'known@example.org'));
    await Promise.all(asks);
    await world.accounts.people.signUp(stranger(), 'known@example.org', password);
    await world.accounts.close();
    const subjects = mail.letters
      .filter(({ to }) => to === 'known@example.org')
      .map(({ content }) => /^Subject: (.*?)\r?$/m.exec(content)![1]);
    expect(subjects.sort()).toEqual([
      'Confirm your email address',
      ...Array.from({ length: 5 }, () => 'Reset your password'),
      'You already have an Orbweaver account',
    ]);
  });
});

describe('trying passwords', () => {
  test('ends after ten a minute from one address', async () => {
    const { people } = world.accounts;
    const visitor = stranger();
    for (let i = 0; i < 10; i++)
      expect(await people.signIn(visitor, `a${i}@example.org`, 'x'.repeat(12))).toMatchObject({
        code: 'wrong_credentials',
      });
    const refused = await people.signIn(visitor, 'b@example.org', password);
    expect(refused).toMatchObject({ code: 'too_many_tries', retry_after: 60 });
    expect(await people.signIn(stranger(), 'b@example.org', password)).toMatchObject({ code: 'wrong_credentials' });
    world.time += 60_000;
    expect(await people.signIn(visitor, 'b@example.org', password)).toMatchObject({ code: 'wrong_credentials' });
  });
});

describe('requests from other sites', () => {
  test('change nothing, whatever they request', async () => {
    const { people, own } = world.accounts;
    await known('known@example.org');
    const visitor = stranger();
    const signedIn = await people.signIn(visitor, 'known@example.org', password);
    if (signedIn.done) visitor.keep(signedIn.cookies);
    const forged = {
      ...visitor,
      headers: { ...visitor.headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    };
    for (const outcome of [
      await people.signUp(forged, 'x@example.org', password),
      await people.signIn(forged, 'known@example.org', password),
      await people.signOut(forged),
      await people.requestReset(forged, 'known@example.org'),
      await people.resetPassword(forged, 'x', password),
      await people.changePassword(forged, password, 'a heron more, or two'),
      await own.createKey(forged, 'x'),
      await own.revokeKey(forged, 'x'),
      await own.rotateKey(forged, 'x', 1),
      await own.endSessions(forged, null),
      await own.delete(forged, password),
    ])
      expect(outcome).toMatchObject({ done: false, code: 'cross_site' });
    expect(await people.session(visitor)).toMatchObject({ email: 'known@example.org' });
  });
});
