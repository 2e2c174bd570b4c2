import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Accounts, openAccounts } from '../../src/accounts/accounts.ts';
import type { Visitor } from '../../src/accounts/auth/visitor.ts';
import { sql } from '../../src/accounts/database.ts';
import { runAdmin } from '../../src/cli/run-admin.ts';
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
import { has, named, postgresProgram, startMail, startPostgres, textOf } from './services.ts';

const password = 'four quiet herons at dawn';
const others = 'another secret of the tests, longer than 32 characters';

let world: AccountWorld;
let home: string;
let mail: Awaited<ReturnType<typeof startMail>>;
beforeEach(async () => {
  mail = await startMail();
  home = await mkdtemp(join(tmpdir(), 'orbweaver-restored-'));
});
afterEach(async () => {
  await world.close();
  await mail.stop();
  await rm(home, { recursive: true, force: true });
});

/** Somebody who has signed up, confirmed and signed in. */
async function member(email: string): Promise<Visitor> {
  const { people } = world.accounts;
  const visitor = browser();
  const so = await people.signUp(visitor, email, password);
  expect(so.done).toBe(true);
  const letter = () => mail.letters.find(({ to }) => to === email);
  await until(() => letter() !== undefined);
  const link = new URL(/https:\S+/.exec(textOf(letter()!.content))![0]);
  expect(await people.confirm(visitor, link.searchParams.get('token')!)).toMatchObject({ done: true });
  const signedIn = await people.signIn(visitor, email, password);
  expect(signedIn).toMatchObject({ done: true });
  visitor.keep(signedIn.done ? signedIn.cookies : []);
  return visitor;
}

/** Opens accounts at another place, as a server on another machine does. */
async function elsewhere(more: { databaseUrl?: string; secret?: string | undefined } = {}): Promise<Accounts> {
  const opened = await openAccounts({ ...world.options, home, ...more });
  onTestFinished(() => opened.close());
  expect(opened.ready).toBe(true);
  return opened;
}

async function admin(line: string, more: { home?: string; databaseUrl?: string; secret?: string | undefined } = {}) {
  const out: string[] = [];
  const said: string[] = [];
  const { databaseUrl, secret } = world.options;
  const told = { out: (text: string) => void out.push(text), say: (text: string) => void said.push(text) };
  const code = await runAdmin(line.split(' '), {
    home: world.home,
    databaseUrl,
    secret,
    now: () => world.time,
    actor: 'operator test',
    ...told,
    ...more,
  });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

/** Someone with a key who has used some of the day, and someone who is signed in. */
async function lived() {
  world.time = Date.now();
  const { key } = await holder(world, { daily: 10, burst: 100 });
  for (let i = 0; i < 4; i++) expect(await served(world.accounts, withKey(key))).toBe(200);
  expect(await served(world.accounts, keyless())).toBe(200);
  const visitor = await member('ada@example.org');
  return { key, visitor };
}

/** What came over: the key, what it has used, the session, and what an address has used. */
async function expectAll(accounts: Accounts, { key, visitor }: Awaited<ReturnType<typeof lived>>): Promise<void> {
  const left = async (ask: Parameters<Accounts['admit']>[0]) =>
    headerOf(await accounts.admit(ask), 'X-RateLimit-Remaining');
  expect(await left(withKey(key))).toBe('5');
  expect(await left(keyless())).toBe('48');
  expect(await accounts.people.session(visitor)).toMatchObject({ email: 'ada@example.org' });
  expect(await accounts.people.signIn(browser(), 'ada@example.org', password)).toMatchObject({ done: true });
}

describe('SQLite', () => {
  test('a backup taken while it is used, restored into a new home, has everything', async () => {
    world = await accountWorld({ smtpUrl: mail.url, secret: undefined });
    const past = await lived();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    const restored = await admin(`restore --from ${folder}`, { home });
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Start the server') });
    for (const name of ['accounts.sqlite', 'secret'])
      expect(statSync(join(home, 'accounts', name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'accounts')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(home, 'accounts/secret'))).toEqual(readFileSync(join(world.home, 'accounts/secret')));
    await expectAll(await elsewhere({ secret: undefined }), past);
    expect((await admin('log --json', { home })).out).toMatch(/"action": "restore"/);
  });

  test('accounts that are there are never written over; half a backup is none', async () => {
    world = await accountWorld({ smtpUrl: mail.url });
    await lived();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    expect(await admin(`restore --from ${folder}`)).toMatchObject({
      code: 1,
      said: expect.stringContaining('move that folder away first'),
    });
    const half = join(home, 'half');
    await mkdir(half);
    const whole = readFileSync(join(folder, 'accounts.sqlite'));
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('noise'), Buffer.alloc(0)]) {
      await writeFile(join(half, 'accounts.sqlite'), bytes);
      expect(await admin(`restore --from ${half}`, { home })).toMatchObject({
        code: 1,
        said: expect.stringContaining('is not a complete backup'),
      });
    }
    expect(await admin(`restore --from ${join(home, 'nowhere')}`, { home })).toMatchObject({ code: 1 });
    expect(await admin('restore', { home })).toMatchObject({ code: 2 });
    expect(existsSync(join(home, 'accounts'))).toBe(false);
  });

  test('a secret that is there is never written over', async () => {
    world = await accountWorld({ smtpUrl: mail.url, secret: undefined });
    await lived();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    const secret = join(home, 'accounts/secret');
    await mkdir(join(home, 'accounts'));
    await writeFile(secret, others);
    expect(await admin(`restore --from ${folder}`, { home })).toMatchObject({
      code: 1,
      said: expect.stringContaining('not overwritten'),
    });
    expect(readFileSync(secret, 'utf8')).toBe(others);
    expect(existsSync(join(home, 'accounts/accounts.sqlite'))).toBe(false);
  });

  test('another secret: keys and their use stay, sessions end, addresses begin anew, passwords are good', async () => {
    world = await accountWorld({ smtpUrl: mail.url });
    const { key, visitor } = await lived();
    await world.accounts.close();
    home = await rm(home, { recursive: true }).then(() => world.home);
    const rotated = await elsewhere({ secret: others });
    expect(headerOf(await rotated.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe('5');
    expect(headerOf(await rotated.admit(keyless()), 'X-RateLimit-Remaining')).toBe('49');
    expect(await rotated.people.session(visitor)).toBeNull();
    expect(await rotated.people.signIn(browser(), 'ada@example.org', password)).toMatchObject({ done: true });
  });
});

describe.skipIf(!has.postgres)(named('PostgreSQL', 'postgres'), () => {
  test('pg_dump while it is used, pg_restore into another server: everything is there', async () => {
    const [first, second] = await Promise.all([startPostgres(), startPostgres()]);
    onTestFinished(async () => {
      await Promise.all([first.stop(), second.stop()]);
    });
    world = await accountWorld({ smtpUrl: mail.url, databaseUrl: first.url });
    const past = await lived();
    // Counts are written behind: half a second later they are there.
    const stored = async () => (await world.other.rows(sql`select used from use_by_day where used > 0`)).length;
    await until(async () => (await stored()) >= 3);
    const file = join(home, 'accounts.dump');
    const run = (name: string, ...args: string[]) =>
      expect(spawnSync(postgresProgram(name), args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    run('pg_dump', '--format=custom', '--no-owner', `--file=${file}`, first.url);
    run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${second.url}`, file);
    await expectAll(await elsewhere({ databaseUrl: second.url }), past);
    expect(await admin('restore --from x')).toMatchObject({ code: 1, said: expect.stringContaining('pg_restore') });
  });
});
