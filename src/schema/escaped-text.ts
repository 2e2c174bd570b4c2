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

/**
 * Control characters, also those above ASCII, and line ends: a line feed in a cell could become two lines of a published file. And the
 * code points that are no characters, two of which XML has no way to write.
 */
const control = /[\p{Control}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** Whether a text is one line without control characters. */
export const isOneLine = (text: string): boolean => !control.test(text);

const unprintable = /[^\P{Control}\t\n\r]|\p{Noncharacter_Code_Point}/u;

/** Returns true if a text has no control character except tab, LF, and CR, and no Unicode noncharacter such as U+FFFF. */
export const isPlainText = (text: string): boolean => !unprintable.test(text);

/** Text as SQL writes it: a folder may have a quotation mark in its name. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Several texts as SQL writes them, comma-separated. */
export const sqlTexts = (texts: readonly string[]): string => texts.map(sqlText).join(', ');

/** A time (UTC) as SQL writes it: a date, milliseconds since 1970, or ISO 8601 with Z. */
export const sqlTime = (time: Date | number | string): string =>
  `TIMESTAMP '${(typeof time === 'string' ? time : new Date(time).toISOString()).replace('Z', '')}'`;

/**
 * A name for a format of printable ASCII and whole lines: accents are dropped (`É` is `E`), any run of line ends, tabs
 * and control characters becomes one space, any other non-ASCII character `?`. Runs of spaces stay as upstream wrote them.
 * `UNKNOWN` if nothing remains.
 */
export function plainText(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/(?:[^\S ]|\p{Control})+/gu, ' ')
    .replace(/[^ -~]/gu, '?')
    .trim();
  return plain || 'UNKNOWN';
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text whose characters XML 1.0 has; all others become U+FFFD. */
export const xmlCharacters = (value: string): string =>
  value.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');

/** Text between tags or in an attribute. Characters that XML 1.0 has no way to write become U+FFFD. */
export function xmlText(value: string): string {
  return xmlCharacters(value)
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
