import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseTables } from '../../src/schema/sql/sql-tables.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

/** A query has the same result on the server (from the database) and in a browser (from the Parquet files). */
let home: string;
let instance: DuckDBInstance;
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;
beforeAll(async () => {
  home = await copySample();
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(`ATTACH '${join(home, 'current/catalog.duckdb')}' AS release (READ_ONLY)`);
});
afterAll(async () => {
  connection?.closeSync();
  instance?.closeSync();
  if (home) await removeFolder(home);
});
const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

test.each(releaseTables.map((table) => [table.name, table] as const))(
  '%s has the same rows, types and order of columns in the file and the view',
  async (_name, { columns, query, file, order }) => {
    const names = columns.map(({ name }) => name).join(', ');
    const view = `(SELECT ${names} FROM (${query((table) => `release.main.${table}`)}))`;
    const published = `(SELECT ${names} FROM '${join(home, 'current/public/api/v1', file!)}')`;
    expect((await rows(`SELECT count(*) FROM (FROM ${view} EXCEPT ALL FROM ${published})`))[0]).toEqual(['0']);
    expect((await rows(`SELECT count(*) FROM (FROM ${published} EXCEPT ALL FROM ${view})`))[0]).toEqual(['0']);
    const types = columns.map(({ name, type }) => [name, type]);
    for (const from of [view, published]) {
      const described = await rows(`SELECT column_name, column_type FROM (DESCRIBE FROM ${from})`);
      expect(described).toEqual(types);
    }
    const sorted = await rows(`SELECT * FROM ${published} ORDER BY ${order}`);
    expect(await rows(`FROM ${published}`)).toEqual(sorted);
    expect(sorted.length).toBeGreaterThan(0);
  },
);
