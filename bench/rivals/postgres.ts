import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { Store } from '../../pipeline/store.ts';
import type { Right } from '../asked/right.ts';
import { postgresFolder } from '../machine.ts';
import { memoryOf } from '../measure/memory.ts';
import { stopper } from '../measure/served.ts';

/** PostgreSQL refuses to run as root: there it runs as the user that its package has made. */
const asPostgres = (program: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['runuser', ['-u', 'postgres', '--', join(postgresFolder, program), ...args]]
    : [join(postgresFolder, program), [...args]];

/** Everything fits in memory, nothing is synced, statements are planned for one core: what helps a database that is only read. */
const settings = {
  listen_addresses: '',
  shared_buffers: '1GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
  default_toast_compression: 'lz4',
};

/** A PostgreSQL of the bench's own, reached through a socket in a folder of its own. */
export interface Postgres {
  readonly host: string;
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-postgres-'));
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'bench', '-A', 'trust', '-N', '--locale=C', '--encoding=UTF8'];
  const made = spawnSync(...asPostgres('initdb', init), { cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(...asPostgres('postgres', ['-D', data, '-k', folder, ...options]), { cwd: '/', stdio: 'ignore' });
  const end = stopper(child);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} before it was ready`);
    if (spawnSync(join(postgresFolder, 'pg_isready'), ['-h', folder, '-q']).status === 0) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    host: folder,
    memory: () => memoryOf(child.pid!),
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The best shape for what is asked: narrow rows with an index for every filter and order, the ready texts in tables of their
 * own, records both packed as ours are and as plain text, each distinct name once under a trigram index.
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
  CREATE TABLE records(norad_cat_id int PRIMARY KEY, etag text, gzip bytea, record text);
  CREATE TABLE orbits(norad_cat_id int PRIMARY KEY, tle text, omm text);
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
  launch_date, name, apogee_km, strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ'), cospar_id FROM release.satellites`;
/** Names and owners as search looks through them, folded: each text of \`| a | b |\` is a row. */
const names = `SELECT norad_cat_id, name, active FROM
  (SELECT norad_cat_id, active, unnest(string_split(trim(names || owners, '| '), ' | ')) AS name
   FROM release.search JOIN release.satellites USING (norad_cat_id)) WHERE trim(name, '| ') <> ''`;

/** Fills the database from a release. Plain records beside packed ones only where they will be asked for. */
export async function fill(home: string, { host }: Postgres, right: Right, plainRecords: boolean): Promise<void> {
  const client = new Client({ host, user: 'bench', database: 'postgres' });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-rows-'));
  await chmod(folder, 0o755);
  const store = await Store.open({ memory: '500MB', threads: 2, temp: join(folder, 'spill') });
  try {
    await client.query(tables);
    const copy = async (table: string, write: (file: string) => Promise<void>) => {
      const file = join(folder, `${table}.csv`);
      await write(file);
      await client.query(`COPY ${table} FROM '${file}' (FORMAT csv)`);
      await unlink(file);
    };
    await store.attach(join(home, 'current/catalog.duckdb'), 'release');
    for (const [table, query] of Object.entries({ objects, names }))
      await copy(table, (file) => store.run(`COPY (${query}) TO '${file}' (FORMAT csv, HEADER false)`));
    for (const [table, lines] of Object.entries(linesOf(right, plainRecords)))
      await copy(table, (file) => pipeline(Readable.from(lines()), createWriteStream(file)));
    await client.query(indexes);
    await client.query('VACUUM ANALYZE');
  } finally {
    store.close();
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

function linesOf(right: Right, plainRecords: boolean) {
  const { catalogue } = right;
  const tle = new Set(catalogue.withTle);
  return {
    *summaries() {
      for (const { id } of catalogue.things) yield `${id},${cell(catalogue.summary(id)!)}\n`;
    },
    *records() {
      for (const { id } of catalogue.things) {
        const { gzip, etag } = catalogue.record(id);
        const plain = plainRecords ? cell(gunzipSync(gzip).toString()) : '';
        yield `${id},${etag},\\x${Buffer.from(gzip).toString('hex')},${plain}\n`;
      }
    },
    *orbits() {
      for (const id of catalogue.withElements)
        yield `${id},${tle.has(id) ? cell(right.tleText(id)) : ''},${cell(right.ommText(id))}\n`;
    },
  };
}
