import { afterEach, expect, test } from 'vitest';
import type { SecurityLog } from '../../src/accounts/audit-log.ts';
import { Connection } from '../../src/accounts/connection.ts';
import type { KeyCache } from '../../src/accounts/keys/key-cache.ts';
import type { KeyNetworks } from '../../src/accounts/keys/key-networks.ts';
import { addUses, type UsageStore } from '../../src/accounts/limits/usage-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { type AccountWorld, accountWorld, browser, noon } from './account-world.ts';

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

test('counts that cannot be written are logged once for each reason, and once when they are written again', async () => {
  world = await accountWorld();
  let problem: string | null = null;
  let written = 0;
  const usage = {
    open: async () => {},
    sweep: () => {},
    async flush() {
      if (problem !== null) throw new Error(problem);
      written += 1;
    },
  } as unknown as UsageStore;
  const nothing = { flush: async () => {}, refresh: async () => {}, forgetAll: () => {} };
  const connection = new Connection({
    now: () => noon,
    log: world.options.log,
    usage,
    keys: nothing as unknown as KeyCache,
    networks: nothing as unknown as KeyNetworks,
    events: nothing as unknown as SecurityLog,
    open: async () => ({ database: await openDatabase(world.options, true), secret: 'a secret' }),
  });
  await connection.refresh();
  const about = () => world.log.filter((line) => line.includes('counts are'));
  for (const one of [null, 'disk full', 'disk full', 'disk full', 'locked', 'locked', null, null]) {
    problem = one;
    await connection.flush();
  }
  const kept = 'warn counts are kept in memory until they can be written';
  expect(about()).toEqual([
    `${kept} {"reason":"disk full"}`,
    `${kept} {"reason":"locked"}`,
    'info counts are written again {}',
  ]);
  expect(written).toBe(3);
  await connection.close();
});
