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
  statusOf,
  withKey,
} from './account-world.ts';
import { has, named, postgresProgram, startMail, startPostgres, textOf } from './services.ts';

const password = 'four quiet herons at dawn';
const otherSecret = 'another secret of the tests, longer than 32 characters';

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

/** Signs up, confirms and signs in. */
async function member(address: string): Promise<Visitor> {
  const { people } = world.accounts;
  const visitor = browser();
  const signedUp = await people.signUp(visitor, address, password);
  expect(signedUp.done).toBe(true);
  const email = () => mail.emails.find(({ to }) => to === address);
  await until(() => email() !== undefined);
  const link = new URL(/https:\S+/.exec(textOf(email()!.content))![0]);
  expect(await people.confirm(visitor, link.searchParams.get('token')!)).toMatchObject({ done: true });
  const signedIn = await people.signIn(visitor, address, password);
  expect(signedIn).toMatchObject({ done: true });
  visitor.keep(signedIn.done ? signedIn.cookies : []);
  return visitor;
}

/** Opens the accounts in the other home, as a server on another machine does. */
async function openElsewhere(more: { databaseUrl?: string; secret?: string | undefined } = {}): Promise<Accounts> {
  const opened = await openAccounts({ ...world.options, home, ...more });
  onTestFinished(() => opened.close());
  expect(opened.ready).toBe(true);
  return opened;
}

async function admin(line: string, more: { home?: string; databaseUrl?: string; secret?: string | undefined } = {}) {
  const out: string[] = [];
  const messages: string[] = [];
  const { databaseUrl, secret } = world.options;
  const output = { out: (text: string) => void out.push(text), say: (text: string) => void messages.push(text) };
  const code = await runAdmin(line.split(' '), {
    home: world.home,
    databaseUrl,
    secret,
    now: () => world.time,
    actor: 'operator test',
    ...output,
    ...more,
  });
  return { code, out: out.join('\n'), messages: messages.join('\n') };
}

/** Creates a key that has used part of its daily quota, and a signed-in visitor. */
async function useAccounts() {
  world.time = Date.now();
  const { key } = await holder(world, { daily: 10, burst: 100 });
  for (let i = 0; i < 4; i++) expect(await statusOf(world.accounts, withKey(key))).toBe(200);
  expect(await statusOf(world.accounts, keyless())).toBe(200);
  const visitor = await member('ada@example.org');
  return { key, visitor };
}

/** Expects the key and its usage, the session, the password, and the usage of an IP address. */
async function expectAll(accounts: Accounts, { key, visitor }: Awaited<ReturnType<typeof useAccounts>>): Promise<void> {
  const remaining = async (request: Parameters<Accounts['admit']>[0]) =>
    headerOf(await accounts.admit(request), 'X-RateLimit-Remaining');
  expect(await remaining(withKey(key))).toBe('5');
  expect(await remaining(keyless())).toBe('48');
  expect(await accounts.people.session(visitor)).toMatchObject({ email: 'ada@example.org' });
  expect(await accounts.people.signIn(browser(), 'ada@example.org', password)).toMatchObject({ done: true });
}

describe('SQLite', () => {
  test('a backup restored into a new home has everything', async () => {
    world = await accountWorld({ smtpUrl: mail.url, secret: undefined });
    const before = await useAccounts();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    const restored = await admin(`restore --from ${folder}`, { home });
    expect(restored).toMatchObject({ code: 0, messages: expect.stringContaining('Start the server') });
    for (const name of ['accounts.sqlite', 'secret'])
      expect(statSync(join(home, 'accounts', name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'accounts')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(home, 'accounts/secret'))).toEqual(readFileSync(join(world.home, 'accounts/secret')));
    await expectAll(await openElsewhere({ secret: undefined }), before);
    expect((await admin('log --json', { home })).out).toMatch(/"action": "restore"/);
  });

  test('existing accounts are never overwritten, and an incomplete backup is refused', async () => {
    world = await accountWorld({ smtpUrl: mail.url });
    await useAccounts();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    expect(await admin(`restore --from ${folder}`)).toMatchObject({
      code: 1,
      messages: expect.stringContaining('move that folder away first'),
    });
    const partial = join(home, 'half');
    await mkdir(partial);
    const complete = readFileSync(join(folder, 'accounts.sqlite'));
    for (const bytes of [complete.subarray(0, complete.length / 2), Buffer.from('noise'), Buffer.alloc(0)]) {
      await writeFile(join(partial, 'accounts.sqlite'), bytes);
      expect(await admin(`restore --from ${partial}`, { home })).toMatchObject({
        code: 1,
        messages: expect.stringContaining('is not a complete backup'),
      });
    }
    expect(await admin(`restore --from ${join(home, 'nowhere')}`, { home })).toMatchObject({ code: 1 });
    expect(await admin('restore', { home })).toMatchObject({ code: 2 });
    expect(existsSync(join(home, 'accounts'))).toBe(false);
  });

  test('an existing secret is never overwritten', async () => {
    world = await accountWorld({ smtpUrl: mail.url, secret: undefined });
    await useAccounts();
    await world.accounts.close();
    const { out: folder } = await admin('backup');
    const secret = join(home, 'accounts/secret');
    await mkdir(join(home, 'accounts'));
    await writeFile(secret, otherSecret);
    expect(await admin(`restore --from ${folder}`, { home })).toMatchObject({
      code: 1,
      messages: expect.stringContaining('not overwritten'),
    });
    expect(readFileSync(secret, 'utf8')).toBe(otherSecret);
    expect(existsSync(join(home, 'accounts/accounts.sqlite'))).toBe(false);
  });

  test('with another secret, keys, their usage and passwords are kept, sessions end, and usage per IP address restarts', async () => {
    world = await accountWorld({ smtpUrl: mail.url });
    const { key, visitor } = await useAccounts();
    await world.accounts.close();
    home = await rm(home, { recursive: true }).then(() => world.home);
    const rotated = await openElsewhere({ secret: otherSecret });
    expect(headerOf(await rotated.admit(withKey(key)), 'X-RateLimit-Remaining')).toBe('5');
    expect(headerOf(await rotated.admit(keyless()), 'X-RateLimit-Remaining')).toBe('49');
    expect(await rotated.people.session(visitor)).toBeNull();
    expect(await rotated.people.signIn(browser(), 'ada@example.org', password)).toMatchObject({ done: true });
  });
});

describe.skipIf(!has.postgres)(named('PostgreSQL', 'postgres'), () => {
  test('a pg_dump taken while the accounts are open, restored into another server, has everything', async () => {
    const [first, second] = await Promise.all([startPostgres(), startPostgres()]);
    onTestFinished(async () => {
      await Promise.all([first.stop(), second.stop()]);
    });
    world = await accountWorld({ smtpUrl: mail.url, databaseUrl: first.url });
    const before = await useAccounts();
    // Counts are written within half a second.
    const stored = async () => (await world.other.rows(sql`select used from use_by_day where used > 0`)).length;
    await until(async () => (await stored()) >= 3);
    const file = join(home, 'accounts.dump');
    const run = (name: string, ...args: string[]) =>
      expect(spawnSync(postgresProgram(name), args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    run('pg_dump', '--format=custom', '--no-owner', `--file=${file}`, first.url);
    run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${second.url}`, file);
    await expectAll(await openElsewhere({ databaseUrl: second.url }), before);
    expect(await admin('restore --from x')).toMatchObject({ code: 1, messages: expect.stringContaining('pg_restore') });
  });
});
