import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/auth/account-store.ts';
import { keyIdLength } from '../../src/accounts/keys/key-store.ts';
import { routeSubject, usageByRoute, utcDay } from '../../src/accounts/limits/usage.ts';
import { addUses } from '../../src/accounts/limits/usage-store.ts';
import { prune, retentionDays } from '../../src/accounts/prune.ts';
import { type AccountWorld, accountWorld, holder, withKey } from './account-world.ts';

let world: AccountWorld;
beforeEach(async () => {
  world = await accountWorld();
});
afterEach(() => world.close());

const sendRequests = async (key: string, route: string, status: number, times = 1) => {
  for (let time = 0; time < times; time += 1) {
    const admission = await world.accounts.admit(withKey(key));
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(status, route);
  }
};
const usageOf = async (...keyIds: string[]) => usageByRoute(world.other, keyIds, utcDay(world.time), 30);
/** Closing writes the counts. */
const writeCounts = () => world.accounts.close();
const satelliteRoute = '/api/v1/satellites/{norad_cat_id}';

test('responses are counted by key, route and status, whatever they cost', async () => {
  const [a, b] = [await holder(world, { daily: 100, burst: 100 }), await holder(world, { daily: 100, burst: 100 })];
  await sendRequests(a.key, satelliteRoute, 200, 3);
  await sendRequests(a.key, satelliteRoute, 304, 2);
  await sendRequests(a.key, '/api/v1/search', 400);
  await sendRequests(b.key, satelliteRoute, 500);
  await writeCounts();
  expect(await usageOf(a.keyId)).toEqual([
    { key_id: a.keyId, route: satelliteRoute, status: 200, used: 3 },
    { key_id: a.keyId, route: satelliteRoute, status: 304, used: 2 },
    { key_id: a.keyId, route: '/api/v1/search', status: 400, used: 1 },
  ]);
  expect((await usageOf(a.keyId, b.keyId)).filter(({ key_id }) => key_id === b.keyId)).toEqual([
    { key_id: b.keyId, route: satelliteRoute, status: 500, used: 1 },
  ]);
});

test('counts are summed over days, and deleted after the retention period', async () => {
  const { key, keyId } = await holder(world);
  expect(keyId).toHaveLength(keyIdLength);
  await sendRequests(key, satelliteRoute, 200);
  world.time += 86_400_000;
  await sendRequests(key, satelliteRoute, 200, 2);
  await writeCounts();
  expect(await usageOf(keyId)).toEqual([{ key_id: keyId, route: satelliteRoute, status: 200, used: 3 }]);
  await world.other.write(prune(world.time + (retentionDays.routes - 1) * 86_400_000));
  expect(await usageByRoute(world.other, [keyId], 0, null)).toEqual([
    { key_id: keyId, route: satelliteRoute, status: 200, used: 3 },
  ]);
  await world.other.write(prune(world.time + (retentionDays.routes + 1) * 86_400_000));
  expect(await usageByRoute(world.other, [keyId], 0, null)).toEqual([]);
});

test('deleting an account deletes its counts', async () => {
  const [gone, stays] = [await holder(world), await holder(world)];
  await sendRequests(gone.key, satelliteRoute, 200);
  await sendRequests(stays.key, satelliteRoute, 200);
  await writeCounts();
  await deleteAccount(world.other, gone.accountId, world.time);
  expect((await usageOf(gone.keyId, stays.keyId)).map(({ key_id }) => key_id)).toEqual([stays.keyId]);
});

test('a key id with pattern characters matches only its own counts', async () => {
  const day = utcDay(world.time);
  const use = (keyId: string, more: number) => ({
    day,
    subject: routeSubject(keyId, 200, satelliteRoute),
    more,
    lastUsedAt: 0,
  });
  const counted = [use('a_c', 1), use('abc', 2), use('a*c', 3), use('[a]', 4), use('a', 5), use('A', 6)];
  await world.other.write([addUses(world.other.kind, counted)]);
  for (const [keyId, used] of [
    ['a_c', 1],
    ['abc', 2],
    ['a*c', 3],
    ['[a]', 4],
    ['a', 5],
  ] as const)
    expect(await usageOf(keyId)).toEqual([{ key_id: keyId, route: satelliteRoute, status: 200, used }]);
});
