import { BrokenFile, type RawRow, type RowReader } from '../rows.ts';
import { csvCells } from '../table.ts';

const BATCH = 1000;

/** Reads element sets in CSV, one a line: a quote that does not end costs its own row, and not the rest of the file. */
export async function readCsvRows(lines: AsyncIterable<string>, reader: RowReader): Promise<void> {
  let header: (string | null)[] | null = null;
  let width = 0;
  let line = 0;
  let batch: RawRow[] = [];
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') reader.skipped?.('blank', 1);
    else if (text.startsWith('#')) reader.skipped?.('comment', 1);
    else if (header === null) {
      header = columnsOf(csvCells(text) ?? [], reader);
      width = header.length;
      reader.skipped?.('header', 1);
    } else {
      const cells = csvCells(text);
      const reason = cells === null ? 'open_quote' : cells.length !== width ? 'wrong_cell_count' : null;
      if (reason !== null || cells === null)
        reader.problem({ line, reason: reason ?? '', column: null, value: text, scope: 'row' });
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
  reader.rows(batch);
}

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
