import { setTimeout as pause } from 'node:timers/promises';
import { Locked, locked } from '../src/lock.ts';

/**
 * Runs `work` unless it is already done; concurrent callers, in other processes as well, wait for it. `folder` holds the lock, which is
 * released when its process ends.
 */
export async function once(folder: string, done: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
  while (!(await done())) {
    try {
      await locked(folder, async () => {
        if (!(await done())) await work();
      });
      return;
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      await pause(200);
    }
  }
}
