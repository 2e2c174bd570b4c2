import { Pool, types } from 'pg';
import type { Database, Row, Statement, Use, UseTotal, Value } from './database.ts';

/** An arbitrary number for the advisory lock that is held while tables are changed. */
const migrationLock = 7_310_421;
/** Timeout for connections and queries: a slower database counts as unreachable. */
const TIMEOUT_MILLISECONDS = 2000;
const bigint = 20;

const addUses = `
  insert into use_by_day (day, subject, used, last_used_at)
  select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  on conflict (day, subject) do update set
    used = greatest(use_by_day.used + excluded.used, 0),
    last_used_at = greatest(use_by_day.last_used_at, excluded.last_used_at)
  returning day, subject, used`;

/** Opens a pool of connections; the first statement connects. Whole numbers of 64 bits arrive as numbers. */
export function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: TIMEOUT_MILLISECONDS,
    query_timeout: TIMEOUT_MILLISECONDS,
    application_name: 'orbweaver',
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === bigint ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // An idle connection that breaks is replaced when it is next needed; the statement that needs it reports.
  pool.on('error', () => {});
  const inOne = async <T>(work: (run: (statement: Statement) => Promise<Row[]>) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(async ({ sql, values }) => (await client.query(numbered(sql), [...values])).rows);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return {
    kind: 'postgres',
    rows: async <T extends object>(sql: string, ...values: readonly Value[]) =>
      (await pool.query<T>(numbered(sql), [...values])).rows,
    write: (statements) =>
      inOne(async (run) => {
        const results: Row[][] = [];
        for (const statement of statements) results.push(await run(statement));
        return results;
      }),
    async addUses(uses: readonly Use[]) {
      const column = (name: keyof Use) => uses.map((use) => use[name]);
      const values = [column('day'), column('subject'), column('more'), column('last_used_at')];
      return (await pool.query<UseTotal>(addUses, values)).rows;
    },
    async migrate(statements) {
      await inOne(async (run) => {
        await run({ sql: `select pg_advisory_xact_lock(${migrationLock})`, values: [] });
        for (const sql of await statements()) await run({ sql, values: [] });
      });
    },
    check: () => {},
    copyTo: () => Promise.reject(new Error('PostgreSQL is copied by pg_dump')),
    close: () => pool.end(),
  };
}

const texts = new Map<string, string>();

/** PostgreSQL numbers its values: `?` becomes `$1`, `$2` … No statement of ours has a `?` elsewhere. */
function numbered(sql: string): string {
  let text = texts.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replace(/\?/g, () => `$${++count}`);
    texts.set(sql, text);
  }
  return text;
}
