import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of the files that a process has open; those of deleted files end in ` (deleted)`. Empty if it has ended. */
export async function openFiles(pid: number | 'self' = 'self'): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await readdir(folder).catch(() => []);
  return Promise.all(links.map((name) => readlink(join(folder, name)).catch(() => '')));
}
