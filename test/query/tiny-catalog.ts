import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Database } from '../../src/release/database.ts';
import { foldAll } from '../../src/schema/fold.ts';

/** An object of a catalog for tests. */
export interface TestObject {
  readonly id: number;
  readonly names: readonly string[];
  readonly owners?: readonly string[];
  readonly active?: boolean;
  readonly cospar?: string;
}

/** Writes a DuckDB file with SQL, and opens it as the server does. */
export async function writeDatabase(folder: string, sql: string, milliseconds?: number): Promise<Database> {
  const file = join(folder, `made-${process.hrtime.bigint()}.duckdb`);
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  return Database.open(file, milliseconds);
}

const quoted = (text: string | undefined) => (text === undefined ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

/** A database with the tables that search reads, as the pipeline writes them. */
export function writeObjects(folder: string, objects: readonly TestObject[]): Promise<Database> {
  const insert = (table: string, all: readonly string[]) =>
    all.length > 0 ? `INSERT INTO ${table} VALUES ${all.join(', ')};` : '';
  const satellites = objects.map(({ id, cospar, active = true }) => `(${id}, ${quoted(cospar)}, ${active})`);
  const search = objects.map(
    ({ id, names, owners = [] }) => `(${id}, ${quoted(foldAll(names))}, ${quoted(foldAll(owners))})`,
  );
  return writeDatabase(
    folder,
    `CREATE TABLE satellites(norad_cat_id INTEGER, cospar_id VARCHAR, active BOOLEAN);
     CREATE TABLE search(norad_cat_id INTEGER, names VARCHAR, owners VARCHAR);
     ${insert('satellites', satellites)} ${insert('search', search)}`,
  );
}
