import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../src/accounts/database.ts';
import { type AccountWorld, accountWorld, browser, statusOf, withKey } from './account-world.ts';
import { has, named, postgresProgram, type Service, startPostgres } from './services.ts';

/** A database written with better-auth 1.7.5: one account with a session and a key, and one unconfirmed account. */
const dump = readFileSync(join(import.meta.dirname, '../fixtures/accounts/better-auth-1.7.5.sql'), 'utf8');
const sessionToken = 'zmQcyrzjxTTK4kzpWlyrIZHLZ7LqTAoT.Qs1Q5oIr4yVoheMw528AvNOeIn8jMnK4SH8PHHCoSjc%3D';
const key = 'ow_Puyk2jptRwBGR9hUTVd9yrhbvGooznqMrx2zd5si';
const password = 'four quiet herons at dawn';
const dayAfter = Date.UTC(2026, 10, 23, 12);

let world: AccountWorld;
afterEach(() => world.close());

const visitor = (token: string) => {
  const result = browser();
  result.keep([`__Host-orbweaver.session_token=${token}`]);
  return result;
};

async function expectAll(): Promise<void> {
  const { people, own } = world.accounts;
  const signedIn = visitor(sessionToken);
  expect(await people.session(signedIn)).toMatchObject({ email: 'ada@example.org' });
  expect(await people.session(visitor(sessionToken.replace('zmQ', 'zmR')))).toBeNull();
  expect(await people.signIn(browser(), 'ada@example.org', password)).toMatchObject({ done: true });
  expect(await people.signIn(browser(), 'unconfirmed@example.org', password)).toMatchObject({ code: 'not_confirmed' });
  expect(await statusOf(world.accounts, withKey(key))).toBe(200);
  expect(await own.sessions(signedIn)).toMatchObject({ done: true, value: [{ current: false }, { current: true }] });
  const stored = await world.other.rows<{ token: string }>(sql`select token from session`);
  expect(stored).toHaveLength(2);
  for (const { token } of stored) expect(token).toMatch(/^sha256:[0-9a-f]{64}$/);
}

describe('a database from the version with better-auth', () => {
  test('on SQLite keeps its passwords, sessions and keys', async () => {
    const home = mkdtempSync(join(tmpdir(), 'orbweaver-upgrade-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(join(home, 'accounts'));
    const file = new DatabaseSync(join(home, 'accounts/accounts.sqlite'));
    file.exec(dump);
    file.close();
    world = await accountWorld({ now: () => dayAfter, home });
    await expectAll();
  });
});

describe.skipIf(!has.postgres)(named('a PostgreSQL database from the version with better-auth', 'postgres'), () => {
  let postgres: Service;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('keeps its passwords, sessions and keys', async () => {
    const postgresDump = dump
      .replace(/^PRAGMA.*$/m, '')
      .replace('BEGIN TRANSACTION', 'BEGIN')
      .replace(/CREATE TABLE IF NOT EXISTS "person".*?;\n/s, (table) =>
        table.replace('"email_verified" integer', '"email_verified" boolean'),
      )
      .replace(/" date\b/g, '" timestamptz')
      .replace(/(INSERT INTO person VALUES\('[^']*','','[^']*',)(\d)/g, "$1'$2'");
    const imported = spawnSync(postgresProgram('psql'), ['-v', 'ON_ERROR_STOP=1', postgres.url], {
      input: postgresDump,
      encoding: 'utf8',
    });
    expect([imported.status, imported.stderr]).toEqual([0, '']);
    world = await accountWorld({ now: () => dayAfter, databaseUrl: postgres.url });
    await expectAll();
  });
});
