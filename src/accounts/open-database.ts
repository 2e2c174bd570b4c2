import { join } from 'node:path';
import type { Database } from './database.ts';
import { makeSqliteFile, openSqlite } from './sqlite.ts';
import { migrate } from './tables.ts';

/** Where the accounts are. */
export interface DatabasePlace {
  readonly home: string;
  /** PostgreSQL; undefined: `accounts/accounts.sqlite` in the home folder. */
  readonly databaseUrl: string | undefined;
}

/** Opens the accounts database and updates its tables. `create`: whether to create a missing file. */
export async function openDatabase({ home, databaseUrl }: DatabasePlace, create: boolean): Promise<Database> {
  const database = databaseUrl === undefined ? openFile(home, create) : await openServer(databaseUrl);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openFile(home: string, create: boolean): Database {
  const path = join(home, 'accounts', 'accounts.sqlite');
  if (create) makeSqliteFile(path);
  return openSqlite(path);
}

/** Loaded only if configured. */
async function openServer(url: string): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url);
}
