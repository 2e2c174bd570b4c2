import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBVarCharVector } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CatalogError, CatalogTimeout, Database } from '../../src/release/database.ts';
import { openFiles } from '../open-files.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { writeDatabase } from '../query/tiny-catalog.ts';

/** A query that would take minutes. */
const slowQuery = 'SELECT count(*) AS n FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3';
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

afterEach(() => vi.restoreAllMocks());

test('returns rows as JSON values and integers as a typed array, and binds parameters by name', async () => {
  expect(await database.rows('SELECT n, n > 1 AS big FROM t WHERE n < $most ORDER BY n', { most: 3 })).toEqual([
    { n: 0, big: false },
    { n: 1, big: false },
    { n: 2, big: true },
  ]);
  // More rows than fit in one chunk of DuckDB.
  const all = await database.integers('SELECT n FROM t ORDER BY n DESC');
  expect(all).toEqual(Int32Array.from({ length: 5000 }, (_, at) => 4999 - at));
  expect(await database.integers('SELECT n FROM t WHERE n < 0')).toHaveLength(0);
});

test('other work runs while many texts are read', async () => {
  const reads: number[] = [];
  const read = vi.spyOn(DuckDBVarCharVector.prototype, 'getItem');
  let reading = true;
  const look = () => {
    reads.push(read.mock.calls.length);
    if (reading) setImmediate(look);
  };
  look();
  const texts = await database.strings('SELECT n::VARCHAR AS text FROM t ORDER BY n');
  reading = false;
  expect(texts).toEqual(Array.from({ length: 5000 }, (_, n) => String(n)));
  expect([...new Set(reads)]).toEqual(expect.arrayContaining([2048, 4096]));
});

test('runs a hundred concurrent queries', async () => {
  const pending = Array.from({ length: 100 }, (_, n) => database.integers('SELECT n FROM t WHERE n = $n', { n }));
  expect((await Promise.all(pending)).map(([n]) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test('runs queries over four connections, and lets others wait for one', async () => {
  const sql =
    'SELECT current_connection_id()::INTEGER AS id, count(*) AS n FROM t a, t b WHERE a.n <= b.n AND a.n < 500';
  const pending = Array.from({ length: 40 }, () => database.rows<{ id: number }>(sql));
  const ids = (await Promise.all(pending)).map(([row]) => row!.id);
  expect(new Set(ids).size).toBe(4);
});

test('interrupts a query at the time limit, and can use the connection again', async () => {
  const limited = await writeDatabase(folder, 'CREATE TABLE t AS SELECT 1 AS n', 300);
  for (let attempt = 0; attempt < 6; attempt++) {
    const error = await limited.rows(slowQuery).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CatalogTimeout);
    expect(String((error as Error).cause)).toMatch(/interrupt/i);
  }
  expect(await limited.rows('SELECT n FROM t')).toEqual([{ n: 1 }]);
  limited.close();
});

test('throws errors without SQL or file names in the message, and with the cause for the log', async () => {
  const error = (await database.rows('SELECT nothing FROM t').catch((thrown: unknown) => thrown)) as Error;
  expect(error).toBeInstanceOf(CatalogError);
  expect(error).not.toBeInstanceOf(CatalogTimeout);
  expect(error.message).toBe('a read of the catalog failed');
  expect(String(error.cause)).toContain('nothing');
});

test('reads no other file, and writes none', async () => {
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

test('completes running queries when closed, and rejects new ones', async () => {
  const closing = await writeDatabase(folder, 'CREATE TABLE t AS SELECT range::INTEGER AS n FROM range(100000)');
  const running = Array.from({ length: 20 }, () => closing.rows<{ sum: string }>('SELECT sum(n) AS sum FROM t'));
  closing.close();
  await expect(closing.rows('SELECT 1')).rejects.toBeInstanceOf(CatalogError);
  for (const rows of await Promise.all(running)) expect(rows).toEqual([{ sum: '4999950000' }]);
  await expect(closing.rows('SELECT 1')).rejects.toBeInstanceOf(CatalogError);
  closing.close();
});

test('rejects a missing or invalid file, and does not create it', async () => {
  const text = join(folder, 'text.duckdb');
  await writeFile(text, 'not a database '.repeat(1000));
  await expect(Database.open(text)).rejects.toThrow();
  await expect(Database.open(join(folder, 'none.duckdb'))).rejects.toThrow();
  await expect(Database.open(join(folder, 'none.duckdb'))).rejects.toThrow();
});

test('closes a database that lacks a table which another one needs', async () => {
  const open = async () => (await openFiles()).filter((path) => path.startsWith(folder));
  const before = await open();
  const opening = writeDatabase(folder, 'CREATE TABLE transmitters AS SELECT 1 AS norad_cat_id');
  await expect(opening).rejects.toThrow('satellites');
  expect(await open()).toEqual(before);
});
