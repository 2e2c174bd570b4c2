import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { type AccountWorld, accountWorld, headerOf, holder, statusOf, withKey } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

/** Takes 20 units every 20 ms and prints the total. Its clock runs ten times slower than real time. */
const program = `
import { openAccounts } from '${join(import.meta.dirname, '../../src/accounts/accounts.ts')}';
const { options, key, time } = JSON.parse(process.argv[1]);
const startedAt = Date.now();
const log = { info() {}, warn: console.error, error: console.error };
const accounts = await openAccounts({ ...options, now: () => time + Math.floor((Date.now() - startedAt) / 10) , log });
const request = { authorization: 'Bearer ' + key, address: '192.0.2.1', access: 'keyed', sameOrigin: false };
let taken = 0;
setInterval(async () => {
  for (let i = 0; i < 20; i++) {
    const admission = await accounts.admit(request);
    if (!admission.admitted) throw new Error(admission.code);
    admission.settle(200);
    taken++;
  }
  console.log(taken);
}, 20);
`;

test('kill -9 loses at most the last second of usage, and adds none', async () => {
  world = await accountWorld();
  const { key } = await holder(world, { daily: 1_000_000, burst: 1_000_000 });
  const { now: _now, log: _log, ...options } = world.options;
  const child = spawn(process.execPath, [
    '--input-type=module-typescript',
    '-e',
    program,
    JSON.stringify({ options, key, time: world.time }),
  ]);
  const reports: { at: number; taken: number }[] = [];
  let stderr = '';
  child.stderr.on('data', (part) => (stderr += part));
  createInterface({ input: child.stdout }).on('line', (line) =>
    reports.push({ at: performance.now(), taken: Number(line) }),
  );
  // Wait until a hundred units are taken and more than a second has passed since, however slow the machine is.
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const reachedAt = () => reports.find(({ taken }) => taken >= 100)?.at ?? Number.POSITIVE_INFINITY;
  await until(() => child.exitCode !== null || performance.now() - reachedAt() >= 1200);
  const killedAt = performance.now();
  child.kill('SIGKILL');
  await exited;
  expect(stderr).toBe('');
  const safe = reports.findLast(({ at }) => at < killedAt - 1000)!.taken;
  expect(safe).toBeGreaterThanOrEqual(100);

  await world.accounts.close();
  const restarted = await world.another();
  expect(await statusOf(restarted, withKey(key), 304)).toBe(304);
  const remaining = Number(headerOf(await restarted.admit(withKey(key)), 'X-RateLimit-Remaining'));
  const stored = 999_999 - remaining;
  expect(stored).toBeGreaterThanOrEqual(safe);
  expect(stored).toBeLessThanOrEqual(reports.at(-1)!.taken + 20);
});
