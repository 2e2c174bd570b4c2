/** Control characters and line ends: a line feed in a cell could become two lines of a published file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const control = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Whether a text is one line without control characters. */
export const isOneLine = (text: string): boolean => !control.test(text);
