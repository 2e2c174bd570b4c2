import { BrokenFile, type RawRow, type RowReader } from '../rows.ts';
import { csvCells, type Separator, separators } from '../table.ts';

const BATCH = 1000;

/**
 * Reads element sets in CSV, one per line. A quote that does not end affects only its own row, and the next line if it
 * ends there, not the rest of the file. Concatenated files have headers in between: each applies to the rows after it, and its
 * separator too.
 */
export async function readCsvRows(lines: AsyncIterable<string>, reader: RowReader): Promise<void> {
  let header: (string | null)[] | null = null;
  let separator: Separator = ',';
  let line = 0;
  let batch: RawRow[] = [];
  let open: string | null = null;
  const reject = (reason: string, value: string, at: number) =>
    reader.problem({ line: at, reason, column: null, value, scope: 'row' });
  for await (const text of lines) {
    line += 1;
    if (open !== null) {
      const ends = csvCells(`${open}\n${text}`, separator)?.length === header?.length;
      reject('open_quote', open, line - 1);
      open = null;
      if (ends) {
        reject('wrong_cell_count', text, line);
        continue;
      }
    }
    if (isBeforeHeader(text)) {
      reader.skipped?.(text.trim() === '' ? 'blank' : 'comment', 1);
      continue;
    }
    const next = header === null ? headerSeparator(text) : laterHeaderSeparator(text);
    if (next !== null) separator = next;
    const cells = csvCells(text, separator);
    if (header === null || next !== null) {
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

/** Whether a line may stand before the header and has no data: blank, a comment, or `sep=;`, by which Excel learns the separator. */
export const isBeforeHeader = (line: string): boolean => /^\s*(?:$|#|sep=.?\s*$)/i.test(line);

/** The separator of a header of element sets; null if the line is none: a sentence or JSON may have these words too, but not as a cell. */
export const headerSeparator = (line: string): Separator | null =>
  separatorOf(line, (names) => names.length > 1 && (names.includes('EPOCH') || names.includes('NORAD_CAT_ID')));

/** The separator of a later header: `EPOCH` and `MEAN_MOTION` are column names and never occur as values. */
const laterHeaderSeparator = (line: string): Separator | null =>
  /epoch/i.test(line) ? separatorOf(line, (names) => names.includes('EPOCH') && names.includes('MEAN_MOTION')) : null;

function separatorOf(line: string, isHeader: (names: readonly string[]) => boolean): Separator | null {
  const names = (separator: Separator) => csvCells(line, separator)?.map((cell) => cell.toUpperCase()) ?? [];
  return separators.find((separator) => isHeader(names(separator))) ?? null;
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
