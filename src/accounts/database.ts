/** A value of a statement or a column. Times are whole milliseconds since 1970. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** One SQL statement, with `?` for each of its values, in syntax that both SQLite and PostgreSQL accept. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  /** If true and the statement returns no row, the transaction is rolled back, and `write` throws Outdated. */
  readonly isRequired?: true;
}

/** The accounts database, embedded or not. Every call throws if it cannot be reached. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** Reads rows; the caller declares their columns, as selected by the statement. */
  rows<T extends object = Row>(statement: Statement): Promise<readonly T[]>;
  /** Runs statements in one exclusive transaction; returns the rows of each. */
  write(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
  /** Throws if the database no longer exists although the connection still works, as with a deleted file. */
  check(): void;
  close(): Promise<void>;
}

/** A statement with inline values: each becomes a `?`, except parts of SQL, which are inserted unchanged. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Statement)[]): Statement {
  const all = parts.map(
    (part): Statement => (part !== null && typeof part === 'object' ? part : { sql: '?', values: [part] }),
  );
  return {
    sql: String.raw({ raw: texts }, ...all.map((part) => part.sql)),
    values: all.flatMap(({ values }) => values),
  };
}

/** A statement without which the rest of its transaction must not happen: it returns a row as long as the transaction's condition holds. */
export const required = ({ sql: text, values }: Statement): Statement => ({ sql: text, values, isRequired: true });

/** A required statement returned no row, because somebody else has changed the data meanwhile. Nothing was written. */
export class Outdated extends Error {
  override name = 'Outdated';
}

/** The rows of a statement. Throws Outdated if they are required and missing. */
export function checkedRows<Rows extends readonly unknown[]>({ isRequired }: Statement, rows: Rows): Rows {
  if (isRequired && rows.length === 0) throw new Outdated('the data has been changed meanwhile');
  return rows;
}

/** A request that can't be fulfilled, with a message for the user. */
export class AccountProblem extends Error {
  override name = 'AccountProblem';
}

/**
 * The accounts database could not be read or written: its disk is full or failing, or its server is unreachable. The transaction had no
 * effect.
 */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** Result codes of SQLite: SQLITE_BUSY after the timeout, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const sqliteCodes: readonly number[] = [5, 8, 10, 13, 14];
/** Codes of the file system and the network. */
const systemCodes = /^(ENOSPC|EDQUOT|EROFS|EIO|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** Classes of PostgreSQL: connection exception, insufficient resources (disk full), operator intervention, system error. */
const postgresClasses = /^(08|53|57|58)\w{3}$/;

/** The error of a database as StorageError if it is one; every other error as it is. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', errcode } = error as Error & { code?: string; errcode?: number };
  const isOne =
    (errcode !== undefined && sqliteCodes.includes(errcode % 256)) ||
    systemCodes.test(code) ||
    postgresClasses.test(code) ||
    // The client of PostgreSQL has no codes for its own timeouts.
    /timeout exceeded|Query read timeout|Connection terminated/.test(error.message);
  return isOne ? new StorageError(error.message, { cause: error }) : error;
}
