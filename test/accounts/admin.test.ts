import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAdmin } from '../../src/cli/run-admin.ts';
import { locked } from '../../src/lock.ts';
import { releaseFormat } from '../../src/schema/release/manifest.ts';
import { accountWorld, noon, statusOf, withKey } from './account-world.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orbweaver-admin-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Runs a command in the home of the test. */
async function admin(line: string, more: { home?: string; time?: number } = {}) {
  const out: string[] = [];
  const messages: string[] = [];
  const code = await runAdmin(line === '' ? [] : line.split(' '), {
    home: more.home ?? home,
    databaseUrl: undefined,
    secret: undefined,
    now: () => more.time ?? noon,
    actor: 'operator test',
    out: (text) => out.push(text),
    say: (text) => messages.push(text),
  });
  return { code, out: out.join('\n'), messages: messages.join('\n') };
}
const json = async (line: string) => JSON.parse((await admin(`${line} --json`)).out);

test('a database that cannot be written is reported with advice', async () => {
  await mkdir(join(home, 'accounts'));
  await symlink(join(home, 'nowhere/accounts.sqlite'), join(home, 'accounts/accounts.sqlite'));
  const { code, messages } = await admin('keys list');
  expect([code, messages]).toEqual([
    1,
    expect.stringMatching(/Failed: ENOENT.*\nCheck that the folder in ORBWEAVER_HOME can be written/),
  ]);
});

test.each(['keys KEY', 'keys list KEY', 'accounts list --KEY'])('%s: the message repeats no key', async (line) => {
  const { code, messages } = await admin(line.replace('KEY', 'ow_0123456789abcdefghijklmnopqrstuvwxyzABCD'));
  expect(code).toBe(2);
  expect(messages).toContain('ow_…');
  expect(messages).not.toContain('ow_0123');
});

describe('keys', () => {
  test('create prints only the key, in a new home, and a server accepts it', async () => {
    const created = await admin('keys create --email Me@Example.org --tier business');
    expect(created).toMatchObject({ code: 0, messages: '' });
    expect(created.out).toMatch(/^ow_[0-9A-Za-z]{40}$/);
    expect(statSync(join(home, 'accounts')).mode & 0o777).toBe(0o700);
    for (const name of ['accounts.sqlite', 'secret'])
      expect(statSync(join(home, 'accounts', name)).mode & 0o777).toBe(0o600);
    const world = await accountWorld();
    const server = await world.another({ home, secret: undefined });
    expect(await statusOf(server, withKey(created.out))).toBe(200);
    await world.close();
    expect(await json('keys list')).toMatchObject([
      {
        email: 'me@example.org',
        state: 'active',
        key: `${created.out.slice(0, 7)}…`,
        last_used: '2026-08-22 12:00:00Z',
      },
    ]);
  });

  test('rotate and revoke accept the key or its id', async () => {
    const { out: key } = await admin('keys create --email me@example.org');
    const rotated = await admin(`keys rotate --key ${key} --overlap 24`);
    expect(rotated.out).toMatch(/^ow_/);
    const keys: { id: string; state: string }[] = await json('keys list --email me@example.org');
    expect(keys.map(({ state }) => state).sort()).toEqual(['active', 'expiring']);
    const active = keys.find(({ state }) => state === 'active')!;
    expect(await admin(`keys revoke --id ${active.id}`)).toMatchObject({ code: 0, out: '' });
    expect(await admin(`keys rotate --id ${active.id}`)).toMatchObject({
      code: 1,
      messages: expect.stringContaining('no active key'),
    });
    expect(await admin('keys rotate --id x --overlap 25')).toMatchObject({ code: 1 });
    expect(await admin('keys revoke --id key_none')).toMatchObject({
      code: 1,
      messages: 'There is no such key: "keys list" shows the keys and their ids.',
    });
    expect(await admin('keys revoke')).toMatchObject({ code: 2 });
    expect(await admin('keys create --email me@example.org')).toMatchObject({ code: 0 });
    expect(await admin('keys create --email me@example.org')).toMatchObject({ code: 1, out: '' });
  });
});

test('accounts can be created, listed, limited, suspended, resumed and deleted, and the log names the operator', async () => {
  expect(await admin('accounts create --email a@example.org')).toMatchObject({ code: 0 });
  expect(await admin('accounts create --email A@example.org')).toMatchObject({ code: 1 });
  expect(await admin('accounts create --email nonsense')).toMatchObject({ code: 1 });
  expect(await admin('accounts create --email b@example.org --tier gold')).toMatchObject({ code: 2 });
  expect(await admin('accounts tier --email a@example.org --tier enterprise --daily 9 --burst 2')).toMatchObject({
    code: 0,
  });
  for (const invalid of ['0', 'x', '-5', '1.5', '1e3', '007', '1000000001', '999999999999'])
    for (const option of ['daily', 'burst'])
      expect(
        await admin(`accounts tier --email a@example.org --tier enterprise --${option}=${invalid}`),
        `--${option}=${invalid}`,
      ).toMatchObject({ code: 2, messages: expect.stringContaining(`--${option} must be a whole number from 1 to`) });
  expect(await admin('accounts tier --email nobody@example.org --tier free')).toMatchObject({ code: 1 });
  await admin('accounts suspend --email a@example.org --reason abuse');
  expect(await json('accounts list')).toEqual([
    {
      email: 'a@example.org',
      tier: 'enterprise',
      daily: 9,
      burst: 2,
      used_today: 0,
      keys: 0,
      state: 'suspended',
      created: '2026-08-22 12:00:00Z',
    },
  ]);
  expect(await admin('keys create --email a@example.org')).toMatchObject({
    code: 1,
    messages: expect.stringContaining('suspended'),
  });
  await admin('accounts resume --email a@example.org');
  await admin('pause --reason upgrade');
  await admin('resume');
  const log: { actor: string; action: string; account: string; details: string }[] = await json('log');
  expect(log.map(({ action }) => action)).toEqual([
    'accounts create',
    'accounts tier',
    'accounts suspend',
    'accounts resume',
    'pause',
    'resume',
  ]);
  expect(log[1]).toMatchObject({
    actor: 'operator test',
    account: 'a@example.org',
    details: 'tier=enterprise daily=9 burst=2',
  });
  await admin('accounts delete --email a@example.org');
  expect(await json('accounts list')).toEqual([]);
  expect((await admin('log')).out).not.toContain('a@example.org');
});

test('an operator who confirms an account discards the password of its sign-up', async () => {
  const world = await accountWorld();
  const visitor = { address: '192.0.2.1', origin: 'https://orbweaver.example', headers: {} };
  await world.accounts.people.signUp(visitor, 'victim@example.org', 'four quiet herons at dawn');
  await world.accounts.close();
  expect(await admin('keys create --email victim@example.org', world)).toMatchObject({ code: 0 });
  const restarted = await world.another();
  expect(await restarted.people.signIn(visitor, 'victim@example.org', 'four quiet herons at dawn')).toMatchObject({
    code: 'wrong_credentials',
  });
  await world.close();
});

test('backup copies the database and the secret, readable only by their owner', async () => {
  const { out: key } = await admin('keys create --email me@example.org');
  const { out: folder, code } = await admin('backup');
  expect([folder, code]).toEqual([join(home, 'backups', '20260822T120000Z'), 0]);
  expect(readFileSync(join(folder, 'secret'))).toEqual(readFileSync(join(home, 'accounts', 'secret')));
  for (const name of ['accounts.sqlite', 'secret']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  await rm(join(home, 'accounts'), { recursive: true });
  await mkdir(join(home, 'accounts'));
  for (const name of ['accounts.sqlite', 'secret'])
    await writeFile(join(home, 'accounts', name), readFileSync(join(folder, name)), { mode: 0o600 });
  expect(await json('keys list')).toMatchObject([{ key: `${key.slice(0, 7)}…` }]);
  expect(await admin('backup')).toMatchObject({
    code: 1,
    messages: `${folder} already exists, and no backup is overwritten: name a new folder with --to.`,
  });
  expect(readdirSync(join(home, 'backups'))).toEqual(['20260822T120000Z']);
});

test.each(['backup', 'pause', 'resume'])('%s is refused in a home without accounts, and creates none', async (line) => {
  expect(await admin(line)).toMatchObject({
    code: 1,
    out: '',
    messages: expect.stringContaining(`no accounts in ${home}: set ORBWEAVER_HOME`),
  });
  expect(readdirSync(home)).toEqual([]);
});

test('the key that signs releases is backed up, and restored if the home has none', async () => {
  const pem = 'the private key';
  await admin('keys create --email me@example.org');
  await writeFile(join(home, 'signing-key.pem'), pem, { mode: 0o644 });
  const { out: folder } = await admin('backup');
  const restored = join(home, 'restored');
  expect(await admin(`restore --from ${folder}`, { home: restored })).toMatchObject({ code: 0 });
  for (const place of [folder, restored]) {
    expect(readFileSync(join(place, 'signing-key.pem'), 'utf8')).toBe(pem);
    expect(statSync(join(place, 'signing-key.pem')).mode & 0o777).toBe(0o600);
  }
  await rm(join(restored, 'accounts'), { recursive: true });
  await writeFile(join(restored, 'signing-key.pem'), 'another key');
  expect(await admin(`restore --from ${folder}`, { home: restored })).toMatchObject({ code: 0 });
  expect(readFileSync(join(restored, 'signing-key.pem'), 'utf8')).toBe('another key');
});

describe('releases', () => {
  const id = (day: number) => `202608${day}T120000Z-0000000${day % 10}`;
  async function release(day: number, intact = true, format = releaseFormat): Promise<void> {
    const folder = join(home, 'releases', id(day));
    await mkdir(folder, { recursive: true });
    const counts = Object.fromEntries(
      [
        'satellites',
        'active',
        'on_orbit',
        'decayed',
        'claims',
        'conflicts',
        'elements',
        'launches',
        'operators',
        'events',
        'rejects',
      ].map((name) => [name, 1]),
    );
    const files = intact ? {} : { 'catalog.duckdb': { bytes: 1, sha256: '0'.repeat(64) } };
    const manifest = {
      id: id(day),
      format,
      generated_at: '2026-08-22T12:00:00Z',
      previous: null,
      sample: false,
      counts,
      sources: [],
      files,
    };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await rm(join(home, 'current'), { force: true });
    await symlink(join('releases', id(day)), join(home, 'current'));
  }

  test('are listed, rolled back to the newest intact one, and pruned except for the served one', async () => {
    await mkdir(join(home, 'releases', '.building'), { recursive: true });
    for (const day of [20, 21, 22, 23]) await release(day, day !== 22);
    const rows: { id: string; served: boolean; state: string }[] = await json('releases list');
    expect(rows.map(({ id, served, state }) => [id, served, state])).toEqual([
      [id(20), false, 'whole'],
      [id(21), false, 'whole'],
      [id(22), false, 'damaged: 1 file is missing or truncated'],
      [id(23), true, 'whole'],
    ]);
    expect(await admin('releases rollback')).toMatchObject({
      code: 0,
      messages: expect.stringContaining(`Skipped release ${id(22)}`),
    });
    expect(await readlink(join(home, 'current'))).toBe(join('releases', id(21)));
    expect(await admin(`releases rollback --to ${id(22)}`)).toMatchObject({ code: 1 });
    expect(await admin('releases rollback --to ../../etc')).toMatchObject({ code: 1 });
    expect(await admin(`releases rollback --to ${id(23)}`)).toMatchObject({ code: 0 });
    expect(await readlink(join(home, 'current'))).toBe(join('releases', id(23)));
    await admin(`releases rollback --to ${id(20)}`);
    expect(await admin('releases rollback')).toMatchObject({ code: 1 });
    expect(await admin('releases prune --keep 2')).toMatchObject({ code: 0 });
    expect((await json('releases list')).map((row: { id: string }) => row.id)).toEqual([id(20), id(23)]);
    expect(await admin('releases prune --keep 0')).toMatchObject({ code: 2 });
    expect(existsSync(join(home, 'releases', '.building'))).toBe(true);
  });

  test('with another major format version are skipped by a rollback, because this version cannot read them', async () => {
    const [major] = releaseFormat.split('.').map(Number);
    const [otherMajor, sameMajor] = [`${major! - 1}.7`, `${major}.99`];
    for (const [day, format] of [
      [20, releaseFormat],
      [21, otherMajor],
      [22, sameMajor],
    ] as const)
      await release(day, true, format);
    expect((await json('releases list')).map((row: { state: string }) => row.state)).toEqual([
      'whole',
      expect.stringContaining(`of format ${otherMajor}, and this version reads ${releaseFormat}`),
      'whole',
    ]);
    expect(await admin(`releases rollback --to ${id(21)}`)).toMatchObject({ code: 1 });
    expect(await readlink(join(home, 'current'))).toBe(join('releases', id(22)));
    expect(await admin('releases rollback')).toMatchObject({ code: 0 });
    expect(await readlink(join(home, 'current'))).toBe(join('releases', id(20)));
  });

  test('are not changed while another process works on them', async () => {
    for (const day of [20, 21]) await release(day, true);
    const before = await readdir(join(home, 'releases'));
    await locked(home, async () => {
      for (const command of ['rollback', 'prune --keep 1'])
        expect(await admin(`releases ${command}`)).toMatchObject({
          code: 1,
          messages: expect.stringMatching(/another process works on the releases.*Wait for it/),
        });
    });
    expect(await readdir(join(home, 'releases'))).toEqual(before);
    expect(await admin('releases prune --keep 1')).toMatchObject({ code: 0 });
    expect(await readdir(join(home, 'releases'))).toEqual([id(21)]);
  });
});

describe('help and exit codes', () => {
  const commands =
    'accounts create|accounts list|accounts suspend|accounts resume|accounts tier|accounts delete|keys create|keys list|keys revoke|keys rotate|pause|resume|log|releases list|releases rollback|releases prune|releases verify|backup|restore'.split(
      '|',
    );

  test.each(commands)('%s has help, which does not open the accounts', async (command) => {
    const help = await admin(`${command} --help`);
    expect(help).toMatchObject({ code: 0, messages: '' });
    expect(help.out.split('\n')[0]).toMatch(new RegExp(`^npm run admin -- ${command}`));
    expect(existsSync(join(home, 'accounts'))).toBe(false);
  });

  test('a missing command, an unknown command and an invalid option are explained, with exit code 2', async () => {
    for (const line of ['', 'nonsense', 'keys', 'keys lost', 'keys create --bogus', 'keys create', 'pause now']) {
      const result = await admin(line);
      expect([line, result.code]).toEqual([line, 2]);
      expect(result.messages + result.out).toContain('npm run admin -- ');
    }
    const all = await admin('--help');
    expect(all.code).toBe(0);
    for (const command of commands) expect(all.out).toContain(`npm run admin -- ${command}`);
    expect(await admin('keys --help')).toMatchObject({ code: 0 });
  });
});
