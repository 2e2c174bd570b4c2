import type { z } from 'zod';
import { readJson } from './formats/json.ts';
import type { FormatProblem, RawRow, RowReader } from './formats/rows.ts';
import { csv, gcatTsv, readTable } from './formats/table.ts';
import type { Format, SourceFile } from './sources/source.ts';

/** A row of a file with decoded cells. A cell that can't be decoded is blank. */
interface ParsedRow {
  readonly line: number;
  readonly row: z.infer<z.ZodObject>;
}

/** A rejected part of the file: a column, a row, or one value of a row that was kept. */
export interface Problem {
  readonly line: number;
  readonly reason: string;
  readonly column: string | null;
  readonly value: string | null;
  readonly scope: FormatProblem['scope'];
}

/** Receives the parts of a file, in the file's order. */
export interface ParseReader {
  rows(rows: ParsedRow[]): void;
  problem(problem: Problem): void;
  comment(text: string): void;
  /** The known columns that the file has. */
  header?(columns: readonly string[]): void;
}

const readers: Record<Format, (path: string, reader: RowReader) => Promise<void>> = {
  csv: (path, reader) => readTable(path, csv, reader),
  'gcat-tsv': (path, reader) => readTable(path, gcatTsv, reader),
  json: (path, reader) =>
    readJson(path, (document) => (Array.isArray(document) ? document : property(document, 'results')), reader),
  'sparql-json': (path, reader) => readJson(path, bindings, reader),
};

/**
 * Reads one file strictly: its known columns, each cell through the row's schema. An invalid cell is reported and left
 * blank; in a key column, it rejects the row. Throws BrokenFile if the file is not in its format.
 */
export async function parse(path: string, file: SourceFile, reader: ParseReader, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + MAX_AHEAD_MS).toISOString().slice(0, 19);
  await readers[file.format](path, {
    columns: new Set(Object.keys(file.row.shape)),
    required: file.key,
    comment: reader.comment,
    header: (columns) => reader.header?.(columns),
    problem: reader.problem,
    rows: (batch) => reader.rows(batch.flatMap((raw) => decode(raw, file, reader, latest) ?? [])),
  });
}

/** Epochs of elements may be in the future: those of real files are up to 73 hours ahead (Chandra). */
const MAX_AHEAD_MS = 7 * 86_400_000;

function decode(raw: RawRow, file: SourceFile, reader: ParseReader, latest: string): ParsedRow | null {
  let result = file.row.safeParse(raw.cells);
  const issues = (result.error?.issues ?? []).map(({ path, message }) => ({
    column: String(path[0] ?? ''),
    reason: message.includes(' ') ? 'missing_value' : message,
  }));
  const { observed } = file;
  // Complete instants in one format: their text sorts by time.
  if (observed !== undefined && (raw.cells[observed] ?? '') > latest && !issues.some((one) => one.column === observed))
    issues.push({ column: observed, reason: 'in_the_future' });
  if (issues.length > 0) {
    const cells = { ...raw.cells };
    const unreadable: Record<string, undefined> = {};
    let lost = false;
    for (const { column, reason } of issues) {
      const isKey = file.key.includes(column);
      reader.problem({
        line: raw.line,
        reason,
        column,
        value: raw.cells[column] ?? null,
        scope: isKey ? 'row' : 'value',
      });
      lost ||= isKey;
      delete cells[column];
      unreadable[column] = undefined;
    }
    if (lost) return null;
    result = file.row.safeParse(cells);
    if (!result.success)
      throw new Error(`${file.path}: a blank cell must be acceptable in ${result.error.issues[0]?.path[0] as string}`);
    // Undefined, because a blank cell has its own meaning: an unknown code is not the same as no code.
    return { line: raw.line, row: { ...result.data, ...unreadable } };
  }
  return { line: raw.line, row: result.data! };
}

/** SPARQL 1.1 results: each variable is `{ type, value }`; the value is the cell's text. */
function bindings(document: unknown): unknown {
  const list = property(property(document, 'results'), 'bindings');
  if (!Array.isArray(list)) return undefined;
  return list.map((binding: Record<string, { value: string }>) =>
    Object.fromEntries(Object.entries(binding).map(([variable, term]) => [variable, term.value])),
  );
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
