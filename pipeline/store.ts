import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import { sqlText } from '../src/schema/escaped-text.ts';
import { Appending } from './appending.ts';

/** The column types that staging tables use, by their SQL name. */
const types = { INTEGER, TINYINT, DOUBLE, VARCHAR, BOOLEAN } satisfies Record<string, DuckDBType>;
export type StagingType = keyof typeof types;

/** Limits of the database that a release is built in. */
export interface StoreLimits {
  /** In megabytes or gigabytes, as DuckDB reads it: `500MB`. Beyond it, DuckDB spills to `temp`. */
  readonly memory: string;
  readonly threads: number;
  /** Folder for the database and for spilled data; created if missing. */
  readonly temp: string;
  /** Number of objects that are processed together; follows the memory by default. */
  readonly batchSize?: number;
  /** Size of the blocks of its databases, in bytes: a power of two from 16 KiB; 256 KiB by default. */
  readonly blockBytes?: number;
}

/**
 * For builds of some hundred objects, such as the sample: a second thread takes a fifth more processor time, and blocks of 256 KiB, most of
 * each empty, take another fifth. With small blocks, the database of the real files is 6 % larger.
 */
export const smallCatalog = { threads: 1, blockBytes: 16_384 } as const satisfies Partial<StoreLimits>;

/** Objects that are processed together: a range of catalog numbers, inclusive. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The claims about this many objects, half a million, fit in 500 MB. */
const MAX_BATCH_SIZE = 16_384;
const OBJECTS_PER_MEGABYTE = MAX_BATCH_SIZE / 500;

/** The SQL condition that a catalog number is in a range. */
export const within = (column: string, { first, last }: Range): string => `${column} BETWEEN ${first} AND ${last}`;

/**
 * The pipeline's connection to DuckDB, with a temporary database that is removed when the build ends. It is a file because
 * tables in files are compressed and don't have to fit in memory: it is as fast, and takes 280 MB less.
 */
export class Store {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  readonly #threads: number;
  #memory: number;
  /** Number of databases written. */
  #written = 0;
  readonly #batchSize: number | undefined;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, limits: StoreLimits) {
    this.#memory = Number.parseInt(limits.memory, 10) * (limits.memory.endsWith('GB') ? 1e9 : 1e6);
    this.#batchSize = limits.batchSize;
    this.#threads = limits.threads;
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(limits: StoreLimits): Promise<Store> {
    mkdirSync(limits.temp, { recursive: true });
    const instance = await DuckDBInstance.create(join(limits.temp, 'staging.duckdb'), {
      memory_limit: limits.memory,
      threads: String(limits.threads),
      temp_directory: limits.temp,
      ...(limits.blockBytes && { default_block_size: String(limits.blockBytes) }),
      // Return the memory of large queries to the system, which the next step of a refresh may need: DuckDB otherwise keeps 128 MiB per
      // thread. With 4 MB, a first refresh of the real files takes a fifth more processor time, half of it in the system, and no less
      // memory.
      allocator_flush_threshold: '32MB',
      allocator_bulk_deallocation_flush_threshold: '32MB',
      autoinstall_known_extensions: 'false',
    });
    const connection = await instance.connect();
    // The file is removed when the build ends: a checkpoint would be wasted.
    await connection.run('PRAGMA disable_checkpoint_on_shutdown');
    return new Store(instance, connection, limits);
  }

  async run(sql: string, values?: Record<string, DuckDBValue>): Promise<void> {
    await this.#connection.run(sql, values);
  }

  /** Runs the statements of `name.sql` in a folder. */
  async runFile(folder: string, name: string): Promise<void> {
    await this.run(await readFile(join(folder, `${name}.sql`), 'utf8'));
  }

  /** Raises the database's memory limit to this many bytes, if it is lower. */
  async raiseMemoryLimit(bytes: number): Promise<void> {
    if (bytes > this.#memory) await this.#limitMemory(bytes);
  }

  /** Lowers the memory limit to this fraction. Returns `other` of the limit before, in megabytes, for a second database. */
  async shareMemory(part: number, other: number): Promise<string> {
    const before = this.#memory;
    await this.#limitMemory(before * part);
    return `${Math.round((before * other) / 1e6)}MB`;
  }

  /** Does work whose statements run in one thread: for statements whose result depends on which of several threads is faster. */
  async withOneThread<T>(work: () => Promise<T>): Promise<T> {
    await this.run('SET threads = 1');
    const result = await work();
    await this.run(`SET threads = ${this.#threads}`);
    return result;
  }

  async #limitMemory(bytes: number): Promise<void> {
    this.#memory = bytes;
    await this.run(`SET memory_limit = '${Math.round(bytes / 1e6)}MB'`);
  }

  /** All rows of a query as plain objects: dates and times as ISO text, whole numbers as numbers. */
  async rows<T>(sql: string, values?: Record<string, DuckDBValue>): Promise<T[]> {
    const reader = await this.#connection.runAndReadAll(sql, values);
    return reader.getRowObjectsJson() as T[];
  }

  /** The rows of a query in batches, for results that don't fit in memory; other queries may run meanwhile. */
  batches<T>(sql: string): AsyncGenerator<T[]> {
    return this.#stream(sql, (result) => result.yieldRowObjectJson() as AsyncIterable<T[]>);
  }

  /** Like `batches`, with each batch as columns: less work for millions of rows. */
  columns(sql: string): AsyncGenerator<DuckDBValue[][]> {
    return this.#stream(sql, async function* (result) {
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
        yield chunk.getColumns();
    });
  }

  /** The objects of a table in ascending ranges: work done range by range has the same memory use for any number of objects. */
  ranges(table: string, size = this.#batchSize ?? this.#objectsInMemory()): Promise<Range[]> {
    return this.rows(`SELECT min(norad_cat_id) AS first, max(norad_cat_id) AS last
      FROM (SELECT norad_cat_id, (row_number() OVER (ORDER BY norad_cat_id) - 1) // ${size} AS range FROM ${table})
      GROUP BY range ORDER BY range`);
  }

  #objectsInMemory(): number {
    return Math.min(Math.floor((this.#memory / 1e6) * OBJECTS_PER_MEGABYTE), MAX_BATCH_SIZE);
  }

  /** Reads on a separate connection: a connection drops the rest of a result when the next query starts. */
  async *#stream<T>(sql: string, read: (result: DuckDBResult) => AsyncIterable<T>): AsyncGenerator<T> {
    const connection = await this.#instance.connect();
    try {
      yield* read(await connection.stream(sql));
    } finally {
      connection.closeSync();
    }
  }

  /** The columns that a table has both in this build and in the previous release: an earlier minor format lacks some. */
  async sharedColumns(table: string): Promise<string[]> {
    const rows = await this.rows<{ name: string }>(
      `SELECT column_name AS name FROM duckdb_columns() WHERE table_name = '${table}' AND database_name IN (current_database(), 'previous')
        GROUP BY column_name HAVING count(DISTINCT database_name) = 2 ORDER BY min(column_index), column_name`,
    );
    return rows.map(({ name }) => name);
  }

  /** Opens another database next to this one, to read. */
  async attach(path: string, name: string): Promise<void> {
    await this.run(`ATTACH ${sqlText(path)} AS ${name} (READ_ONLY)`);
  }

  /** Creates another database next to this one, to write. */
  async create(path: string, name: string): Promise<void> {
    await this.run(`ATTACH ${sqlText(path)} AS ${name}`);
  }

  /** Writes tables, each by its query, into a database of their own, while other queries run. */
  async writeDatabase(path: string, queries: readonly (readonly [table: string, query: string])[]): Promise<void> {
    const name = `written_${++this.#written}`;
    const connection = await this.#instance.connect();
    try {
      await connection.run(`ATTACH ${sqlText(path)} AS ${name}`);
      for (const [table, query] of queries) await connection.run(`CREATE TABLE ${name}.${table} AS ${query}`);
      // Detaching does not, because checkpoints on shutdown are off.
      await connection.run(`CHECKPOINT ${name}`);
      await connection.run(`DETACH ${name}`);
    } finally {
      connection.closeSync();
    }
  }

  /** Creates a staging table and opens it for appending. */
  async table(name: string, columns: Record<string, StagingType>): Promise<Appending> {
    const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    await this.run(`CREATE TABLE ${name} (${list.join(', ')})`);
    const appender = await this.#connection.createAppender(name);
    return new Appending(
      appender,
      Object.values(columns).map((type) => types[type]),
    );
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
