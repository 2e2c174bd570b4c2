/** The accounts database could not be read or written: its disk is full or failing, or its server is unreachable. The transaction had no effect. */
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
