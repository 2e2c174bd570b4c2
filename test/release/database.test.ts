import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CatalogError, CatalogTimeout, Database } from '../../src/release/database.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { writeDatabase } from '../query/tiny-catalog.ts';

/** A query that would take minutes. */
const long = 'SELECT count(*) AS n FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3';
let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await makeFolder();
  database = await writeDatabase(folder, 'CREATE TABLE t AS SELECT range::INTEGER AS n FROM range(5000)');
});
afterAll(async () => {
  database.close();
  await removeFolder(folder);
});

test('rows come as plain JSON values, integers as one array, parameters by name', async () => {
  expect(await database.rows('SELECT n, n > 1 AS big FROM t WHERE n < $most ORDER BY n', { most: 3 })).toEqual([
    { n: 0, big: false },
    { n: 1, big: false },
    { n: 2, big: true },
  ]);
  // More than one of DuckDB's chunks.
  const all = await database.integers('SELECT n FROM t ORDER BY n DESC');
  expect(all).toEqual(Int32Array.from({ length: 5000 }, (_, at) => 4999 - at));
  expect(await database.integers('SELECT n FROM t WHERE n < 0')).toHaveLength(0);
});

test('a hundred questions at once are all answered, on four connections', async () => {
  const asked = Array.from({ length: 100 }, (_, n) => database.integers('SELECT n FROM t WHERE n = $n', { n }));
  expect((await Promise.all(asked)).map(([n]) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test('a query that takes too long is ended, and the connection goes on', async () => {
  const impatient = await writeDatabase(folder, 'CREATE TABLE t AS SELECT 1 AS n', 20);
  for (let turn = 0; turn < 6; turn++) {
    const error = await impatient.rows(long).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CatalogTimeout);
    expect(String((error as Error).cause)).toMatch(/interrupt/i);
  }
  expect(await impatient.rows('SELECT n FROM t')).toEqual([{ n: 1 }]);
  impatient.close();
});

test('an error says nothing of SQL or files by itself; its cause does, for the log', async () => {
  const error = (await database.rows('SELECT nothing FROM t').catch((thrown: unknown) => thrown)) as Error;
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).not.toBeInstanceOf(CatalogTimeout);
  expect(error.message).toBe('a read of the catalog failed');
  expect(String(error.cause)).toContain('nothing');
});

test('it reads its one file and nothing else', async () => {
  const other = join(folder, 'secret.csv');
  await writeFile(other, 'a\n1\n');
  for (const sql of [
    `FROM read_csv('${other}')`,
    `COPY t TO '${join(folder, 'out.csv')}'`,
    `ATTACH '${join(folder, 'new.duckdb')}'`,
    'CREATE TABLE u AS SELECT 1',
    'DELETE FROM t',
    "SET memory_limit = '4GB'",
    'SET enable_external_access = true',
    'INSTALL httpfs',
  ])
    await expect(database.rows(sql), sql).rejects.toBeInstanceOf(CatalogError);
});

test('closed while busy: what was asked is answered, what is asked afterwards is refused', async () => {
  const closing = await writeDatabase(folder, 'CREATE TABLE t AS SELECT range::INTEGER AS n FROM range(100000)');
  const asked = Array.from({ length: 20 }, () => closing.rows<{ sum: string }>('SELECT sum(n) AS sum FROM t'));
  closing.close();
  await expect(closing.rows('SELECT 1')).rejects.toBeInstanceOf(CatalogError);
  for (const rows of await Promise.all(asked)) expect(rows).toEqual([{ sum: '4999950000' }]);
  await expect(closing.rows('SELECT 1')).rejects.toBeInstanceOf(CatalogError);
  closing.close();
});

test('a file that is missing or no database is an error, and is not made', async () => {
  const text = join(folder, 'text.duckdb');
  await writeFile(text, 'not a database '.repeat(1000));
  await expect(Database.open(text)).rejects.toThrow();
  await expect(Database.open(join(folder, 'none.duckdb'))).rejects.toThrow();
  await expect(Database.open(join(folder, 'none.duckdb'))).rejects.toThrow();
});
