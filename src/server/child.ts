import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../config.ts';

/** A program that ended badly. It has said why on the terminal itself. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

/** Runs a Node program of this project to its end, its output on this terminal. Throws ChildFailed where it fails. */
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

/** How a program runs beside the server. */
export interface Beside {
  /** Most memory that its JavaScript may use, in MB. */
  readonly memory: number;
  /** Ends the program. */
  readonly signal: AbortSignal;
  /** Told every line that it prints. */
  line(text: string): void;
}

/**
 * Runs a Node program beside the server: it gives way to it, its memory is bounded, and what it prints goes to the log.
 * Throws ChildFailed where it fails, with the last thing that it said.
 */
export function runBeside(
  root: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { memory, signal, line }: Beside,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, ...args], {
      cwd: root,
      env: childEnvironment(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let last = '';
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (text) => {
        if (text.trim() === '') return;
        if (stream === child.stderr) last = text;
        line(text);
      });
    child.once('spawn', () => {
      // It may have ended already.
      try {
        setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {}
    });
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (code === 0) resolve();
      else reject(new ChildFailed(last || `it ended with ${killed ?? `exit code ${code}`}`));
    });
  });
}
