import { Pool, types } from 'pg';
import { checkedRows, type Database, type Row, type Statement, storageErrorOf } from './database.ts';

/** Timeout for connections and queries: a slower database counts as unreachable. */
const TIMEOUT_MILLISECONDS = 2000;
const bigint = 20;

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
  // A connection that breaks is replaced when it is next needed, and the statement that needs it reports: without
  // listeners, an idle one or one in a transaction would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    kind: 'postgres',
    rows: async <T extends object>({ sql, values }: Statement) =>
      (await pool.query<T>(numbered(sql), [...values]).catch(rethrow)).rows,
    async write(statements) {
      const client = await pool.connect().catch(rethrow);
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const results: Row[][] = [];
        for (const statement of statements) {
          const { rows } = await client.query<Row>(numbered(statement.sql), [...statement.values]);
          results.push(checkedRows(statement, rows));
        }
        await client.query('commit');
        return results;
      } catch (error) {
        await client.query('rollback').catch((reason: Error) => {
          broken = reason;
        });
        throw storageErrorOf(error);
      } finally {
        client.release(broken);
      }
    },
    check: () => {},
    close: () => pool.end(),
  };
}

const rethrow = (error: unknown): never => {
  throw storageErrorOf(error);
};

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
