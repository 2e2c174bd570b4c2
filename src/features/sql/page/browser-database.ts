import { AsyncDuckDB, type AsyncDuckDBConnection, ConsoleLogger, LogLevel } from '@duckdb/duckdb-wasm';
import worker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import wasm from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { archiveColumns } from '../../../schema/release/archive.ts';
import { approachTable, historyTable, releaseTables } from '../../../schema/sql/sql-tables.ts';
import { type PlainResult, plainResult, shownColumns } from './plain-result.ts';
import { type Scan, scansOf } from './query-scans.ts';
import { countingReader, loadBefore, sizeOf, type Transfer } from './remote-files.ts';
import { RemoteParquet, restored } from './remote-parquet.ts';

/** A result, and its cost. */
export interface QueryResult extends PlainResult {
  readonly transfer: Transfer;
  /** Total size of the files that were partly read, bytes. */
  readonly whole: number;
  readonly milliseconds: number;
}

interface Column {
  readonly name: string;
  readonly type: string;
}
/** A table by its name in the plan, its columns, and the files that its rows are in. */
interface Source {
  readonly columns: readonly Column[];
  files(): Promise<readonly RemoteParquet[]>;
  loaded: { readonly columns: ReadonlySet<string>; readonly numbers: Scan['numbers'] } | null;
}

const rawColumns = Object.entries(archiveColumns).map(([name, type]): Column => ({ name, type }));
/** `element_history` over tables instead of files. */
const history = historyTable
  .query(['months'], ['recent'])
  .replace("read_parquet(['months'])", 'archive_months')
  .replace("read_parquet(['recent'])", 'archive_recent');

/** DuckDB in a worker of this page, over the Parquet files of the release. Reads only the parts of each file that a query needs. */
export class BrowserDatabase {
  readonly #connection: AsyncDuckDBConnection;
  readonly #database: AsyncDuckDB;
  readonly #transfer: Transfer;
  readonly #sources: ReadonlyMap<string, Source>;

  private constructor(
    database: AsyncDuckDB,
    connection: AsyncDuckDBConnection,
    transfer: Transfer,
    sources: ReadonlyMap<string, Source>,
  ) {
    this.#database = database;
    this.#connection = connection;
    this.#transfer = transfer;
    this.#sources = sources;
  }

  /** Starts the database. `base` is the URL of `/api/v1`. Throws an error for the person if a file of DuckDB cannot be loaded. */
  static async open(base: string): Promise<BrowserDatabase> {
    const module = new URL(wasm, location.href).href;
    for (const url of [new URL(worker, location.href).href, module]) await loadBefore(url);
    const database = new AsyncDuckDB(new ConsoleLogger(LogLevel.WARNING), new Worker(worker));
    await database.instantiate(module);
    const connection = await database.connect();
    const transfer: Transfer = { requests: 0, bytes: 0 };
    const read = countingReader(transfer);
    const remote = async (path: string) => new RemoteParquet(base + path, await sizeOf(base + path, transfer), read);
    const archive = once(() => archiveFiles(base, read));
    const sources = new Map<string, Source>([
      ...[...releaseTables, approachTable].map(({ name, columns, file }): [string, Source] => [
        name,
        { columns, loaded: null, files: once(async () => [await remote(`/${file}`)]) },
      ]),
      ['archive_months', { columns: rawColumns, loaded: null, files: async () => (await archive()).months }],
      ['archive_recent', { columns: rawColumns, loaded: null, files: async () => (await archive()).recent }],
    ]);
    // Extensions cannot be downloaded here, so DuckDB must not try.
    for (const setting of ['autoload_known_extensions', 'autoinstall_known_extensions'])
      await connection.query(`SET ${setting} = false`);
    // Queries are planned over empty tables: the optimizer must not conclude from their emptiness that nothing has to be read.
    for (const schema of ['plan', 'data']) {
      await connection.query(`CREATE SCHEMA ${schema}`);
      await connection.query(`USE ${schema}`);
      for (const [name, { columns }] of sources)
        await connection.query(
          `CREATE ${schema === 'plan' ? 'TABLE' : 'VIEW'} ${name} ${
            schema === 'plan'
              ? `(${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`
              : `AS ${emptyRows(columns)}`
          }`,
        );
      await connection.query(`CREATE VIEW ${historyTable.name} AS ${history}`);
    }
    return new BrowserDatabase(database, connection, transfer, sources);
  }

  /** Runs a query, after loading the parts of the files that it needs. Throws DuckDB's errors. */
  async run(text: string): Promise<QueryResult> {
    const query = text.replace(/[;\s]+$/, '');
    const began = performance.now();
    const before = { ...this.#transfer };
    const scans = await this.#scans(query);
    let whole = 0;
    for (const scan of scans) {
      const source = this.#sources.get(scan.table)!;
      for (const file of await source.files()) whole += file.bytes;
      if (!covers(source.loaded, scan)) await this.#load(source, scan);
    }
    await this.#connection.query('USE data');
    const shown = await shownColumns(this.#connection, query);
    const result = plainResult(shown.columns, await this.#connection.query(shown.query));
    return {
      ...result,
      whole,
      transfer: {
        requests: this.#transfer.requests - before.requests,
        bytes: this.#transfer.bytes - before.bytes,
      },
      milliseconds: performance.now() - began,
    };
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    await this.#connection.close();
    await this.#database.terminate();
  }

  /** The scans of a query, from its plan over the empty tables. A statement without a plan has none. */
  async #scans(query: string): Promise<Scan[]> {
    const connection = this.#connection;
    await connection.query('USE plan');
    await connection.query("SET disabled_optimizers = 'statistics_propagation'");
    try {
      const explained = await connection.query(`EXPLAIN (FORMAT json) ${query}`);
      const plan = String(explained.getChildAt(1)?.get(0));
      const columns = new Map(
        [...this.#sources].map(([name, source]) => [name, source.columns.map((one) => one.name)]),
      );
      return scansOf(plan, columns);
    } finally {
      await connection.query("SET disabled_optimizers = ''");
    }
  }

  /** Loads columns of a table into the database, along with those that are already loaded. */
  async #load(source: Source, { table, columns, numbers }: Scan): Promise<void> {
    const connection = this.#connection;
    const { loaded } = source;
    const same = loaded !== null && JSON.stringify(loaded.numbers) === JSON.stringify(numbers);
    const names = new Set([...columns, ...(same ? loaded.columns : [])]);
    // Without columns the rows could not be counted, so at least one is read.
    if (names.size === 0) names.add(source.columns[0]!.name);
    const wanted = source.columns.filter(({ name }) => names.has(name));
    await connection.query(`DROP TABLE IF EXISTS main.${table}_rows`);
    let create = true;
    for (const file of await source.files()) {
      for (const part of await file.columns(wanted, numbers)) {
        await connection.insertArrowFromIPCStream(part, { name: `${table}_rows`, schema: 'main', create });
        create = false;
      }
    }
    const rows = create
      ? emptyRows(source.columns)
      : `SELECT ${source.columns
          .map(({ name, type }) => (names.has(name) ? restored(name, type) : `NULL::${type} AS ${name}`))
          .join(', ')} FROM main.${table}_rows`;
    await connection.query(`CREATE OR REPLACE VIEW data.${table} AS ${rows}`);
    source.loaded = { columns: names, numbers };
  }
}

const emptyRows = (columns: readonly Column[]) =>
  `SELECT ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;

/** Whether the loaded columns and rows are enough for a scan. */
function covers(loaded: Source['loaded'], { columns, numbers }: Scan): boolean {
  if (!loaded || columns.some((name) => !loaded.columns.has(name))) return false;
  if (loaded.numbers === null) return true;
  return numbers !== null && loaded.numbers[0] <= numbers[0] && loaded.numbers[1] >= numbers[1];
}

/** The files of the archive; empty if this host has no archive. */
async function archiveFiles(base: string, read: ReturnType<typeof countingReader>) {
  const response = await fetch(`${base}/archive`).catch(() => null);
  if (!response?.ok) return { months: [], recent: [] };
  interface File {
    readonly url: string;
    readonly bytes: number;
  }
  const { data, meta } = (await response.json()) as { data: readonly File[]; meta: { recent?: readonly File[] } };
  const root = base.replace(/\/api\/v1$/, '');
  const open = (files: readonly File[]) => files.map(({ url, bytes }) => new RemoteParquet(root + url, bytes, read));
  return { months: open(data), recent: open(meta.recent ?? []) };
}

/** Runs work once and caches the result; a failure is retried on the next call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => {
    done ??= work();
    done.catch(() => {
      done = null;
    });
    return done;
  };
}
