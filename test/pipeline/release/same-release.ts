import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Manifest } from '../../../src/schema/release/manifest.ts';
import { filesBelow } from '../sample-build.ts';
import type { OpenedRelease } from './opened-release.ts';

/** DuckDB pads its blocks with uninitialized memory, so its file is not compared; its tables are. */
export function withoutDatabase({ files, ...rest }: Manifest): unknown {
  const { 'catalog.duckdb': database, ...others } = files;
  expect(database?.bytes).toBeGreaterThan(0);
  return { ...rest, files: others };
}

/** The files of two folders that are not the same, byte for byte. */
export async function differingFiles(one: string, other: string): Promise<string[]> {
  const files = await filesBelow(one);
  expect(await filesBelow(other)).toEqual(files);
  const differing = [];
  for (const file of files)
    if (!(await readFile(join(one, file))).equals(await readFile(join(other, file)))) differing.push(file);
  return differing;
}

/** The tables of two releases that do not have the same rows in the same order. */
export async function differingTables(one: OpenedRelease, other: OpenedRelease): Promise<string[]> {
  const list = await one.rows<{ name: string }>('SELECT table_name AS name FROM duckdb_tables() ORDER BY 1');
  expect(list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['satellites', 'claims', 'provenance', 'elements', 'events', 'rejects']),
  );
  const differing = [];
  for (const { name } of list) {
    const [rows, others] = await Promise.all([one, other].map((release) => release.rows(`FROM ${name}`)));
    if (JSON.stringify(rows) !== JSON.stringify(others)) differing.push(name);
  }
  return differing;
}
