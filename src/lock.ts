import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process works on the releases. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

/**
 * Runs one piece of work on the releases of a home folder at a time: a build, a rollback, a pruning. The lock is a file
 * that names the process; one whose process is gone is taken over, so a crash releases it.
 */
export async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  await mkdir(home, { recursive: true });
  const path = join(home, 'build.lock');
  await take(path);
  await sweep(home);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Takes away what processes left that were killed while they took the lock. */
async function sweep(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^build\.lock\.(\d+)(\.stale)?$/.exec(name)?.[1];
    if (pid !== undefined && !alive(Number(pid))) await rm(join(home, name), { force: true });
  }
}

/** The lock appears with its content in one step (a hard link), so nobody ever reads one that is half written. */
async function take(path: string): Promise<void> {
  const own = `${path}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    if (await linked(own, path)) return;
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder !== process.pid && alive(holder)) throw new Locked(refusal(holder));
    await removeStale(path, holder, own);
    if (!(await linked(own, path))) throw new Locked(refusal(Number(await readFile(path, 'utf8').catch(() => ''))));
  } finally {
    await rm(own, { force: true });
  }
}

/** Moves a dead process's lock away. Of two that try at once, one may move the other's new lock: it is put back. */
async function removeStale(path: string, holder: number, own: string): Promise<void> {
  const aside = `${own}.stale`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if (Number(await readFile(aside, 'utf8')) !== holder) await linked(aside, path);
  await rm(aside, { force: true });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function refusal(holder: number): string {
  return `another process works on the releases (process ${holder}): a refresh, or a command on releases. Wait for it, or stop it, then run this again`;
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
