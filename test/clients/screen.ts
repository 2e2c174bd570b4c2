import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** Starts a virtual screen for a program with windows, and returns its name for `DISPLAY`. It stops with the test. */
export async function startScreen(size = '1024x768'): Promise<string> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${size}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => kill(screen));
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}

/** Kills a program if it is still running, and waits until it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
