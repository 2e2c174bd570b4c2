import { csvRow } from '../../schema/escaped-text.ts';
import { tableLines } from '../command.ts';
import type { ClientCall } from './client-command.ts';

type Row = Readonly<Record<string, unknown>>;

/** A value in a cell: lists with commas, absent values as a dash, no control characters. */
export const cellText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
};

/** Prints a list: as a table, as CSV, or as the JSON of the response. */
export async function printList(
  { format, deps }: ClientCall,
  body: unknown,
  rows: readonly Row[],
  none: string,
): Promise<void> {
  if (format === 'json') return deps.write(`${JSON.stringify(body, null, 2)}\n`);
  const columns = Object.keys(rows[0] ?? {});
  if (format === 'csv') {
    const cell = (value: unknown) => (typeof value === 'number' ? value : cellText(value));
    const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
    return deps.write(rows.length === 0 ? '' : lines.map(csvRow).join(''));
  }
  if (rows.length === 0) return deps.say(none);
  const cells = rows.map((row) => Object.fromEntries(columns.map((column) => [column, cellText(row[column])])));
  return deps.write(`${tableLines(cells).join('\n')}\n`);
}

/** Copies the body of a response to standard output. */
export async function copyBody({ deps }: ClientCall, response: Response): Promise<void> {
  if (response.body) for await (const chunk of response.body) await deps.write(chunk);
}
