import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import {
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBTypeId,
  type DuckDBValue,
  INTEGER,
  JsonDuckDBValueConverter,
  VARCHAR,
} from '@duckdb/node-api';
import { sqlText } from '../schema/escaped-text.ts';
import { addMissingColumns } from './missing-columns.ts';

/**
 * Read-only, limited, and without access to anything but this one file: injected SQL could neither read another file nor
 * fill the disk.
 */
const settings = {
  access_mode: 'READ_ONLY',
  threads: '2',
  // Free the memory of a finished query immediately.
  allocator_flush_threshold: '4MB',
  allocator_bulk_deallocation_flush_threshold: '4MB',
  temp_directory: '',
  enable_external_access: 'false',
  lock_configuration: 'true',
};

/** Memory limit of all queries together, MB: enough for a full-size release; for larger ones, a quarter of the file. */
const memoryFor = (bytes: number) => Math.max(128, Math.ceil(bytes / 4e6));

/** Memory limit of archive queries, MB: one month of every object, as far as one query reads it. */
const ARCHIVE_MEMORY = 256;

/** Concurrent queries; each connection runs one at a time. */
const connections = 4;
/** How long one query may take. The slowest of a full-size release takes a hundredth of it. */
const timeLimit = 5000;

/** A read of the catalog that failed. Its cause is for the log: it may name files and SQL. */
export class CatalogError extends Error {
  override name: string = 'CatalogError';
}

/** A read that exceeded its time limit, usually because of other running queries. */
export class CatalogTimeout extends CatalogError {
  override name = 'CatalogTimeout';
}

/** Receives the duration of a query in seconds, without its wait for a connection. */
export type QueryTimer = (seconds: number) => void;

/** Rows of DuckDB's own chunks. */
const CHUNK_ROWS = 2048;

/** Texts of a column by row: each is made when it is read, and most readers of a whole catalog read few. An array of texts is one too. */
export interface TextColumn {
  readonly length: number;
  at(row: number): string | null | undefined;
}

const inserting = { INTEGER, DOUBLE, VARCHAR };
/** A column of rows that are inserted: its type and its values. */
export type Inserted = readonly [type: keyof typeof inserting, values: readonly (number | string | null)[]];

export type Parameters = Record<string, DuckDBValue>;

/** The only way into a release's `catalog.duckdb`: prepared statements with named parameters, bounded in time. */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #idle: DuckDBConnection[];
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = [];
  readonly #milliseconds: number;
  readonly #timed: QueryTimer;
  #busy = 0;
  #closed = false;

  private constructor(instance: DuckDBInstance, idle: DuckDBConnection[], milliseconds: number, timed: QueryTimer) {
    this.#instance = instance;
    this.#idle = idle;
    this.#milliseconds = milliseconds;
    this.#timed = timed;
  }

  /** `milliseconds` is the timeout of a query. Throws if the file is missing or not a DuckDB database. */
  static async open(file: string, milliseconds = timeLimit, timed: QueryTimer = () => {}): Promise<Database> {
    const { size } = await stat(file);
    const instance = await DuckDBInstance.create(file, { ...settings, memory_limit: `${memoryFor(size)}MB` });
    const idle = await Promise.all(Array.from({ length: connections }, () => instance.connect()));
    const database = new Database(instance, idle, milliseconds, timed);
    try {
      await addMissingColumns(idle);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /**
   * A database without tables of its own, whose queries name files below a folder: the archive's. Its temporary tables are in
   * memory, at most `memory` MB. One thread per query: two take a third more CPU time, and save nothing if several queries run.
   */
  static async overFolder(
    folder: string,
    timed: QueryTimer = () => {},
    { memory = ARCHIVE_MEMORY, milliseconds = timeLimit } = {},
  ): Promise<Database> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1',
      // Memory is kept for the query of the next object: returning it takes a fifth of the time of a query.
      allocator_flush_threshold: '16MB',
      memory_limit: `${memory}MB`,
      temp_directory: '',
    });
    const idle = await Promise.all(Array.from({ length: connections }, () => instance.connect()));
    const [first] = idle;
    await first!.run(`SET allowed_directories = [${sqlText(`${folder}/`)}]`);
    for (const setting of [
      'parquet_metadata_cache = true',
      'enable_external_access = false',
      'lock_configuration = true',
    ])
      await first!.run(`SET GLOBAL ${setting}`);
    return new Database(instance, idle, milliseconds, timed);
  }

  /** Runs a statement that creates tables or views in memory; not for a release's database. Throws CatalogError. */
  run(sql: string): Promise<void> {
    return this.#run(async (connection) => void (await connection.run(sql)));
  }

  /** Adds rows to a table in memory, given as its columns. Throws CatalogError. */
  insert(table: string, inserted: readonly Inserted[]): Promise<void> {
    return this.#run(async (connection) => {
      const appender = await connection.createAppender(table);
      const types = inserted.map(([name]) => inserting[name]);
      const columns = inserted.map(([, values]) => values);
      const rows = columns[0]?.length ?? 0;
      for (let at = 0; at < rows; at += CHUNK_ROWS) {
        const chunk = DuckDBDataChunk.create(types, Math.min(CHUNK_ROWS, rows - at));
        for (const [place, column] of columns.entries())
          chunk.setColumnValues(place, column.slice(at, at + CHUNK_ROWS));
        appender.appendDataChunk(chunk);
      }
      appender.closeSync();
    });
  }

  /** The rows of a query as plain JSON values, read chunk by chunk: other work runs in between. Throws CatalogError. */
  async rows<Row>(sql: string, values: Parameters = {}): Promise<Row[]> {
    const { names, chunks } = await this.#run(async (connection) => {
      const result = await connection.run(sql, values);
      return { names: result.deduplicatedColumnNames(), chunks: await result.fetchAllChunks() };
    });
    const rows: Row[] = [];
    for (const [at, chunk] of chunks.entries()) {
      if (at > 0) await setImmediate();
      for (const cells of chunk.convertRows(JsonDuckDBValueConverter)) {
        const row: Record<string, unknown> = {};
        for (const [column, name] of names.entries()) row[name] = cells[column];
        rows.push(row as Row);
      }
    }
    return rows;
  }

  /**
   * The columns of a query by their names: texts, or numbers that are never null (INTEGER as Int32Array, any other as
   * Float64Array). For thousands of rows, it takes a tenth of the time of `rows`, because numbers are copied as DuckDB stores
   * them. The result is materialized before it is read: a filter that matches few rows of each chunk would otherwise return
   * as many chunks as it has read, and each chunk costs as much as hundreds of rows. Throws CatalogError.
   */
  table<Columns>(sql: string, values: Parameters = {}): Promise<Columns> {
    return this.#run(async (connection) => {
      const result = await connection.run(sql, values);
      const chunks = await result.fetchAllChunks();
      const columns = result.columnNames().map((name, at) => [name, columnOf(chunks, result.columnTypeId(at), at)]);
      return Object.fromEntries(columns) as Columns;
    });
  }

  /** The first column of a query, which is of type INTEGER and never null. Throws CatalogError. */
  async integers(sql: string, values: Parameters = {}): Promise<Int32Array> {
    return Object.values(await this.table<Record<string, Int32Array>>(sql, values))[0]!;
  }

  /**
   * The first column of a query, which is text and never null. A text takes microseconds, so other work runs in between. Throws
   * CatalogError.
   */
  async strings(sql: string): Promise<string[]> {
    const column = Object.values(await this.table<Record<string, TextColumn>>(sql))[0]!;
    const texts: string[] = [];
    for (let row = 0; row < column.length; row++) {
      if (row > 0 && row % CHUNK_ROWS === 0) await setImmediate();
      texts.push(column.at(row)!);
    }
    return texts;
  }

  /** Closes the file after running queries have finished. No query may follow. */
  close(): void {
    this.#closed = true;
    if (this.#busy > 0) return;
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    this.#instance.closeSync();
  }

  async #run<T>(ask: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    // Repeatedly: an interrupt before the query has started is lost.
    const began = performance.now();
    let timedOut = false;
    const late = setInterval(() => {
      timedOut = true;
      connection.interrupt();
    }, this.#milliseconds);
    try {
      return await ask(connection);
    } catch (error) {
      if (timedOut) throw new CatalogTimeout('a read of the catalog took too long', { cause: error });
      throw new CatalogError('a read of the catalog failed', { cause: error });
    } finally {
      clearInterval(late);
      this.#timed((performance.now() - began) / 1000);
      this.#release(connection);
    }
  }

  #acquire(): Promise<DuckDBConnection> {
    if (this.#closed) return Promise.reject(new CatalogError('the catalog is closed'));
    this.#busy += 1;
    const connection = this.#idle.pop();
    if (connection) return Promise.resolve(connection);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(connection: DuckDBConnection): void {
    this.#busy -= 1;
    const next = this.#waiting.shift();
    if (next) {
      next(connection);
      return;
    }
    this.#idle.push(connection);
    if (this.#closed) this.close();
  }
}

/** One column of all chunks. Numbers are copied as DuckDB stores them: reading them one by one takes ten times as long. */
function columnOf(
  chunks: readonly DuckDBDataChunk[],
  type: DuckDBTypeId,
  column: number,
): Int32Array | Float64Array | TextColumn {
  if (type === DuckDBTypeId.VARCHAR) return new ChunkTexts(chunks, column);
  const rows = chunks.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const numbers = type === DuckDBTypeId.INTEGER ? new Int32Array(rows) : new Float64Array(rows);
  let at = 0;
  for (const chunk of chunks) {
    const { items } = chunk.getColumnVector(column) as unknown as { items: ArrayLike<number> };
    numbers.set(items, at);
    at += chunk.rowCount;
  }
  return numbers;
}

/** Texts in the chunks that they came in. */
class ChunkTexts implements TextColumn {
  readonly #chunks: readonly DuckDBDataChunk[];
  readonly #column: number;
  /** The row behind the last one of each chunk. */
  readonly #ends: readonly number[];
  readonly length: number;

  constructor(chunks: readonly DuckDBDataChunk[], column: number) {
    this.#chunks = chunks;
    this.#column = column;
    let rows = 0;
    this.#ends = chunks.map(({ rowCount }) => (rows += rowCount));
    this.length = rows;
  }

  at(row: number): string | null {
    // Nearly all chunks are full.
    let place = Math.floor(row / CHUNK_ROWS);
    while (row >= this.#ends[place]!) place++;
    const vector = this.#chunks[place]!.getColumnVector(this.#column);
    return vector.getItem(row - (this.#ends[place - 1] ?? 0)) as string | null;
  }
}
