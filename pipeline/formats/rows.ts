/** One row of an upstream file as text: its line (or which item of a JSON array, from 1), and its cells. */
export interface RawRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** What a format found wrong with a file or a row before anyone read its meaning. */
export interface FormatProblem {
  readonly line: number;
  readonly reason: 'unknown_column' | 'wrong_cell_count' | 'not_an_object' | 'not_text';
  readonly column: string | null;
  readonly value: string | null;
  readonly scope: 'file' | 'row' | 'value';
}

/** What a format reader is given, and the callbacks that it reports to. Rows come in batches, in the file's order. */
export interface RowReader {
  /** Every column that the file may have. */
  readonly columns: ReadonlySet<string>;
  /** Columns without which the file is not what it says it is. */
  readonly required: readonly string[];
  /** The known columns that the file has, reported before its rows. */
  header?(columns: readonly string[]): void;
  rows(batch: RawRow[]): void;
  problem(problem: FormatProblem): void;
  /** `# Updated 2026 Aug 20 1200:00` and the like, without the `#`. */
  comment(text: string): void;
}

/** The whole file is not what its name says: HTML, half a body, another table. Its last good snapshot stays in place. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}
