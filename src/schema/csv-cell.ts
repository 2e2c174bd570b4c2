/** A cell of RFC 4180. */
export const quotedCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The same of text that may come from anywhere: what a spreadsheet would run as a formula gets an apostrophe before it. */
export const textCell = (text: string): string => quotedCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A row: text is escaped, what is missing is empty, and everything else is as JavaScript writes it. */
export const csvRow = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''))).join(',')}\r\n`;
