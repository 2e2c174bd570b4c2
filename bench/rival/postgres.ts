import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { fold } from '../../src/schema/fold.ts';
import { postgresFolder } from '../machine.ts';
import { freePort, type Server, startServer, stopper, temporaryFolder } from '../process.ts';
import type { ReleaseData } from '../release-data.ts';

/** PostgreSQL refuses to run as root: there it runs as the user that its package has made. */
const asPostgres = (program: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['runuser', ['-u', 'postgres', '--', join(postgresFolder(), program), ...args]]
    : [join(postgresFolder(), program), [...args]];

/** Everything fits in memory, nothing is synced, statements are planned for one core: what helps a database that is only read. */
const settings = `listen_addresses= shared_buffers=1GB work_mem=32MB maintenance_work_mem=512MB effective_cache_size=4GB
  random_page_cost=1.1 jit=off max_parallel_workers_per_gather=0 fsync=off synchronous_commit=off full_page_writes=off
  wal_level=minimal max_wal_senders=0 max_wal_size=8GB autovacuum=off default_toast_compression=lz4`;

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

/** Fills the database from a release, through a file in `folder`, where its socket is. */
async function fill(folder: string, data: ReleaseData): Promise<void> {
  const client = new Client({ host: folder, user: 'bench', database: 'postgres' });
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
  await using stack = new AsyncDisposableStack();
  const { folder } = stack.use(await temporaryFolder());
  await chmod(folder, 0o755);
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder]);
  const init = ['-D', join(folder, 'data'), '-U', 'bench', '-A', 'trust', '-N', '--locale=C', '--encoding=UTF8'];
  const made = spawnSync(...asPostgres('initdb', init), { cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const options = settings.split(/\s+/).flatMap((setting) => ['-c', setting]);
  const args = ['-D', join(folder, 'data'), '-k', folder, ...options];
  const postgres = spawn(...asPostgres('postgres', args), { cwd: '/', stdio: 'ignore' });
  stack.defer(stopper(postgres).stop);
  while (spawnSync(join(postgresFolder(), 'pg_isready'), ['-h', folder, '-q']).status !== 0) {
    if (postgres.exitCode !== null) throw new Error(`PostgreSQL ended with ${postgres.exitCode} before it was ready`);
    await pause(50);
  }
  await fill(folder, data);
  const port = await freePort();
  const fastify = stack.use(await startServer(['bench/rival/fastify.ts', folder, String(port)], port, '/readyz'));
  const kept = stack.move();
  return { ...fastify, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
