import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Seconds. The fastest files of `slow` need 3. */
const LIMIT = 5;

/** Clock ticks a second of /proc, the same on every Linux. */
const TICKS = 100;

/**
 * Seconds of CPU time that this file's process and the processes that it waited for have used: not the time on the clock, which counts
 * everything else that the machine does. Outside Linux without child processes.
 */
function cpuTime(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The program's name, in parentheses, may contain spaces. utime, stime, cutime, and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

// Registered before the file's own hooks, it runs after them.
afterAll(() => {
  const seconds = cpuTime();
  if (process.env.ORBWEAVER_TEST_TIMES) process.stderr.write(`CPU ${seconds} ${expect.getState().testPath}\n`);
  if (seconds > LIMIT)
    throw new Error(
      `${expect.getState().testPath} used ${seconds.toFixed(1)} s of CPU time, and files of the project fast may use ${LIMIT} s. Make it cheaper, or list it in test/projects/slow.ts.`,
    );
});
