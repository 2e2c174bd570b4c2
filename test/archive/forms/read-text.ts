import { writeFileSync } from 'node:fs';
import type { CheckedFile } from '../../../pipeline/archive/check-file.ts';
import { readSets } from '../../../pipeline/archive/read-sets.ts';
import type { ElementSetText } from '../../../pipeline/sources/source.ts';

interface ReadFile {
  readonly sets: (ElementSetText & { readonly norad_cat_id: number })[];
  /** `reason` or `reason KEYWORD` of each rejected row. */
  readonly rejected: string[];
}

/** Writes a file, and reads the element sets in it. */
export async function readText(path: string, content: string | Uint8Array): Promise<ReadFile> {
  writeFileSync(path, content);
  const result: ReadFile = { sets: [], rejected: [] };
  await readSets(path, {
    set: (norad_cat_id, set) => result.sets.push({ ...set, norad_cat_id }),
    reject: ({ reason, keyword }) => result.rejected.push(keyword === null ? reason : `${reason} ${keyword}`),
  });
  return result;
}

/** The lines of a text, counted by hand. */
const linesIn = (text: string) =>
  text
    .replace(/\r{0,2}\n|\r/g, '\n')
    .replace(/\n$/, '')
    .split('\n').length;

/** Whether a file was read to its end. */
export const isWhole = ({ problem }: CheckedFile) => problem === null || problem === 'it has no element sets';

/** What is wrong with the counts of a file: a line that is in no count, or rows that are not counted. `text` is without a byte order mark. */
export function countErrors(checked: CheckedFile, text: string): string[] {
  const { problems, parts, rejected, unit, sets } = checked;
  const rows = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  const errors: string[] = [];
  if (rows !== problems.length) errors.push(`${rows} rejected, ${problems.length} problems`);
  if (unit !== 'lines' && parts.sets + parts.rejected !== sets + rows) errors.push('items that are not counted');
  const counted = Object.values(parts).reduce((sum, count) => sum + count, 0);
  if (unit === 'lines' && isWhole(checked) && counted !== linesIn(text))
    errors.push(`${linesIn(text)} lines, ${counted} counted`);
  return errors;
}
