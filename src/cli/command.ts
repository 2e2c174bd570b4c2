import type { ParseArgsConfig } from 'node:util';
import type { Database } from '../accounts/database.ts';

/** The world that commands work in; tests hand in their own. */
export interface AdminWorld {
  /** The home folder. */
  readonly home: string;
  /** PostgreSQL; undefined: SQLite in the home folder. */
  readonly databaseUrl: string | undefined;
  readonly secret: string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** Who gives the command, for the audit log: the operating system's name of the user. */
  readonly actor: string;
  /** Writes a line to standard output: what was asked for, and nothing else. */
  out(line: string): void;
  /** Writes a line to standard error: what is said beside. */
  say(line: string): void;
}

/** What a command is given. */
export interface Call {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly world: AdminWorld;
  /** The accounts database; opened, and made if need be, at the first call. */
  database(): Promise<Database>;
}

/** One command. */
export interface Command {
  /** `keys create`. */
  readonly name: string;
  /** Its options as the help shows them. */
  readonly usage: string;
  /** What it does, one sentence. */
  readonly about: string;
  /** What the options are, a line each. */
  readonly explained?: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(call: Call): Promise<void>;
}

/** A command that can't be carried out as it was given; its help is shown as well. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** The text of an option that has to be there. Throws WrongUse where it isn't. */
export function needed({ values }: Call, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new WrongUse(`--${name} is missing.`);
  return value;
}

/** The text of an option; undefined where it isn't there. */
export const given = ({ values }: Call, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** A whole number from `least` up; null where the option isn't there. Throws WrongUse for anything else. */
export function wholeNumber(call: Call, name: string, least: number): number | null {
  const text = given(call, name);
  if (text === undefined) return null;
  if (!/^\d{1,12}$/.test(text) || Number(text) < least)
    throw new WrongUse(`--${name} ${text} is no whole number of ${least} or more.`);
  return Number(text);
}

/** Prints rows as a table, or with `--json` as JSON. */
export function printRows(
  call: Call,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): void {
  if (call.values['json']) {
    call.world.out(JSON.stringify(rows, null, 2));
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) {
    call.world.say('Nothing to list.');
    return;
  }
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  for (const line of lines)
    call.world.out(
      line
        .map((text, at) => text.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
}

const cell = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '–' : String(value);

/** A time as tables show it: `2026-08-22 14:00:00Z`. */
export const timeText = (milliseconds: number | null): string | null =>
  milliseconds === null
    ? null
    : new Date(milliseconds)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');
