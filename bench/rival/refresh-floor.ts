/**
 * The lower bound of a refresh: its unavoidable work, done by DuckDB alone. `node bench/rival/refresh-floor.ts FROM HOME TO`
 *
 * DuckDB's own readers read every upstream file; the tables of HOME's release are written to a new database, every slice of the
 * dataset is written by COPY as JSON, CSV, and Parquet, and the other files are copied; every file is compressed and hashed as in a
 * refresh. The tables of the archive are written by COPY, and its other files are copied. It applies no rules: it creates and compares
 * no claims, does not compare with the previous release, and copies records and rows by object instead of writing them.
 */
import { copyFile, cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { compress, measure } from '../../pipeline/publish/compress.ts';
import { Store } from '../../pipeline/store.ts';
import { slices } from '../../src/schema/release/dataset.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';

const [from, home, to] = process.argv.slice(2) as [string, string, string];
const release = join(home, 'current');
const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8')) as Manifest;
const pending: Promise<unknown>[] = [];
const store = await Store.open({ memory: '500MB', threads: 2, temp: join(to, 'spill') });

// The unchanged upstream files: columns by name, types as detected by DuckDB, GCAT's cells as text.
for (const [n, entry] of (await readdir(from, { withFileTypes: true, recursive: true })).entries()) {
  const path = join(entry.parentPath, entry.name);
  // Wikidata's response is one object: the reader needs a buffer for all of it.
  const maxObjectBytes = Math.max(1 << 24, (await stat(path)).size);
  const readers: Readonly<Record<string, string>> = {
    '.csv': `read_csv('${path}')`,
    '.tsv': `read_csv('${path}', delim = '\t', quote = '', header = false, skip = 2, all_varchar = true)`,
    '.json': `read_json('${path}', maximum_object_size = ${maxObjectBytes})`,
  };
  const reader = readers[extname(entry.name)];
  if (entry.isFile() && reader) await store.run(`CREATE TABLE read_${n} AS FROM ${reader}`);
}

await store.run(`ATTACH '${join(release, 'catalog.duckdb')}' AS finished (READ_ONLY)`);
await store.run(`ATTACH '${join(to, 'catalog.duckdb')}' AS release`);
const tables = await store.rows<{ name: string }>(
  "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'finished' ORDER BY table_oid",
);
for (const { name } of tables) await store.run(`CREATE TABLE release.${name} AS FROM finished.${name}`);
await store.run('CHECKPOINT release');
await store.run('DETACH release');
await add('catalog.duckdb');

const folder = 'public/api/v1/dataset';
await mkdir(join(to, folder), { recursive: true });
await store.run(`CREATE TABLE dataset AS FROM read_parquet('${join(release, folder, 'all.parquet')}')`);
const forms = { json: 'FORMAT json, ARRAY true', csv: 'FORMAT csv', parquet: 'FORMAT parquet, COMPRESSION zstd' };
for (const { name, where } of slices)
  for (const [form, options] of Object.entries(forms)) {
    const file = `${folder}/${name}.${form}`;
    await store.run(`COPY (FROM dataset WHERE ${where}) TO '${join(to, file)}' (${options})`);
    await add(file);
  }

for (const file of Object.keys(manifest.files)) {
  const packed = /\.(br|gz|zst)$/.test(file) && file.replace(/\.\w+$/, '') in manifest.files;
  if (packed || file === 'catalog.duckdb' || file.startsWith(folder)) continue;
  await mkdir(dirname(join(to, file)), { recursive: true });
  await copyFile(join(release, file), join(to, file));
  await add(file);
}

await cp(join(home, 'archive'), join(to, 'archive'), { recursive: true });
for (const table of ['elements', 'values', 'claims']) {
  const [all, one] = [join(home, 'archive', table, '*.parquet'), join(to, 'archive', `${table}.parquet`)];
  await store.run(`COPY (FROM '${all}') TO '${one}' (FORMAT parquet, COMPRESSION zstd)`);
}
await Promise.all(pending);
store.close();

/** Hashes a file, and compresses it if the release has it compressed: two at a time, while queries run. */
async function add(file: string): Promise<void> {
  const path = join(to, file);
  const often = basename(file) === 'elements.json';
  pending.push(`${file}.br` in manifest.files ? compress(path, often) : measure(path));
  if (pending.length >= 2) await pending.shift();
}
