import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { BrokenFile, cellText, type RawRow, type RowReader } from './rows.ts';
import { encodingOf, textOf } from './text.ts';

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
export async function readTable(path: string, dialect: Dialect, reader: RowReader): Promise<void> {
  const text = textOf(path, await encodingOf(path));
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
        if (dialect.hash && header !== null && first.startsWith('#')) {
          reader.comment(cells.join(dialect.delimiter).slice(1).trim());
        } else if (header === null) {
          header = readHeader(cells, dialect, reader);
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
    const stream = Readable.from(text);
    stream.on('error', reject);
    Papa.parse<string[]>(stream, {
      delimiter: dialect.delimiter,
      newline: '\n',
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
    const text = cell.trim();
    return index === 0 && dialect.hash ? text.replace(/^#/, '') : text;
  });
  const twice = names.find((name, index) => reader.columns.has(name) && names.indexOf(name) !== index);
  if (twice !== undefined) throw new BrokenFile(`its header has ${twice} twice`);
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
    if (name != null) row[name] = cellText(cells[index]!);
  }
  return row;
}

function newlines(cells: string[]): number {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}

/** Characters that separate cells in files that people call CSV. */
export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/**
 * For each separator, an expression that matches one cell and the separator or end of line after it. It also matches blanks around a
 * quoted cell, which Papa Parse takes for an error.
 */
const cellForms = new Map(
  separators.map((separator) => {
    const [end, blank] = [`(?:\\${separator}|$)`, separator === '\t' ? '[^\\S\\t]*' : '\\s*'];
    return [
      separator,
      new RegExp(`${blank}"([^"]*(?:""[^"]*)*)"${blank}${end}|(?!${blank}")([^\\${separator}]*)${end}`, 'y'),
    ];
  }),
);

/** The cells of one line of CSV by itself; null if a quoted cell does not end in it. */
export function csvCells(line: string, separator: Separator = ','): string[] | null {
  if (!line.includes('"')) return line.split(separator).map(cellText);
  const form = cellForms.get(separator)!;
  const cells: string[] = [];
  form.lastIndex = 0;
  for (;;) {
    const found = form.exec(line);
    if (found === null) return null;
    cells.push(cellText(found[1]?.replaceAll('""', '"') ?? found[2]!));
    if (form.lastIndex === line.length && !found[0].endsWith(separator)) return cells;
  }
}
