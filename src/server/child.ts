import { spawn } from 'node:child_process';
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
