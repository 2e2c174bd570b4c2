import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { columnsOfFile, type FileColumn, rowsByObject } from '../../src/schema/sql/rows-by-object.ts';
import { sqlText } from '../../src/schema/sql/sql-text.ts';
import type { Store } from '../store.ts';

/** Rows that are put together by object in one query: they need some 200 MB. */
const ROWS_OF_QUERY = 30_000;

/** Compressed, an object's rows have 1 KB: garbage collection of a buffer of the default 16 KB for each takes a tenth of the time. */
const DEFLATE = { chunkSize: 2048 };

/** What the thread that writes rows by object is started with. */
export interface ObjectRowsWork {
  /** The Parquet file. */
  readonly from: string;
  /** The SQLite file. */
  readonly to: string;
  /** A folder of its own for what its queries spill. */
  readonly temp: string;
}

/** `writeObjectRows` in a thread of its own: most of its work compresses on the thread that it runs on. */
export async function writeObjectRowsInThread(work: ObjectRowsWork): Promise<number> {
  const thread = new Worker(new URL('./object-rows-thread.ts', import.meta.url), { workerData: work });
  // Rejects where the thread throws.
  const [objects] = await once(thread, 'message');
  return objects;
}

/** Writes the rows of a Parquet file, which has them by object, into an SQLite file. Returns how many objects there are. */
export async function writeObjectRows(store: Store, from: string, to: string): Promise<number> {
  await rm(to, { force: true });
  const columns = await store.rows<FileColumn>(columnsOfFile(from));
  const ranges = await store.rows<{ first: number; last: number }>(
    `SELECT min(norad_cat_id) AS first, max(norad_cat_id) AS last FROM (
      SELECT norad_cat_id, sum(count(*)) OVER (ORDER BY norad_cat_id) // ${ROWS_OF_QUERY} AS part
      FROM read_parquet(${sqlText(from)}) GROUP BY norad_cat_id) GROUP BY part ORDER BY first`,
  );
  // In defensive mode, Node's default, SQLite keeps a journal whatever journal_mode says.
  const database = new DatabaseSync(to, { defensive: false });
  try {
    database.exec(`
      PRAGMA page_size = 16384;
      PRAGMA journal_mode = off;
      PRAGMA synchronous = off;
      CREATE TABLE columns(names TEXT NOT NULL);
      CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, rows BLOB NOT NULL);
      BEGIN`);
    database.prepare('INSERT INTO columns VALUES (?)').run(JSON.stringify(columns.map(({ name }) => name)));
    const insert = database.prepare('INSERT INTO objects VALUES (?, ?)');
    let objects = 0;
    for (const { first, last } of ranges)
      for await (const [ids, rows] of store.columns(
        rowsByObject(from, columns, `norad_cat_id BETWEEN ${first} AND ${last}`),
      ))
        for (const [at, id] of (ids as number[]).entries()) {
          insert.run(id, deflateSync(rows![at] as string, DEFLATE));
          objects++;
        }
    database.exec('COMMIT');
    return objects;
  } finally {
    database.close();
  }
}
