import { setTimeout as pause } from 'node:timers/promises';
import { Locked, locked } from '../src/lock.ts';

/**
 * Does what is not done yet, while others that want the same, in other processes too, wait for it. `folder` is for its lock, which ends
 * with the process that has it.
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
