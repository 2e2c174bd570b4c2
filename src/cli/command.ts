import type { ParseArgsConfig } from 'node:util';
import type { Database } from '../accounts/database.ts';
import { tableLines } from './table.ts';

/** What commands depend on; tests pass their own. */
export interface AdminDeps {
  /** The home folder. */
  readonly home: string;
  /** PostgreSQL; undefined: SQLite in the home folder. */
  readonly databaseUrl: string | undefined;
  readonly secret: string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** Who runs the command, for the audit log: the operating system's user name. */
  readonly actor: string;
  /** Writes a line of the command's result to standard output. */
  out(line: string): void;
  /** Writes a message to standard error. */
  say(line: string): void;
}

/** One invocation of a command. */
export interface Call {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly deps: AdminDeps;
  /** The accounts database; opened, and created if necessary, at the first call. */
  database(): Promise<Database>;
}

/** One command. */
export interface Command {
  /** `keys create`. */
  readonly name: string;
  /** The options as shown in the help. */
  readonly usage: string;
  /** What the command does, in one sentence. */
  readonly about: string;
  /** One line per option. */
  readonly explained?: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(call: Call): Promise<void>;
}

/** A usage error: printed together with the command's help. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The value of a required option. Throws UsageError if it is missing. */
export function requiredOption({ values }: Call, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The value of an option; undefined if it is missing. */
export const option = ({ values }: Call, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** An integer option of at least `min`; null if it is missing. Throws UsageError for anything else. */
export function integer(call: Call, name: string, min: number): number | null {
  const text = option(call, name);
  if (text === undefined) return null;
  if (!/^\d{1,12}$/.test(text) || Number(text) < min)
    throw new UsageError(`--${name} must be a whole number of ${min} or more, not "${text}".`);
  return Number(text);
}

/** Prints rows as a table, or as JSON with `--json`. */
export function printRows(
  call: Call,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): void {
  if (call.values.json) {
    call.deps.out(JSON.stringify(rows, null, 2));
    return;
  }
  const lines = tableLines(rows);
  if (lines.length === 0) call.deps.say('Nothing to list.');
  for (const line of lines) call.deps.out(line);
}

/** A time in tables: `2026-08-22 14:00:00Z`. */
export const timeText = (milliseconds: number | null): string | null =>
  milliseconds === null
    ? null
    : new Date(milliseconds)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');
