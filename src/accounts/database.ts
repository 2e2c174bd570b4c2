/** A value of a statement or a column. Times are whole milliseconds since 1970. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** One SQL statement, with `?` for each of its values; what both SQLite and PostgreSQL understand. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** How often something was used on a day. */
export interface Use {
  /** `2026-08-22`. */
  readonly day: string;
  /** `account:…`, `key:…` or `address:…`. */
  readonly subject: string;
  /** How many to add; below 0 gives back. */
  readonly more: number;
  /** When it was last used. */
  readonly last_used_at: number;
}

/** What the database holds of a use, after adding. */
export interface UseTotal {
  readonly day: string;
  readonly subject: string;
  readonly used: number;
}

/** The accounts database, embedded or not. Every call throws where it cannot be reached. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** Asks for rows; the caller names their columns, which it has just written into the statement. */
  rows<T extends object = Row>(sql: string, ...values: readonly Value[]): Promise<readonly T[]>;
  /** Runs statements one after another, all or none, alone among writers; gives back the rows of each. */
  write(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
  /** Adds uses, all or none, and gives back their new totals, which other processes have added to as well. */
  addUses(uses: readonly Use[]): Promise<readonly UseTotal[]>;
  /**
   * Makes the tables. `statements` is asked for what is missing once no other process can change tables, so that two
   * that start at once do it one after the other.
   */
  migrate(statements: () => Promise<readonly string[]>): Promise<void>;
  /** Throws where the database is gone though the connection still answers, as a deleted file's does. */
  check(): void;
  /** Writes a whole copy, readable by its owner alone, to a path where there is nothing. Only the embedded database can. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Writes a statement: its text, then its values. */
export const statement = (sql: string, ...values: readonly Value[]): Statement => ({ sql, values });

/** Something that the caller asked for can't be done, said in a sentence for the person who asked. */
export class AccountProblem extends Error {
  override name = 'AccountProblem';
}
