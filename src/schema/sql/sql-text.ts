/** Text as SQL writes it: a folder may have a quotation mark in its name. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Several texts as SQL writes them, comma-separated. */
export const sqlTexts = (texts: readonly string[]): string => texts.map(sqlText).join(', ');
