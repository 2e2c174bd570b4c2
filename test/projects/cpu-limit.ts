import { pbkdf2Sync } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { cpuTime, startCpuTime } from './cpu-time.ts';

/** Seconds of CPU time on two quiet cores. The cheapest files of `slow` need 3. */
const LIMIT = 5;

/** Rounds of a hash in `slowdown`, and the CPU seconds that they take on two quiet cores of the machine on which `slow` was measured. */
const ROUNDS = 500_000;
const QUIET = 0.2;

/**
 * How much more CPU time a file takes while other workers use the sibling threads of its core, as they do throughout a run. A hash
 * is slowed down less than a test is.
 */
const NEIGHBORS = 1.6;

/** How much longer this machine needs at the moment: neighbors on a core slow it down even if they take no time from a process. */
function slowdown(): number {
  const before = process.cpuUsage();
  pbkdf2Sync('password', 'salt', ROUNDS, 64, 'sha512');
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1e6 / QUIET);
}

// Vitest runs this module before each file.
startCpuTime();

// The first hook to be registered is the last to run.
afterAll(() => {
  const path = expect.getState().testPath;
  const seconds = cpuTime();
  if (process.env.ORBWEAVER_TEST_TIMES) process.stderr.write(`CPU ${seconds.toFixed(2)} s ${path}\n`);
  if (seconds <= LIMIT) return;
  const allowed = LIMIT * Math.max(NEIGHBORS, slowdown());
  if (seconds > allowed)
    throw new Error(
      `${path} used ${seconds.toFixed(1)} s of CPU time, and a file of the project fast may use ${allowed.toFixed(1)} s on this machine. Make it cheaper, or list it in test/projects/slow.ts.`,
    );
});
