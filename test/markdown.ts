/** What stands in a cell. */
export type Cell = string | number | null | undefined;

/** A Markdown table. Absent cells are empty; a bar in a cell is written so that it ends no cell. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text as code. */
export const code = (text: string) => `\`${text}\``;
/** Words as code, with commas between. */
export const list = (words: readonly string[]) => words.map(code).join(', ');
