import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { checkedRows, type Database, type Row, type Statement, storageErrorOf } from './database.ts';

/** How long to wait for another process's write. */
const BUSY_TIMEOUT_MILLISECONDS = 5000;

/** Creates the file, readable only by its owner, if there is none. */
export function makeSqliteFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** The problem with a copy of the database, as text; null if it is intact. */
export function checkSqliteFile(path: string): string | null {
  try {
    const file = new DatabaseSync(path, { readOnly: true });
    try {
      const [found] = file.prepare('pragma integrity_check').all();
      if (found?.['integrity_check'] !== 'ok') return `${path} is damaged`;
      file.prepare('select revision from service_state').all();
      return null;
    } finally {
      file.close();
    }
  } catch (error) {
    return `${path}: ${(error as Error).message}`;
  }
}

/** Writes a complete copy, readable only by its owner, to a path that must not exist. */
export function copySqliteFile(path: string, copy: string): void {
  closeSync(openSync(copy, 'wx', 0o600));
  const file = openSqliteFile(path);
  try {
    file.prepare('vacuum into ?').run(copy);
  } finally {
    file.close();
  }
}

/** Opens the file. Its -wal and -shm files take over its mode. */
function openSqliteFile(path: string): DatabaseSync {
  statSync(path);
  const file = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  // FULL: a change is on the disk before it is confirmed, so a power cut does not undo it.
  // secure_delete: deleted data is overwritten, so that it can’t be recovered from free pages of the file.
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  return file;
}

/**
 * The embedded database. Calls run synchronously and take microseconds. They wait only while another connection is writing,
 * without blocking other requests of this process.
 */
export function openSqlite(path: string): Database {
  const file = openSqliteFile(path);
  const { ino, dev } = statSync(path);
  const prepared = new Map<string, StatementSync>();
  const run = (statement: Statement): Row[] => {
    const { sql, values } = statement;
    const found = prepared.get(sql) ?? file.prepare(sql);
    prepared.set(sql, found);
    return checkedRows(statement, found.all(...values) as Row[]);
  };
  const atOnce = <T>(work: () => T): T => {
    file.exec('begin immediate');
    try {
      const result = work();
      file.exec('commit');
      return result;
    } catch (error) {
      if (file.isTransaction) file.exec('rollback');
      throw error;
    }
  };
  return {
    kind: 'sqlite',
    rows: async <T>(statement: Statement) => retryWhileBusy(() => run(statement) as T[]),
    write: async (statements) => retryWhileBusy(() => atOnce(() => statements.map(run))),
    check() {
      const now = statSync(path);
      if (now.ino !== ino || now.dev !== dev) throw new Error(`${path} has been replaced`);
    },
    close: async () => {
      if (file.isOpen) file.close();
    },
  };
}

/** Tries again while another connection writes. */
async function retryWhileBusy<T>(work: () => T): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      const busy = ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
      if (!busy || performance.now() - began > BUSY_TIMEOUT_MILLISECONDS) throw storageErrorOf(error);
      await pause(5);
    }
  }
}
