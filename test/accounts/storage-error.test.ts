import { afterEach, describe, expect, test } from 'vitest';
import { StorageError, sql, storageErrorOf } from '../../src/accounts/database.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { createWebhook } from '../../src/features/webhooks/webhook-store.ts';
import { apiErrorOf } from '../../src/http/middleware/errors.ts';
import { type AccountWorld, accountWorld, holder, noon } from './account-world.ts';
import { has, named, startPostgres } from './services.ts';

let world: AccountWorld | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

/** The error that a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

const expectUnavailable = (error: unknown) => {
  expect(error).toBeInstanceOf(StorageError);
  const { status, headers, body } = apiErrorOf(error);
  expect([status, headers['Retry-After']]).toEqual([503, '30']);
  expect(body).toMatchObject({ code: 'auth_misconfigured', error: expect.stringContaining('not completed') });
};

describe('a full accounts database', () => {
  test('refuses a webhook with 503 and keeps nothing of it', async () => {
    world = await accountWorld();
    const { accountId } = await holder(world);
    const database = world.other;
    const [{ page_count: pages } = { page_count: 0 }] = await database.rows<{ page_count: number }>(
      sql`pragma page_count`,
    );
    // SQLite reports this limit in the same way as a full disk: SQLITE_FULL.
    await database.rows({ sql: `pragma max_page_count = ${pages}`, values: [] });
    const settings = {
      url: 'https://example.org/',
      description: 'x'.repeat(200),
      types: [],
      query: 'x'.repeat(60_000),
    };
    const release = { id: 'r', at: noon };
    expectUnavailable(await errorOf(createWebhook(database, accountId, settings, { most: 5, now: noon, release })));
    expect(await database.rows(sql`select 1 as n from webhook`)).toEqual([]);
    await database.rows({ sql: `pragma max_page_count = ${pages * 10}`, values: [] });
    await createWebhook(database, accountId, settings, { most: 5, now: noon, release });
    expect(await database.rows(sql`select 1 as n from webhook`)).toHaveLength(1);
  });

  test.each([
    ['ENOSPC', { code: 'ENOSPC' }],
    ['SQLITE_IOERR_WRITE', { errcode: 778 }],
    ['disk_full of PostgreSQL', { code: '53100' }],
  ])('includes %s', (name, facts) => {
    expectUnavailable(storageErrorOf(Object.assign(new Error(name), facts)));
  });

  test.each([
    ['a broken rule of the tables', { errcode: 19 }],
    ['wrong SQL', { code: '42601' }],
  ])('does not include %s', (name, facts) => {
    const error = Object.assign(new Error(name), facts);
    expect(storageErrorOf(error)).toBe(error);
    expect(apiErrorOf(error).status).toBe(500);
  });
});

test.skipIf(!has.postgres)(named('an unreachable PostgreSQL is a 503', 'postgres'), async () => {
  const postgres = await startPostgres();
  const database = await openDatabase({ home: '/nowhere', databaseUrl: postgres.url }, true);
  await postgres.stop();
  expectUnavailable(await errorOf(database.rows(sql`select 1 as n`)));
  expectUnavailable(await errorOf(database.write([sql`select 1 as n`])));
  await database.close();
});
