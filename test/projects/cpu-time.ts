import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/** CPU seconds that this process and the child processes that it waited for have used; outside Linux, without child processes. */
function used(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The program's name, in parentheses, may contain spaces. utime, stime, cutime, and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

let start = 0;

/** Starts the measurement of a test file. Workers run one file after the other. */
export const startCpuTime = (): void => {
  start = used();
};

/** CPU seconds of this test file, without work that it did for other files too. */
export const cpuTime = (): number => used() - start;

/** Does work that the first file to need it does for every file, such as a build of the website. */
export async function forEveryFile(work: () => Promise<unknown>): Promise<void> {
  const before = used();
  await work();
  start += used() - before;
}
