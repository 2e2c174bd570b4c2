import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/auth/account-store.ts';
import { keyIdLength } from '../../src/accounts/keys/key-store.ts';
import { routeSubject, usageByRoute } from '../../src/accounts/limits/usage.ts';
import { addUses } from '../../src/accounts/limits/usage-store.ts';
import { utcDay } from '../../src/accounts/limits/utc-day.ts';
import { prune, retentionDays } from '../../src/accounts/prune.ts';
import { type AccountWorld, accountWorld, holder, withKey } from './account-world.ts';

let world: AccountWorld;
beforeEach(async () => {
  world = await accountWorld();
});
afterEach(() => world.close());

const answered = async (key: string, route: string, status: number, times = 1) => {
  for (let time = 0; time < times; time += 1) {
    const admission = await world.accounts.admit(withKey(key));
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(status, route);
  }
};
const uses = async (...keyIds: string[]) => usageByRoute(world.other, keyIds, utcDay(world.time), 30);
/** Writes what was counted: closing does. */
const written = () => world.accounts.close();
const one = '/api/v1/satellites/{norad_cat_id}';

test('responses are counted by key, route and status, whatever they cost', async () => {
  const [a, b] = [await holder(world, { daily: 100, burst: 100 }), await holder(world, { daily: 100, burst: 100 })];
  await answered(a.key, one, 200, 3);
  await answered(a.key, one, 304, 2);
  await answered(a.key, '/api/v1/search', 400);
  await answered(b.key, one, 500);
  await written();
  expect(await uses(a.keyId)).toEqual([
    { key_id: a.keyId, route: one, status: 200, used: 3 },
    { key_id: a.keyId, route: one, status: 304, used: 2 },
    { key_id: a.keyId, route: '/api/v1/search', status: 400, used: 1 },
  ]);
  expect((await uses(a.keyId, b.keyId)).filter(({ key_id }) => key_id === b.keyId)).toEqual([
    { key_id: b.keyId, route: one, status: 500, used: 1 },
  ]);
});

test('days add up, and those of long ago are deleted', async () => {
  const { key, keyId } = await holder(world);
  expect(keyId).toHaveLength(keyIdLength);
  await answered(key, one, 200);
  world.time += 86_400_000;
  await answered(key, one, 200, 2);
  await written();
  expect(await uses(keyId)).toEqual([{ key_id: keyId, route: one, status: 200, used: 3 }]);
  await world.other.write(prune(world.time + (retentionDays.routes - 1) * 86_400_000));
  expect(await usageByRoute(world.other, [keyId], 0, null)).toEqual([
    { key_id: keyId, route: one, status: 200, used: 3 },
  ]);
  await world.other.write(prune(world.time + (retentionDays.routes + 1) * 86_400_000));
  expect(await usageByRoute(world.other, [keyId], 0, null)).toEqual([]);
});

test('what is counted goes with the account', async () => {
  const [gone, stays] = [await holder(world), await holder(world)];
  await answered(gone.key, one, 200);
  await answered(stays.key, one, 200);
  await written();
  await deleteAccount(world.other, gone.accountId, world.time);
  expect((await uses(gone.keyId, stays.keyId)).map(({ key_id }) => key_id)).toEqual([stays.keyId]);
});

test('a key whose id is like the pattern of another has its own counts alone', async () => {
  const day = utcDay(world.time);
  const use = (keyId: string, more: number) => ({ day, subject: routeSubject(keyId, 200, one), more, lastUsedAt: 0 });
  const counted = [use('a_c', 1), use('abc', 2), use('a*c', 3), use('[a]', 4), use('a', 5), use('A', 6)];
  await world.other.write([addUses(world.other.kind, counted)]);
  for (const [keyId, used] of [
    ['a_c', 1],
    ['abc', 2],
    ['a*c', 3],
    ['[a]', 4],
    ['a', 5],
  ] as const)
    expect(await uses(keyId)).toEqual([{ key_id: keyId, route: one, status: 200, used }]);
});
