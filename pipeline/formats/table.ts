import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { BrokenFile, type RawRow, type RowReader } from './rows.ts';

/** The syntax of one kind of table. */
export interface Dialect {
  readonly delimiter: ',' | '\t';
  /** Cells may be quoted (RFC 4180); otherwise `"` is an ordinary character. */
  readonly quoted: boolean;
  /** The header starts with `#`, and further lines that start with it are comments (GCAT). */
  readonly hash: boolean;
}

export const csv: Dialect = { delimiter: ',', quoted: true, hash: false };
export const gcatTsv: Dialect = { delimiter: '\t', quoted: false, hash: true };

/**
 * Streams a CSV or TSV file through papaparse (only here). Cells are trimmed: GCAT pads with spaces. An
 * unknown column is reported once and ignored; a row with too many or too few cells is rejected.
 * Throws BrokenFile if the header lacks a required column.
 */
export function readTable(path: string, dialect: Dialect, reader: RowReader): Promise<void> {
  return new Promise((resolve, reject) => {
    let header: (string | null)[] | null = null;
    let line = 0;
    const consume = (lines: string[][]): void => {
      const batch: RawRow[] = [];
      for (const cells of lines) {
        const at = line + 1;
        line = at + (dialect.quoted ? newlines(cells) : 0);
        const first = cells[0] ?? '';
        if (cells.length === 1 && first.trim() === '') continue;
        if (header === null) {
          header = readHeader(cells, dialect, reader);
        } else if (dialect.hash && first.startsWith('#')) {
          reader.comment(cells.join('\t').slice(1).trim());
        } else if (cells.length !== header.length) {
          reader.problem({
            line: at,
            reason: 'wrong_cell_count',
            column: null,
            value: cells.join(dialect.delimiter),
            scope: 'row',
          });
        } else {
          batch.push({ line: at, cells: named(header, cells) });
        }
      }
      reader.rows(batch);
    };
    const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 17 });
    stream.on('error', reject);
    Papa.parse<string[]>(stream, {
      delimiter: dialect.delimiter,
      ...(!dialect.quoted && { fastMode: true }),
      chunk: (result, parser) => {
        try {
          consume(result.data);
        } catch (error) {
          // First, because aborting calls `complete`.
          reject(error);
          parser.abort();
          stream.destroy();
        }
      },
      complete: () => (header ? resolve() : reject(new BrokenFile('it is empty'))),
      error: reject,
    });
  });
}

function readHeader(cells: string[], dialect: Dialect, reader: RowReader): (string | null)[] {
  const names = cells.map((cell, index) => {
    const text = cell.replace(/^\uFEFF/, '').trim();
    return index === 0 && dialect.hash ? text.replace(/^#/, '') : text;
  });
  const missing = reader.required.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new BrokenFile(`its header lacks ${missing.join(', ')}`);
  reader.header?.(names.filter((name) => reader.columns.has(name)));
  return names.map((name) => {
    if (reader.columns.has(name)) return name;
    reader.problem({ line: 1, reason: 'unknown_column', column: name, value: null, scope: 'file' });
    return null;
  });
}

function named(header: (string | null)[], cells: string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (let index = 0; index < header.length; index++) {
    const name = header[index];
    if (name != null) row[name] = cells[index]!.trim();
  }
  return row;
}

function newlines(cells: string[]): number {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}
