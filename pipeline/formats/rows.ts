/** One row of an upstream file as text: its line (or its position in a JSON array, from 1), and its cells. */
export interface RawRow {
  readonly line: number;
  /** Number of lines of the row, if more than one. */
  readonly lines?: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** Characters that change the direction of the text after them: a name could show a page's own words backwards. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text of a cell, without the space around it and without directional characters. */
export const cellText = (cell: string): string => cell.replace(directional, '').trim();

/** A problem with the format of a file or a row. */
export interface FormatProblem {
  readonly line: number;
  /** Number of lines that the problem concerns, if more than one. */
  readonly lines?: number;
  readonly reason: string;
  readonly column: string | null;
  readonly value: string | null;
  readonly scope: 'file' | 'row' | 'value';
}

/** Kinds of lines other than rows. */
export type Skipped = 'blank' | 'comment' | 'header';

/** The input of a format reader, and the callbacks that it calls. Rows come in batches, in the file's order. */
export interface RowReader {
  /** Every column that the file may have. */
  readonly columns: ReadonlySet<string>;
  /** Columns that the file must have. */
  readonly required: readonly string[];
  /** The known columns that the file has, reported before its rows. */
  header?(columns: readonly string[]): void;
  rows(batch: RawRow[]): void;
  problem(problem: FormatProblem): void;
  /** `# Updated 2026 Aug 20 1200:00` and the like, without the `#`. */
  comment(text: string): void;
  /** Lines that are no part of a row or a problem. */
  skipped?(kind: Skipped, lines: number): void;
}

/** The file is not in its format: HTML, cut off, another table. Its last good snapshot is used instead. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}
