import { writeFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api';
import { sqlText } from '../../schema/escaped-text.ts';
import { approachTable, historyTable, releaseTables } from '../../schema/sql/sql-tables.ts';
import { checkQuery, RefusedQuery } from './check-query.ts';
import { ResultTooLarge, readResult } from './encode-result.ts';
import { type FromWorker, type SqlData, sqlLimits, type ToWorker } from './sql-message.ts';

/**
 * The process in which queries of clients run, one after the other. It holds no secret, no network address and no writable file; its
 * parent kills it when a query takes too long. Started by `SqlWorkers`.
 */

/** How often the process checks its own memory, ms. */
const WATCH_MILLISECONDS = 25;

const send = (message: FromWorker) => process.send!(message);

let connection: DuckDBConnection | null = null;
const tables = new Set<string>();
let folders: readonly string[] = [];

/**
 * Opens the database and creates a view of each table; after that, nothing else can be opened, and no setting changed.
 */
async function open({ catalog, months, recent, archive, approaches }: SqlData): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${sqlLimits.memoryMegabytes}MB`,
    max_temp_directory_size: '0KB',
    temp_directory: '',
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  });
  const made = await instance.connect();
  await made.run(`ATTACH ${sqlText(catalog)} AS release (READ_ONLY)`);
  const reader = await made.runAndReadAll(
    "SELECT table_name, list(column_name) AS names FROM duckdb_columns() WHERE database_name = 'release' GROUP BY ALL",
  );
  const found = new Map(
    (reader.getRowObjectsJson() as { table_name: string; names: string[] }[]).map((row) => [row.table_name, row.names]),
  );
  for (const table of releaseTables) {
    // A release of an earlier minor format may lack a table, or a column.
    if (table.needs.some((name) => !found.has(name))) continue;
    const source = found.get(table.name);
    const missing = source ? table.columns.filter(({ name, computed }) => !computed && !source.includes(name)) : [];
    const from = (name: string) =>
      name === table.name && missing.length > 0
        ? `(SELECT *, ${missing.map((column) => `NULL::${column.type} AS ${column.name}`).join(', ')} FROM release.main.${name})`
        : `release.main.${name}`;
    await made.run(`CREATE VIEW ${table.name} AS ${table.query(from)}`);
    tables.add(table.name);
  }
  if (archive !== null) {
    await made.run(`SET allowed_directories = [${sqlText(`${archive}/`)}]`);
    await made.run(`CREATE VIEW ${historyTable.name} AS ${historyTable.query(months, recent)}`);
    tables.add(historyTable.name);
  }
  if (approaches !== null) {
    await made.run(`SET allowed_paths = [${sqlText(approaches)}]`);
    const names = approachTable.columns.map(({ name }) => name).join(', ');
    const empty = approachTable.columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ');
    // The file of an earlier version lacks some columns.
    await made.run(`CREATE VIEW ${approachTable.name} AS SELECT ${names} FROM (
      SELECT * FROM read_parquet(${sqlText(approaches)}) UNION ALL BY NAME SELECT ${empty} WHERE false)`);
    tables.add(approachTable.name);
  }
  await made.run("SET TimeZone = 'UTC'");
  await made.run('SET enable_external_access = false');
  await made.run('SET lock_configuration = true');
  folders = [catalog, archive, approaches].filter((path) => path !== null);
  connection = made;
}

async function run({ query, form, milliseconds }: Extract<ToWorker, { kind: 'query' }>): Promise<FromWorker> {
  let late = false;
  // Repeatedly: an interrupt before the query has started is lost.
  const deadline = performance.now() + milliseconds;
  const watch = setInterval(() => {
    if (performance.now() < deadline) return;
    late = true;
    connection!.interrupt();
  }, 50);
  try {
    const parsed = await connection!.runAndReadAll('SELECT json_serialize_sql($query::VARCHAR)', { query });
    const used = checkQuery(parsed.getRowsJson()[0]![0] as string, tables);
    const prepared = await connection!.prepare(query);
    try {
      if (prepared.statementType !== StatementType.SELECT) throw new RefusedQuery('Only SELECT statements can be run.');
      const { body, rows } = await readResult(await prepared.stream(), form);
      // An interrupted stream can end like a complete one.
      if (late) return { kind: 'timeout' };
      return { kind: 'result', body, rows, tables: used };
    } finally {
      prepared.destroySync();
    }
  } catch (error) {
    if (error instanceof RefusedQuery) return { kind: 'invalid', message: error.message };
    if (error instanceof ResultTooLarge)
      return {
        kind: 'invalid',
        message: error.message,
        hint: 'Add LIMIT or a condition, aggregate, or name fewer columns.',
      };
    return late ? { kind: 'timeout' } : problem(error);
  } finally {
    clearInterval(watch);
  }
}

/** DuckDB's message for the person who wrote the query. A message that names a file is not shown. */
function problem(error: unknown): FromWorker {
  const message = error instanceof Error ? error.message : String(error);
  if (/^(INTERNAL|Internal|FATAL|Fatal) Error/.test(message)) return { kind: 'engine', message };
  if (/^IO Error/.test(message) || folders.some((folder) => message.includes(folder)))
    return { kind: 'failed', message };
  if (message.startsWith('Out of Memory')) return { kind: 'memory' };
  return { kind: 'invalid', message: message.slice(0, 2000) };
}

/** Makes the kernel kill this process first when the machine runs out of memory. Linux only. */
function volunteer(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}

process.title = 'orbweaver-sql';
volunteer();
setInterval(() => {
  // Not process.exit(), which waits for the query, which continues to allocate.
  if (process.memoryUsage.rss() > sqlLimits.processMegabytes * 1e6) process.kill(process.pid, 'SIGKILL');
}, WATCH_MILLISECONDS).unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ToWorker) => {
  const work = message.kind === 'open' ? open(message.data).then((): FromWorker => ({ kind: 'opened' })) : run(message);
  work.catch((error: unknown): FromWorker => ({ kind: 'failed', message: String(error) })).then(send);
});
