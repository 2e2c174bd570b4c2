import { BrokenFile, type RawRow, type RowReader } from '../rows.ts';
import { csvCells } from '../table.ts';

const BATCH = 1000;

/**
 * Reads element sets in CSV, one per line. A quote that does not end affects only its own row, and the next line if it
 * ends there, not the rest of the file. Concatenated files have headers in between: each applies to the rows after it.
 */
export async function readCsvRows(lines: AsyncIterable<string>, reader: RowReader): Promise<void> {
  let header: (string | null)[] | null = null;
  let line = 0;
  let batch: RawRow[] = [];
  let open: string | null = null;
  const reject = (reason: string, value: string, at: number) =>
    reader.problem({ line: at, reason, column: null, value, scope: 'row' });
  for await (const text of lines) {
    line += 1;
    if (open !== null) {
      const ends = csvCells(`${open}\n${text}`)?.length === header?.length;
      reject('open_quote', open, line - 1);
      open = null;
      if (ends) {
        reject('wrong_cell_count', text, line);
        continue;
      }
    }
    const cells = csvCells(text);
    if (text.trim() === '') reader.skipped?.('blank', 1);
    else if (text.trimStart().startsWith('#')) reader.skipped?.('comment', 1);
    else if (header === null || isHeader(cells)) {
      header = columnsOf(cells ?? [], reader);
      reader.skipped?.('header', 1);
    } else {
      if (cells === null) open = text;
      else if (cells.length !== header.length) reject('wrong_cell_count', text, line);
      else {
        const row: Record<string, string> = {};
        for (const [at, name] of header.entries()) if (name !== null) row[name] = cells[at]!;
        batch.push({ line, cells: row });
      }
    }
    if (batch.length >= BATCH) {
      reader.rows(batch);
      batch = [];
    }
  }
  if (open !== null) reject('open_quote', open, line);
  reader.rows(batch);
}

/** Whether the first line of a file is the header of element sets: a sentence or JSON may have these words too, but not as a cell. */
export function isFirstHeader(line: string): boolean {
  const names = csvCells(line)?.map((cell) => cell.toUpperCase()) ?? [];
  return names.length > 1 && (names.includes('EPOCH') || names.includes('NORAD_CAT_ID'));
}

/** True if a later row is a header: `EPOCH` and `MEAN_MOTION` are column names and never occur as values. */
const isHeader = (cells: readonly string[] | null): boolean =>
  cells !== null && cells.includes('EPOCH') && cells.includes('MEAN_MOTION');

/** The keyword of each column; null for columns that are not read. */
function columnsOf(cells: readonly string[], reader: RowReader): (string | null)[] {
  const names = cells.map((cell) => cell.toUpperCase());
  const missing = reader.required.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new BrokenFile(`its header lacks ${missing.join(', ')}`);
  const twice = names.find((name, at) => reader.columns.has(name) && names.indexOf(name) !== at);
  if (twice !== undefined) throw new BrokenFile(`its header has ${twice} twice`);
  reader.header?.(names.filter((name) => reader.columns.has(name)));
  return names.map((name, at) => {
    if (reader.columns.has(name)) return name;
    reader.problem({ line: 1, reason: 'unknown_column', column: cells[at]!, value: null, scope: 'file' });
    return null;
  });
}
