import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { addUses } from '../../src/accounts/limits/usage-store.ts';
import { type AccountWorld, accountWorld, browser, holder, statusOf, withKey } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

test('sign-up succeeds while another process writes continuously', async () => {
  world = await accountWorld();
  world.time = Date.now();
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      const use = { day: 20_687, subject: `key:${n % 50}`, more: 1, lastUsedAt: world.time };
      await world.other.write([addUses(world.other.kind, [use])]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let n = 0; n < 5; n++)
    expect(
      await world.accounts.people.signUp(browser(), `person${n}@example.net`, 'four quiet herons at dawn'),
    ).toMatchObject({
      done: true,
    });
  writing = false;
  await writer;
});

test('counts that cannot be written are logged once, stay exact, and are written later', async () => {
  world = await accountWorld();
  const { key } = await holder(world, { daily: 4, burst: 1000 });
  const raw = new DatabaseSync(join(world.home, 'accounts/accounts.sqlite'));
  raw.exec(
    "CREATE TRIGGER full BEFORE INSERT ON use_by_day BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
  );
  for (let n = 0; n < 3; n++) {
    expect(await statusOf(world.accounts, withKey(key))).toBe(200);
    await world.accounts.flush();
  }
  const about = () => world.log.filter((line) => line.includes('counts are'));
  expect(about()).toEqual([
    'warn counts are kept in memory until they can be written {"reason":"database or disk is full"}',
  ]);
  raw.exec('DROP TRIGGER full');
  await world.accounts.flush();
  expect(about().slice(1)).toEqual(['info counts are written again {}']);
  raw.close();
  const other = await world.another();
  expect(await statusOf(other, withKey(key))).toBe(200);
  expect(await statusOf(other, withKey(key))).toBe('daily_quota_exceeded');
});
