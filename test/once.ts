import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock older than this belongs to a test that was killed, ms. */
const abandoned = 180_000;

/** Does what is not done yet, while others that want the same, in other processes too, wait for it. */
export async function once(lock: string, done: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
  while (!(await done())) {
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!mine) {
      const age = Date.now() - ((await stat(lock).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > abandoned) await rm(lock, { recursive: true, force: true });
      await pause(200);
      continue;
    }
    try {
      if (await done()) return;
      await work();
      return;
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
}
