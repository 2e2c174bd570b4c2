import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { columnsOfFile, type FileColumn, rowsByObject } from '../schema/release/archive.ts';
import { CatalogError, type Database } from './database.ts';

type Cell = string | number | boolean | null;
/** Rows of a file of the archive as its columns, by their names. Times are microseconds since 1970. */
export type RowColumns = Readonly<Record<string, readonly Cell[]>>;

/** The rows that `rowsByObject` returns. */
function readRows(json: string, names: readonly string[]): RowColumns {
  const columns = JSON.parse(json) as Cell[][];
  return Object.fromEntries(names.map((name, at) => [name, columns[at]!]));
}

/** Maximum number of open files. Ten years of history have 500; one page of one object needs three. */
const MOST_OPEN = 200;

interface OpenFile {
  readonly database: DatabaseSync;
  readonly names: readonly string[];
  readonly select: StatementSync;
}

/** The rows of one object, from the files that `pipeline/archive/object-rows.ts` writes: a lookup takes microseconds. */
export class ObjectRows {
  readonly #files = new LRUCache<string, OpenFile>({ max: MOST_OPEN, dispose: ({ database }) => database.close() });

  /** The rows of an object; null if the file has none. Throws CatalogError. */
  of(path: string, id: number): RowColumns | null {
    try {
      const { names, select } = this.#files.get(path) ?? this.#open(path);
      const found = select.get(id) as { rows: Uint8Array } | undefined;
      return found ? readRows(inflateSync(found.rows).toString(), names) : null;
    } catch (error) {
      throw new CatalogError('a file of the archive could not be read', { cause: error });
    }
  }

  /** Closes files that are no longer part of the archive. */
  retain(paths: ReadonlySet<string>): void {
    for (const path of [...this.#files.keys()]) if (!paths.has(path)) this.#files.delete(path);
  }

  close(): void {
    this.#files.clear();
  }

  #open(path: string): OpenFile {
    // Such a file never changes: SQLite need neither lock it nor check for writers.
    const database = new DatabaseSync(new URL(`${pathToFileURL(path)}?immutable=1`), { readOnly: true });
    try {
      database.exec('PRAGMA query_only = on; PRAGMA cache_size = -128;');
      const { names } = database.prepare('SELECT names FROM columns').get() as { names: string };
      const select = database.prepare('SELECT rows FROM objects WHERE norad_cat_id = ?');
      const opened = { database, names: JSON.parse(names) as string[], select };
      this.#files.set(path, opened);
      return opened;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** The rows of an object in a file that was written by an earlier version. */
export async function rowsInParquet(database: Database, path: string, id: number): Promise<RowColumns | null> {
  const columns = await database.rows<FileColumn>(columnsOfFile(path));
  const query = rowsByObject(path, columns, `norad_cat_id = ${Math.trunc(id)}`);
  const [found] = await database.rows<{ rows: string }>(query);
  const names = columns.map(({ name }) => name);
  return found ? readRows(found.rows, names) : null;
}
