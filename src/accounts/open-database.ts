import { join } from 'node:path';
import type { PersonDatabase } from './auth/person-tables.ts';
import type { Database } from './database.ts';
import { makeSqliteFile, openPeopleFile, openSqlite } from './sqlite.ts';
import { migrate } from './tables.ts';

/** The accounts database, its tables up to date, and what better-auth uses of it. */
export interface OpenDatabase {
  readonly database: Database;
  readonly people: PersonDatabase;
  close(): Promise<void>;
}

/** Where the accounts are. */
export interface DatabasePlace {
  readonly home: string;
  /** PostgreSQL; undefined: `accounts/accounts.sqlite` in the home folder. */
  readonly databaseUrl: string | undefined;
}

/** Opens the accounts database. `make` says whether the file may be made where it isn't there. */
export async function openDatabase(place: DatabasePlace, make: boolean): Promise<OpenDatabase> {
  const opened = place.databaseUrl === undefined ? openFile(place.home, make) : await openServer(place.databaseUrl);
  try {
    await migrate(opened.database, opened.people);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Two connections: better-auth may keep a transaction open while it waits for something else, and would take our
 * statements into it if it had the same one.
 */
function openFile(home: string, make: boolean): OpenDatabase {
  const path = join(home, 'accounts', 'accounts.sqlite');
  if (make) makeSqliteFile(path);
  const database = openSqlite(path);
  const people = openPeopleFile(path, 2000);
  return {
    database,
    people,
    async close() {
      people.close();
      await database.close();
    },
  };
}

async function openServer(url: string): Promise<OpenDatabase> {
  const { openPostgres } = await import('./postgres.ts');
  const { database, pool } = openPostgres(url);
  return { database, people: pool, close: () => database.close() };
}
