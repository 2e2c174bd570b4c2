type Cell = string | number | boolean | null;

/** Rows as the lines of a table, the names of the columns first; none without rows. */
export function tableLines(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return [];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

const cell = (value: Cell | undefined): string => (value === null || value === undefined ? '–' : String(value));
