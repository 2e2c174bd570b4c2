import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from './user-error.ts';

/** SQLite's code for a locked database. */
const SQLITE_BUSY = 5;

/** Another process works on the releases. */
export class Locked extends UserError {
  override readonly name = 'Locked';

  constructor() {
    super(
      'another process works on the releases of this home: a refresh, or a command on releases. Wait for it, or stop it, then run this again',
    );
  }
}

/**
 * Runs one piece of work on the releases of a home folder at a time: a build, a rollback, a pruning. Throws Locked if another
 * one is running.
 *
 * The lock is an exclusive transaction of SQLite, held open and never written to. The operating system releases it with the
 * process, however that ends, and it holds between containers on one machine, which do not share process ids. The file stays:
 * deleting it would let two processes lock two files of one name.
 */
export async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  const database = await take(home);
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function take(home: string): Promise<DatabaseSync> {
  await mkdir(home, { recursive: true });
  const path = join(home, 'lock.sqlite');
  // Created here, because the error of a full or read-only disk is more specific than SQLite's.
  await writeFile(path, '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new Locked() : error;
  }
}
