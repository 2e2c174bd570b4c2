import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, headerOf, holder, served, withKey } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

/** Takes 20 units every 20 ms and says how many it has taken. Its clock stands still, but for the second. */
const program = `
import { openAccounts } from '${join(import.meta.dirname, '../../src/accounts/accounts.ts')}';
const { options, key, time } = JSON.parse(process.argv[1]);
const began = Date.now();
const log = { info() {}, warn: console.error, error: console.error };
const accounts = await openAccounts({ ...options, now: () => time + Math.floor((Date.now() - began) / 10) , log });
const ask = { authorization: 'Bearer ' + key, address: '192.0.2.1', access: 'keyed', sameOrigin: false };
let taken = 0;
setInterval(async () => {
  for (let i = 0; i < 20; i++) {
    const admission = await accounts.admit(ask);
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(200);
    taken++;
  }
  console.log(taken);
}, 20);
`;

test('kill -9: what was counted more than a second before is there, and not one more', async () => {
  world = await accountWorld();
  const { key } = await holder(world, { daily: 1_000_000, burst: 1_000_000 });
  const { now: _now, log: _log, ...options } = world.options;
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '-e',
    program,
    JSON.stringify({ options, key, time: world.time }),
  ]);
  const said: { at: number; taken: number }[] = [];
  let problem = '';
  child.stderr.on('data', (part) => (problem += part));
  createInterface({ input: child.stdout }).on('line', (line) =>
    said.push({ at: performance.now(), taken: Number(line) }),
  );
  // However slow the machine: a hundred units are taken, and more than a second has gone since.
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const since = () => said.find(({ taken }) => taken >= 100)?.at ?? Number.POSITIVE_INFINITY;
  await until(() => child.exitCode !== null || performance.now() - since() >= 1200);
  const killed = performance.now();
  child.kill('SIGKILL');
  await exited;
  expect(problem).toBe('');
  const safe = said.findLast(({ at }) => at < killed - 1000)!.taken;
  expect(safe).toBeGreaterThanOrEqual(100);

  await world.accounts.close();
  const again = await world.another();
  expect(await served(again, withKey(key), 304)).toBe(304);
  const left = Number(headerOf(await again.admit(withKey(key)), 'X-RateLimit-Remaining'));
  const kept = 999_999 - left;
  expect(kept).toBeGreaterThanOrEqual(safe);
  expect(kept).toBeLessThanOrEqual(said.at(-1)!.taken + 20);
});
