import { afterEach, expect, test } from 'vitest';
import { addUses } from '../../src/accounts/limits/usage-store.ts';
import { type AccountWorld, accountWorld, browser } from './account-world.ts';

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
