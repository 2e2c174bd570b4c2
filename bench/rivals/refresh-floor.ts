/**
 * The floor of a refresh: what no refresh could do without, done by DuckDB alone. `node bench/rivals/refresh-floor.ts FROM RELEASE TO`
 *
 * In it: every upstream file read by DuckDB's own readers (`read_csv`, `read_json`) into a table, with the memory and threads
 * that a refresh has; every table of the finished RELEASE written to a new `catalog.duckdb`, row by row the same; every slice of
 * the dataset written by COPY as JSON, CSV and Parquet; the other public files written with the release's own bytes; every file
 * compressed and hashed by the refresh's own encoders at the same levels, two at a time beside the queries.
 *
 * Not in it: the rules. DuckDB alone can't decode a vague date, check a cell, make or compare claims; so the tables are
 * copied from the release instead of made, and nothing is compared with the release before. The answers about objects
 * (`records.sqlite`) are copied too, neither written as JSON nor packed again. Nor are there snapshots,
 * gates, a lock, a manifest or a report.
 */
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compress, measure } from '../../pipeline/publish/compress.ts';
import { Store } from '../../pipeline/store.ts';
import { slices } from '../../src/schema/dataset.ts';
import type { Manifest } from '../../src/schema/manifest.ts';

const [from, release, to] = process.argv.slice(2) as [string, string, string];
const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8')) as Manifest;
const store = await Store.open({ memory: '500MB', threads: 2, temp: join(to, 'spill') });

await read();
await database();
const waiting: Promise<unknown>[] = [];
await add('catalog.duckdb');
await datasets();
await others();
await Promise.all(waiting);
store.close();
await rm(join(to, 'spill'), { recursive: true, force: true });

/** The upstream files, as they are: columns by their names, types as DuckDB finds them, GCAT's cells as text. */
async function read(): Promise<void> {
  let count = 0;
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Wikidata's answer is one object: the reader needs room for it.
    const room = Math.max(1 << 24, (await stat(path)).size);
    const readers = {
      '.csv': `read_csv('${path}')`,
      '.tsv': `read_csv('${path}', delim = '\t', quote = '', header = false, skip = 2, all_varchar = true)`,
      '.json': `read_json('${path}', maximum_object_size = ${room})`,
    };
    const reader = readers[entry.name.slice(entry.name.lastIndexOf('.')) as keyof typeof readers];
    if (entry.isFile() && reader) await store.run(`CREATE TABLE read_${count++} AS FROM ${reader}`);
  }
}

async function database(): Promise<void> {
  await mkdir(to, { recursive: true });
  await store.run(`ATTACH '${join(release, 'catalog.duckdb')}' AS finished (READ_ONLY)`);
  await store.run(`ATTACH '${join(to, 'catalog.duckdb')}' AS release`);
  const tables = await store.rows<{ name: string }>(
    "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'finished' ORDER BY table_oid",
  );
  for (const { name } of tables) await store.run(`CREATE TABLE release.${name} AS FROM finished.${name}`);
  await store.run('CHECKPOINT release');
  await store.run('DETACH release');
}

async function datasets(): Promise<void> {
  const folder = 'public/api/v1/dataset';
  await mkdir(join(to, folder), { recursive: true });
  await store.run(`CREATE TABLE dataset AS FROM read_parquet('${join(release, folder, 'all.parquet')}')`);
  for (const { name, where } of slices) {
    const forms = { json: 'FORMAT json, ARRAY true', csv: 'FORMAT csv', parquet: 'FORMAT parquet, COMPRESSION zstd' };
    for (const [form, options] of Object.entries(forms)) {
      const file = `${folder}/${name}.${form}`;
      await store.run(`COPY (FROM dataset WHERE ${where}) TO '${join(to, file)}' (${options})`);
      await add(file);
    }
  }
}

/** What is neither a dataset nor the database: elements, launches, events, the small files, the answers about objects. */
async function others(): Promise<void> {
  for (const file of Object.keys(manifest.files)) {
    const packed = /\.(br|gz|zst)$/.test(file) && file.replace(/\.\w+$/, '') in manifest.files;
    if (packed || file === 'catalog.duckdb' || /\/dataset\//.test(file)) continue;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copyFile(join(release, file), join(to, file));
    await add(file);
  }
}

/** Hashes a file and, where the release has it compressed, compresses it. */
async function add(file: string): Promise<void> {
  const path = join(to, file);
  const often = basename(file) === 'elements.json';
  waiting.push(Promise.all([measure(path), `${file}.br` in manifest.files && compress(path, often)]));
  if (waiting.length >= 2) await waiting.shift();
}
