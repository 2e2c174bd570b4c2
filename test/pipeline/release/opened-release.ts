import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Papa from 'papaparse';
import { type Manifest, manifest } from '../../../src/schema/release/manifest.ts';

/** A release of a home, read through its public files and its database. */
export interface OpenedRelease {
  readonly folder: string;
  readonly manifest: Manifest;
  rows<T = Record<string, unknown>>(sql: string): Promise<T[]>;
  /** A public file below `/api/v1/`. */
  text(name: string): Promise<string>;
  json<T = { data: Record<string, unknown>[]; meta: Record<string, unknown> }>(name: string): Promise<T>;
  csv(name: string): Promise<string[][]>;
  close(): void;
}

/** Opens the release with this id, by default the one that `current` points at. */
export async function openRelease(home: string, id?: string): Promise<OpenedRelease> {
  const folder = join(home, id === undefined ? await readlink(join(home, 'current')) : join('releases', id));
  const report = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const instance = await DuckDBInstance.create(join(folder, 'catalog.duckdb'), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const text = (name: string) => readFile(join(folder, 'public/api/v1', name), 'utf8');
  return {
    folder,
    manifest: report,
    rows: async <T>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as T[],
    text,
    json: async <T>(name: string) => JSON.parse(await text(name)) as T,
    csv: async (name) => Papa.parse<string[]>(await text(name), { skipEmptyLines: true }).data,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
