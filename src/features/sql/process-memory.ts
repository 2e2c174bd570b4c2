import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The memory of another process of this user, measured and limited from outside. Linux only; unknown on other systems.
 */

/** A size that Linux reports of a process, bytes; null if it reports none. */
export function processSize(pid: number, name: 'VmData' | 'VmHWM' | 'VmRSS'): number | null {
  try {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
    return Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/**
 * Lets a process allocate this many bytes more than it has (RLIMIT_DATA): further allocations fail, and the engine reports
 * that as an error. Resolves to false if the system can't: no Linux, or no `prlimit`.
 */
export function limitGrowth(pid: number, bytes: number): Promise<boolean> {
  const data = processSize(pid, 'VmData');
  if (data === null) return Promise.resolve(false);
  return new Promise((resolve) =>
    execFile('prlimit', ['--pid', String(pid), `--data=${data + bytes}`], { timeout: 2000 }, (error) =>
      resolve(!error),
    ),
  );
}
