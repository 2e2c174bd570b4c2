import type { z } from 'zod';
import { isPlainText } from '../src/schema/escaped-text.ts';
import type { Input } from './fetch.ts';
import { readElements } from './formats/elements/read-elements.ts';
import { readJson } from './formats/json.ts';
import type { FormatProblem, RawRow, RowReader } from './formats/rows.ts';
import { sparqlRows } from './formats/sparql.ts';
import { csv, gcatTsv, readTable } from './formats/table.ts';
import type { Snapshot } from './snapshots.ts';
import type { Format, SourceFile } from './sources/source.ts';

/** The result of ingesting one upstream file. */
export interface Ingested {
  readonly input: Input;
  /** The snapshot that was read; null if none was valid. */
  readonly used: Snapshot | null;
  /** Rows read, rows rejected, claims made. */
  readonly count: { rows: number; rejected: number; claims: number };
  /** Why the new file was not used; null if it was, or if there was no new file. */
  readonly problem: string | null;
}

/** A row of a file: its text, and its decoded cells. A cell that can't be decoded is blank, and an unknown code undefined. */
export interface ParsedRow {
  readonly line: number;
  readonly cells: RawRow['cells'];
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
  elements: (path, reader) => readElements(path, reader),
  'sparql-json': (path, reader) => readJson(path, sparqlRows, reader),
};

/**
 * Reads one file strictly: its known columns, each cell through the row's schema. An invalid cell is reported and left
 * blank; in a key column, it rejects the row. Throws BrokenFile if the file is not in its format.
 */
export async function parse(path: string, file: SourceFile, reader: ParseReader, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + MAX_AHEAD_MS).toISOString().slice(0, 19);
  await readers[file.format](path, {
    columns: new Set(Object.keys(file.row.shape)),
    required: file.required ?? file.key,
    comment: reader.comment,
    header: (columns) => reader.header?.(columns),
    problem: reader.problem,
    rows: (batch) => reader.rows(batch.flatMap((raw) => decode(raw, file, reader, latest) ?? [])),
  });
}

/** Epochs of elements may be in the future: those of real files are up to 73 hours ahead (Chandra). */
const MAX_AHEAD_MS = 7 * 86_400_000;

/** No cell is longer, in characters: the longest of real files has 364. */
const MAX_CELL_LENGTH = 10_000;

function decode(raw: RawRow, file: SourceFile, reader: ParseReader, latest: string): ParsedRow | null {
  let result = file.row.safeParse(raw.cells);
  const issues = (result.error?.issues ?? []).map(({ path, message }) => ({
    column: String(path[0] ?? ''),
    reason: message.includes(' ') ? 'missing_value' : message,
  }));
  const { observed } = file;
  if (observed !== undefined && !issues.some((one) => one.column === observed)) {
    // Complete instants in one format: their text sorts by time.
    const at = (result.data?.[observed] ?? raw.cells[observed] ?? '') as string | { readonly text: string };
    if ((typeof at === 'string' ? at : at.text) > latest) issues.push({ column: observed, reason: 'in_the_future' });
  }
  for (const column in raw.cells) {
    const cell = raw.cells[column]!;
    const reason = cell.length > MAX_CELL_LENGTH ? 'too_long' : isPlainText(cell) ? null : 'control_character';
    if (reason !== null && !issues.some((one) => one.column === column)) issues.push({ column, reason });
  }
  if (issues.length > 0) {
    const cells = { ...raw.cells };
    const unknown: Record<string, undefined> = {};
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
      if (reason === 'unknown_code') unknown[column] = undefined;
    }
    if (lost) return null;
    result = file.row.safeParse(cells);
    if (!result.success)
      throw new Error(`${file.path}: a blank cell must be acceptable in ${result.error.issues[0]?.path[0] as string}`);
    return { line: raw.line, cells: raw.cells, row: { ...result.data, ...unknown } };
  }
  return { line: raw.line, cells: raw.cells, row: result.data! };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
