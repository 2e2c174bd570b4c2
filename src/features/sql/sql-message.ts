/** The forms that a result can have, with the media type of each; the default first. */
export const sqlForms = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type SqlForm = keyof typeof sqlForms;

/** The limits of one query. Documented in /docs/api/sql from this table. */
export const sqlLimits = {
  /** Time from the query's start in a worker to the last byte, ms. */
  milliseconds: 5000,
  rows: 100_000,
  /** Size of the encoded result. */
  bytes: 32 * 2 ** 20,
  /** Memory of the database engine, MB. */
  memoryMegabytes: 512,
  /** Memory that the worker may allocate after the tables are open, MB (RLIMIT_DATA): for the engine, and the result. */
  growthMegabytes: 700,
  /** Resident memory of the whole worker process, MB: it is killed beyond that, because the engine does not count all memory. */
  processMegabytes: 850,
  /** Characters of a query. */
  queryLength: 20_000,
  /** The cost of a query, in requests. */
  requests: 5,
} as const;

/** The files of a release, of the archive, and of the search of close approaches that queries read. Absolute paths. */
export interface SqlData {
  /** `catalog.duckdb` of the release. */
  readonly catalog: string;
  /** Parquet files of element sets: months, and additions of refreshes since. */
  readonly months: readonly string[];
  readonly recent: readonly string[];
  /** Folder of the archive's files; null if there is none. */
  readonly archive: string | null;
  /** Parquet file of the newest search of close approaches; null if there is none. */
  readonly approaches: string | null;
}

/** Parent to worker. The first message opens the data; each later one is a query. */
export type ToWorker =
  | { readonly kind: 'open'; readonly data: SqlData }
  | { readonly kind: 'query'; readonly query: string; readonly form: SqlForm; readonly milliseconds: number };

/** Worker to parent: one response to each message. */
export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'result'; readonly body: Uint8Array; readonly rows: number; readonly tables: readonly string[] }
  | { readonly kind: 'timeout' }
  /** `invalid`: the query is wrong, and its message may be shown. `failed`: the server failed, and its message is for the log. */
  | { readonly kind: 'invalid'; readonly message: string; readonly hint?: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** The engine ran out of memory, for this query or because earlier queries left too little. */
  | { readonly kind: 'memory' }
  /** The engine has failed on this query; another engine process may succeed. Its message is for the log. */
  | { readonly kind: 'engine'; readonly message: string };
