import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync } from 'node:zlib';
import { sqlText } from '../../src/schema/escaped-text.ts';
import { columnsOfFile, type FileColumn, rowsByObject } from '../../src/schema/release/archive.ts';
import type { Store } from '../store.ts';

/** Number of rows that one query groups by object: they need some 200 MB. */
const ROWS_OF_QUERY = 30_000;

/** Compressed, an object's rows have 1 KB: garbage collection of a buffer of the default 16 KB for each takes a tenth of the time. */
const DEFLATE = { chunkSize: 2048 };

/** Writes the rows of a Parquet file, grouped by object, into an SQLite file. Returns the number of objects. */
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
