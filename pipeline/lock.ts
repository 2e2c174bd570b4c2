import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Another build is running. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

/**
 * Runs one build at a time in a home folder. The lock is a file that names the process; one whose process is gone is
 * taken over, so a crash releases it.
 */
export async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  await mkdir(home, { recursive: true });
  const path = join(home, 'build.lock');
  await take(path, true);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, again: boolean): Promise<void> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (!again || (holder !== process.pid && alive(holder)))
      throw new Locked(`another refresh is running (process ${holder}). Wait for it, or stop it, then run this again`);
    await rm(path, { force: true });
    await take(path, false);
  }
}

function alive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
