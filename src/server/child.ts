import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../config.ts';
import { errorMessageVariable } from '../user-error.ts';

/** A child process that failed. Its output has the reason. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

/** Runs a Node program of this project to completion, with its output on this terminal. Throws ChildFailed if it fails. */
export function runNode(
  root: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: childEnvironment(settings),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new ChildFailed(`"node ${args.join(' ')}" ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}

/** Options for a background process. */
export interface Beside {
  /** Heap limit, MB. */
  readonly memory: number;
  /** Ends the program. */
  readonly signal: AbortSignal;
  /** Receives every line of output. */
  line(text: string): void;
}

/**
 * Limits the arenas of the allocators of a background process, each of which keeps freed memory: glibc has up to eight per core, and the
 * one of DuckDB two on a machine with two cores.
 */
export const allocators = { MALLOC_ARENA_MAX: '2', DUCKDB_JE_MALLOC_CONF: 'narenas:1' };

/** Options of Node for a heap of so many MB. V8 leaves less garbage with a low limit, and with a small space for new objects. */
export const heapOptions = (memory: number): readonly string[] => [
  `--max-old-space-size=${memory}`,
  '--max-semi-space-size=8',
];

/**
 * Runs a Node program in the background: at lower priority, with a heap limit, and with its output passed to `line`.
 * Throws ChildFailed if it fails, with the error that the program sends to its parent (`runCommand` in pipeline).
 */
export function runBeside(
  root: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { memory, signal, line }: Beside,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...heapOptions(memory), ...args], {
      cwd: root,
      env: childEnvironment({ ...settings, ...allocators, [errorMessageVariable]: '1' }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      signal,
    });
    let reason: string | undefined;
    child.once('message', (message) => {
      reason = String(message);
    });
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (text) => text.trim() !== '' && line(text));
    child.once('spawn', () => {
      // The process may have ended already.
      try {
        setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {}
    });
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (code === 0) resolve();
      else reject(new ChildFailed(reason ?? `it ended with ${killed ?? `exit code ${code}`}`));
    });
  });
}
