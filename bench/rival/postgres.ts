import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { fold } from '../../src/schema/fold.ts';
import { freePort, has, startPostgres } from '../../test/accounts/services.ts';
import { type Server, startServer } from '../process.ts';
import type { ReleaseData } from '../release-data.ts';

/** Everything fits in memory, nothing is synced, statements are planned for one core: what helps a database that is only read. */
const settings = `shared_buffers=1GB work_mem=32MB maintenance_work_mem=512MB effective_cache_size=4GB
  random_page_cost=1.1 jit=off max_parallel_workers_per_gather=0 fsync=off synchronous_commit=off full_page_writes=off
  wal_level=minimal max_wal_senders=0 max_wal_size=8GB autovacuum=off default_toast_compression=lz4`.split(/\s+/);

/**
 * The best shape for what is asked: narrow rows with an index for every filter and order, the ready texts in tables of their
 * own, records packed as ours are, each distinct name once under a trigram index.
 */
const tables = `
  CREATE EXTENSION pg_trgm;
  CREATE TABLE objects(norad_cat_id int PRIMARY KEY, orbit_class text, operational_status text, object_class text,
    country text, active bool, inclination_deg float8, launch_date date, name text, apogee_km float8, updated_at text,
    cospar_id text);
  CREATE TABLE names(norad_cat_id int, name text, active bool);
  CREATE TABLE texts(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
  CREATE TABLE holders(id int, norad_cat_id int, active bool);
  CREATE TABLE summaries(norad_cat_id int PRIMARY KEY, summary text);
  CREATE TABLE records(norad_cat_id int PRIMARY KEY, etag text, gzip bytea);
  ALTER TABLE records ALTER gzip SET STORAGE EXTERNAL;`;
const indexes = `
  CREATE INDEX ON objects(orbit_class); CREATE INDEX ON objects(operational_status); CREATE INDEX ON objects(object_class);
  CREATE INDEX ON objects(country); CREATE INDEX ON objects(active); CREATE INDEX ON objects(inclination_deg);
  CREATE INDEX ON objects(launch_date DESC NULLS LAST, norad_cat_id); CREATE INDEX ON objects(name, norad_cat_id);
  CREATE INDEX ON objects(apogee_km, norad_cat_id); CREATE INDEX ON objects(updated_at DESC NULLS LAST, norad_cat_id);
  CREATE INDEX ON objects(cospar_id text_pattern_ops);
  INSERT INTO texts(name) SELECT DISTINCT name FROM names;
  INSERT INTO holders SELECT DISTINCT id, norad_cat_id, active FROM names JOIN texts USING (name);
  CREATE INDEX ON holders(id); CREATE INDEX ON texts USING gist (name gist_trgm_ops(siglen = 128));`;
const objects = `SELECT norad_cat_id, orbit_class, operational_status, object_class, country, active, inclination_deg,
  launch_date, name, apogee_km, strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ'), cospar_id FROM objects`;

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** Records are asked of ours so many at a time. */
const TOGETHER = 16;

function linesOf(data: ReleaseData) {
  return {
    *names() {
      for (const { norad_cat_id, name, alt_names, operator, active } of data.summaries)
        for (const text of new Set([name, ...alt_names, operator ?? ''].map(fold)))
          if (text !== '') yield `${norad_cat_id},${cell(text)},${active}\n`;
    },
    *summaries() {
      for (const one of data.summaries) yield `${one.norad_cat_id},${cell(JSON.stringify(one))}\n`;
    },
    async *records() {
      for (let start = 0; start < data.summaries.length; start += TOGETHER) {
        const ids = data.summaries.slice(start, start + TOGETHER).map(({ norad_cat_id }) => norad_cat_id);
        const records = await Promise.all(ids.map((id) => data.record(id)));
        for (const [n, { text, etag }] of records.entries())
          yield `${ids[n]},${cell(etag)},\\x${gzipSync(text).toString('hex')}\n`;
      }
    },
  };
}

/** Fills the database from a release, through a file in a folder that the database may read. */
async function fill(
  { socketUrl, folder }: { readonly socketUrl: string; readonly folder: string },
  data: ReleaseData,
): Promise<void> {
  const client = new Client({ connectionString: socketUrl });
  try {
    await client.connect();
    await client.query(tables);
    const file = join(folder, 'rows.csv');
    const copy = (table: string) => client.query(`COPY ${table} FROM '${file}' (FORMAT csv)`);
    await data.export(objects, file);
    await copy('objects');
    for (const [table, lines] of Object.entries(linesOf(data))) {
      await pipeline(Readable.from(lines()), createWriteStream(file));
      await copy(table);
    }
    await client.query(indexes);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** Fastify before a PostgreSQL of the bench's own, filled from a release: what one would build instead. */
export async function serveRival(data: ReleaseData): Promise<Server> {
  if (!has.postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  await using stack = new AsyncDisposableStack();
  const postgres = stack.adopt(await startPostgres(settings, ['--locale=C', '--encoding=UTF8']), (one) => one.stop());
  await fill(postgres, data);
  const port = await freePort();
  const program = ['bench/rival/fastify.ts', postgres.socketUrl, String(port)];
  const fastify = stack.use(await startServer(program, port, '/readyz'));
  const kept = stack.move();
  return { ...fastify, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
