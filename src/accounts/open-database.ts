import { join } from 'node:path';
import type { Database } from './database.ts';
import { makeSqliteFile, openSqlite } from './sqlite.ts';
import { migrate } from './tables.ts';

/** The location of the accounts database. */
export interface DatabasePlace {
  readonly home: string;
  /** PostgreSQL; undefined: `accounts/accounts.sqlite` in the home folder. */
  readonly databaseUrl: string | undefined;
}

/** Opens the accounts database and updates its tables. `create`: whether to create a missing file. */
export async function openDatabase(place: DatabasePlace, create: boolean): Promise<Database> {
  const database = await open(place, create);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open({ home, databaseUrl }: DatabasePlace, create: boolean): Promise<Database> {
  // The client of PostgreSQL is loaded only if configured.
  if (databaseUrl !== undefined) return (await import('./postgres.ts')).openPostgres(databaseUrl);
  const path = join(home, 'accounts', 'accounts.sqlite');
  if (create) makeSqliteFile(path);
  return openSqlite(path);
}
