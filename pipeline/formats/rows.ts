/** One row of an upstream file as text: its line (or which item of a JSON array, from 1), and its cells. */
export interface RawRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A problem with the format of a file or a row. */
export interface FormatProblem {
  readonly line: number;
  readonly reason: 'unknown_column' | 'wrong_cell_count' | 'not_an_object' | 'not_text';
  readonly column: string | null;
  readonly value: string | null;
  readonly scope: 'file' | 'row' | 'value';
}

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
}

/** The file is not in its format: HTML, cut off, another table. Its last good snapshot is used instead. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}
