import { setTimeout as pause } from 'node:timers/promises';
import { Locked, locked } from '../src/lock.ts';
import { forEveryFile } from './projects/cpu-time.ts';

/** Longer than a build of the site or a sample takes on a busy machine. */
const PATIENCE = 900_000;

/**
 * Runs `work` unless it is already done; concurrent callers, in other processes as well, wait for it. `folder` holds the lock, which is
 * released when its process ends.
 */
export async function once(folder: string, done: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  while (!(await done())) {
    if (performance.now() - began > PATIENCE)
      throw new Error(
        `somebody else has the lock of ${folder} for ${PATIENCE / 60_000} minutes, and what it is for is not done`,
      );
    try {
      await locked(folder, async () => {
        if (!(await done())) await forEveryFile(work);
      });
      return;
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      await pause(200);
    }
  }
}
