import { hash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { fold } from '../../src/schema/fold.ts';
import { freePort, has, startPostgres } from '../../test/accounts/services.ts';
import { type Server, startServer } from '../process.ts';
import type { ReleaseData } from '../release-data.ts';

/** Settings for a database that is only read: everything fits in memory, nothing is synced, statements are planned for one core. */
const settings = `shared_buffers=1GB work_mem=32MB maintenance_work_mem=512MB effective_cache_size=4GB
  random_page_cost=1.1 jit=off max_parallel_workers_per_gather=0 fsync=off synchronous_commit=off full_page_writes=off
  wal_level=minimal max_wal_senders=0 max_wal_size=8GB autovacuum=off default_toast_compression=lz4`.split(/\s+/);

const objects = `SELECT norad_cat_id, orbit_class, operational_status, object_class, country, active, inclination_deg,
  launch_date, name, apogee_km, strftime(updated_at, '%Y-%m-%dT%H:%M:%SZ'), cospar_id FROM objects`;

const sql = (name: string) => readFile(join(import.meta.dirname, `${name}.sql`), 'utf8');
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The rows of a table as CSV. */
function* linesOf({ summaries, records }: ReleaseData, table: 'names' | 'summaries' | 'records') {
  for (const one of summaries) {
    const { norad_cat_id, name, alt_names, operator, active } = one;
    if (table === 'summaries') yield `${norad_cat_id},${cell(JSON.stringify(one))}\n`;
    else if (table === 'records') {
      const { gzip, etag } = records.record(norad_cat_id)!;
      yield `${norad_cat_id},${cell(`"${etag}"`)},\\x${Buffer.from(gzip).toString('hex')}\n`;
    } else
      for (const text of new Set([name, ...alt_names, operator ?? ''].map(fold)))
        if (text !== '') yield `${norad_cat_id},${cell(text)},${active}\n`;
  }
}

/** Fills the database from a release, through a file in a folder that the database can read. */
async function fill({ socketUrl, folder }: Record<'socketUrl' | 'folder', string>, data: ReleaseData): Promise<void> {
  const client = new Client({ connectionString: socketUrl });
  await client.connect();
  await client.query(await sql('tables'));
  const file = join(folder, 'rows.csv');
  const copy = (table: string) => client.query(`COPY ${table} FROM '${file}' (FORMAT csv)`);
  await data.duckdb.run(`COPY (${objects}) TO '${file}' (FORMAT csv, HEADER false)`);
  await copy('objects');
  for (const table of ['names', 'summaries', 'records'] as const) {
    await pipeline(Readable.from(linesOf(data, table)), createWriteStream(file));
    await copy(table);
  }
  await client.query(await sql('indexes'));
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** Fastify with PostgreSQL, filled from a release: the usual alternative. */
export interface Rivals extends AsyncDisposable {
  /** It responds to everybody without limits, with complete responses, and counts nothing. */
  readonly bare: Server;
  /** It does the same work as Orbweaver: keys, limits, and conditional requests. */
  readonly careful: Server;
}

/** Limits that no load reaches. */
const UNLIMITED = 2_000_000_000;

/** Starts both on one temporary PostgreSQL. */
export async function serveRivals(data: ReleaseData): Promise<Rivals> {
  if (!has.postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  await using stack = new AsyncDisposableStack();
  const postgres = stack.adopt(await startPostgres(settings, ['--locale=C', '--encoding=UTF8']), (one) => one.stop());
  await fill(postgres, data);
  const key = randomBytes(24).toString('base64url');
  const client = new Client({ connectionString: postgres.socketUrl });
  await client.connect();
  await client.query('INSERT INTO keys VALUES ($1, 1, $2, $2)', [hash('sha256', key), UNLIMITED]);
  await client.end();
  const start = async (headers: Readonly<Record<string, string>>, ...more: readonly string[]) => {
    const port = await freePort();
    const program = ['bench/rival/fastify.ts', postgres.socketUrl, `${port}`, ...more];
    return stack.use(await startServer(program, port, '/readyz', headers));
  };
  const [bare, careful] = [await start({}), await start({ Authorization: `Bearer ${key}` }, 'keys')];
  const resources = stack.move();
  return { bare, careful, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
