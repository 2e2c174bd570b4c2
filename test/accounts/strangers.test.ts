import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, browser } from './account-world.ts';
import { startMail, textOf } from './services.ts';

const password = 'four quiet herons at dawn';
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

/** A visitor from a new IP address. */
const stranger = () => browser('https://orbweaver.example', `198.51.${100 + (++visitors >> 8)}.${visitors & 255}`);

/** Creates a confirmed account. */
async function createAccount(email: string): Promise<void> {
  await world.accounts.people.signUp(stranger(), email, password);
  await until(() => mail.emails.some(({ to }) => to === email));
  const link = /https:\S+/.exec(textOf(mail.emails.findLast(({ to }) => to === email)!.content))![0];
  const outcome = await world.accounts.people.confirm(stranger(), new URL(link).searchParams.get('token')!);
  expect(outcome.done).toBe(true);
}

describe('requests that name the email address of another person', () => {
  test('get the same response whether or not it has an account', async () => {
    const { people } = world.accounts;
    await createAccount('known@example.org');
    const requests = {
      signUp: (email: string) => people.signUp(stranger(), email, password),
      signIn: (email: string) => people.signIn(stranger(), email, 'not the right password'),
      requestReset: (email: string) => people.requestReset(stranger(), email),
      sendConfirmation: (email: string) => people.sendConfirmation(stranger(), email),
    };
    for (const [name, request] of Object.entries(requests))
      expect([name, await request('known@example.org')]).toEqual([name, await request(`unknown-${name}@example.org`)]);
    expect(await requests.signIn('known@example.org')).toMatchObject({ code: 'wrong_credentials' });
    expect(await requests.signUp('known@example.org')).toEqual({ done: true, value: null, cookies: [] });
  });

  test('take the same time whether or not it has an account', async () => {
    const { people } = world.accounts;
    await createAccount('known@example.org');
    const median = async (request: (index: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let i = 0; i < 7; i++) {
        const startedAt = performance.now();
        await request(i);
        times.push(performance.now() - startedAt);
      }
      return times.sort((a, b) => a - b)[3]!;
    };
    const signIn = [
      await median(() => people.signIn(stranger(), 'known@example.org', 'not the right password')),
      await median((index) => people.signIn(stranger(), `nobody${index}@example.org`, 'not the right password')),
    ];
    // Each hashes once, about 30 ms; the limit leaves room for a busy machine.
    expect(Math.abs(signIn[0]! - signIn[1]!)).toBeLessThan(Math.max(...signIn) * 0.7 + 30);
    const reset = [
      await median(() => people.requestReset(stranger(), 'known@example.org')),
      await median((index) => people.requestReset(stranger(), `nobody${index}@example.org`)),
    ];
    for (const time of reset) expect(time).toBeGreaterThanOrEqual(295);
    expect(Math.abs(reset[0]! - reset[1]!)).toBeLessThan(100);
  });

  test('notify its owner, and change nothing', async () => {
    const { people } = world.accounts;
    await createAccount('known@example.org');
    await people.signUp(stranger(), 'KNOWN@example.org', 'another password of a stranger');
    await until(() => mail.emails.some(({ content }) => content.includes('You already have an Orbweaver account')));
    expect(await people.signIn(stranger(), 'known@example.org', password)).toMatchObject({ done: true });
    await people.requestReset(stranger(), 'nobody@example.org');
    expect(mail.emails.some(({ to }) => to === 'nobody@example.org')).toBe(false);
  });

  test('send at most five emails of a kind an hour, and one kind does not suppress another', async () => {
    await createAccount('known@example.org');
    const requests = Array.from({ length: 20 }, () =>
      world.accounts.people.requestReset(stranger(), 'known@example.org'),
    );
    await Promise.all(requests);
    await world.accounts.people.signUp(stranger(), 'known@example.org', password);
    await world.accounts.close();
    const subjects = mail.emails
      .filter(({ to }) => to === 'known@example.org')
      .map(({ content }) => /^Subject: (.*?)\r?$/m.exec(content)![1]);
    expect(subjects.sort()).toEqual([
      'Confirm your email address',
      ...Array.from({ length: 5 }, () => 'Reset your password'),
      'You already have an Orbweaver account',
    ]);
  });
});

describe('another spelling of an email address', () => {
  test.each(['KNOWN@Example.Org', 'known@example\u3002org', 'known@exam\u00adple.org', 'known@\uff45xample.org'])(
    'is the same account and the same mailbox: %j',
    async (spelled) => {
      await createAccount('known@example.org');
      const { people } = world.accounts;
      expect(await people.signIn(stranger(), spelled, password)).toMatchObject({ done: true });
      for (let count = 0; count < 8; count++)
        expect(await people.requestReset(stranger(), count % 2 ? spelled : 'known@example.org')).toMatchObject({
          done: true,
        });
      await world.accounts.close();
      expect(mail.emails.filter(({ content }) => content.includes('Subject: Reset your password'))).toHaveLength(5);
    },
  );

  test.each([
    'list:known@example.org',
    'known(1)@example.org',
    '(1)known@example.org',
    'known@example.org(1)',
    'known@example.org.',
    'known@example.org/1',
    'known@example.org:25',
    'known@[192.0.2.1]',
    'known\\@example.org',
    'other@example.net;known@example.org',
    'a@b@example.org',
    'known@',
    '@example.org',
    `${'x'.repeat(65)}@example.org`,
  ])('that mail servers could take for it is refused: %j', async (spelled) => {
    const { people } = world.accounts;
    for (const attempt of [
      people.signUp(stranger(), spelled, password),
      people.requestReset(stranger(), spelled),
      people.sendConfirmation(stranger(), spelled),
    ])
      expect(await attempt).toMatchObject({ code: 'bad_email' });
    await world.accounts.close();
    expect(mail.emails).toEqual([]);
  });
});

describe('password guesses', () => {
  test('are limited to ten a minute from one IP address', async () => {
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
    await createAccount('known@example.org');
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
