import { afterEach, expect, test } from 'vitest';
import { type AccountWorld, accountWorld, browser } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

test('people sign up while another process writes without pause', async () => {
  world = await accountWorld();
  world.time = Date.now();
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await world.other.addUses([{ day: '2026-08-22', subject: `key:${n % 50}`, more: 1, last_used_at: world.time }]);
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
