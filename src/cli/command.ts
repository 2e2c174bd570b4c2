import type { Database } from '../accounts/database.ts';
import type { Options, ValuesOf } from './option.ts';

/** Dependencies of commands; tests pass their own. */
export interface AdminDeps {
  /** The home folder. */
  readonly home: string;
  /** PostgreSQL; undefined: SQLite in the home folder. */
  readonly databaseUrl: string | undefined;
  readonly secret: string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** The person who runs the command, for the audit log: the operating system's user name. */
  readonly actor: string;
  /** Writes a line of the command's result to standard output. */
  out(line: string): void;
  /** Writes a message to standard error. */
  say(line: string): void;
}

/** One invocation of a command. */
export interface Call<O extends Options = Options> {
  readonly values: ValuesOf<O>;
  readonly deps: AdminDeps;
  /** The accounts database; opened, and created if necessary, at the first call. */
  database(): Promise<Database>;
}

/** One command. */
export interface Command<O extends Options = Options> {
  /** `keys create`. */
  readonly name: string;
  /** The command's purpose, in one sentence. */
  readonly about: string;
  /** The combinations of options, if not all of them can be combined. */
  readonly usage?: string;
  readonly options: O;
  run(call: Call<O>): Promise<void>;
}

/** A command whose options are known to its `run`. */
export const command = <const O extends Options>(one: Command<O>): Command => one;

/** A usage error: printed together with the command's help. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Largest number of an option: more is a typing error. */
const LARGEST = 1_000_000_000;

/** An option that is a whole number of 1 or more; null if it is missing. Throws UsageError for anything else. */
export function integer(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d*$/.test(text) || Number(text) > LARGEST)
    throw new UsageError(`--${name} must be a whole number from 1 to 1,000,000,000, not "${text}".`);
  return Number(text);
}

/** Prints rows as a table, or as JSON. */
export function printRows(
  { out, say }: AdminDeps,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
  json: boolean | undefined,
): void {
  if (json) {
    out(JSON.stringify(rows, null, 2));
    return;
  }
  const lines = tableLines(rows);
  if (lines.length === 0) say('Nothing to list.');
  for (const line of lines) out(line);
}

/** A time in tables: `2026-08-22 14:00:00Z`. */
export const timeText = (milliseconds: number | null): string | null =>
  milliseconds === null
    ? null
    : new Date(milliseconds)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');

type Cell = string | number | boolean | null;

/** Rows as the lines of a table, the names of the columns first; none without rows. */
export function tableLines(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return [];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

const cell = (value: Cell | undefined): string => (value === null || value === undefined ? '–' : String(value));
