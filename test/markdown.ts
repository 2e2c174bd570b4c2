/** The content of a table cell. */
export type Cell = string | number | null | undefined;

/** A Markdown table. Null and undefined cells are empty; pipes in cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats text as code. */
export const code = (text: string) => `\`${text}\``;
/** Formats words as code, separated by commas. */
export const list = (words: readonly string[]) => words.map(code).join(', ');
