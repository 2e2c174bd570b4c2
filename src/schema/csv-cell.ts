/** A cell of RFC 4180. */
export const quotedCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Begins text that a spreadsheet runs as a formula, some also if the character has full width. */
export const formulaStart = '^[=+\\-@\\t\\r＝＋－＠]';
const formula = new RegExp(formulaStart);

/** A cell for text of any origin: an apostrophe precedes text that a spreadsheet would run as a formula. */
export const textCell = (text: string): string => quotedCell(formula.test(text) ? `'${text}` : text);

/** A row: text is escaped, missing values are empty, and all others are as JavaScript writes them. */
export const csvRow = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''))).join(',')}\r\n`;
