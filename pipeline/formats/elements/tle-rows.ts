import { tleColumns } from '../../../src/orbit/formats/read-tle.ts';
import { cellText, type RawRow, type RowReader } from '../rows.ts';

/** Keys of a TLE's three lines in objects of another form (SatNOGS, Space-Track, Orbweaver's own TLE as JSON). */
const lineNames = [
  ['TLE0', 'TLE1', 'TLE2'],
  ['TLE_LINE0', 'TLE_LINE1', 'TLE_LINE2'],
  ['NAME', 'LINE1', 'LINE2'],
] as const;
/** All keys of TLE lines in objects. */
export const tleNames: readonly string[] = lineNames.flat();

/** The cells of an object that has TLE lines instead of keywords, or why they are not a TLE; null if it has no such lines. */
export function tleInCells(cells: Readonly<Record<string, string>>): ReturnType<typeof tleColumns> | null {
  if (cells.EPOCH) return null;
  const names = lineNames.find(([, one, two]) => cells[one] && cells[two]);
  if (!names) return null;
  const [zero, one, two] = names.map((name) => tidy(cells[name] ?? ''));
  const read = tleColumns(one!, two!);
  return read.ok ? { ok: true, cells: { ...read.cells, OBJECT_NAME: objectName(zero!) } } : read;
}

/**
 * The number of an element line, valid or not; null for a name. An element line has a catalog number in columns 3 to 7, or is longer than a
 * name.
 */
function elementLine(line: string): 1 | 2 | null {
  const number = /^([12]) /.exec(line)?.[1];
  if (number === undefined) return null;
  const isLine = line.length > 24 ? /^. [ 0-9A-Z]{4}[0-9]/i : shortLines[number as '1' | '2'];
  return isLine.test(line) || line.length > LONGEST_NAME ? (Number(number) as 1 | 2) : null;
}

/** The beginnings of lines 1 and 2, as short as names: the class and the designator follow the number, or a blank and an angle. */
const shortLines = {
  1: /^1 (\d{5}|[A-Z]\d{4})([A-Z ]( [\d ][\dA-Z .]*)?)?$/i,
  2: /^2 (\d{5}|[A-Z]\d{4})( [\d .-]*)?$/i,
};
const LONGEST_NAME = 40;
/** Words that occur in sentences, but not in names of objects. */
const sentenceWords =
  /\b(here|are|is|was|were|from|for|with|this|these|that|below|above|following|sent|attached|dear|hi|hello|please|elements?|tles?|today|data)\b/gi;

/** Whether a line before line 1 is the name of the object: not a sentence, and not longer than names are. */
function isName(text: string): boolean {
  if (text.length > LONGEST_NAME || /[:;,?!]$/.test(text)) return false;
  if (/\s\S+\s\S+\.$/.test(text)) return false;
  const words = text.match(sentenceWords)?.length ?? 0;
  return words === 0 || (words === 1 && text.split(/\s+/).length < 4);
}

/** A name with or without the `0 ` of Space-Track; UNKNOWN if there is none. */
const objectName = (text: string) => cellText(text.trim().replace(/^0(?: |$)/, '')) || 'UNKNOWN';

/** A line without the blanks around it. Mail programs write blanks as no-break spaces; DOS ended files with 0x1A. */
const tidy = (line: string) => line.replaceAll('\u00a0', ' ').replaceAll('\u001a', '').trim();

interface Held {
  readonly line: number;
  readonly text: string;
}

/** Reads lines of two or three. Each line is part of a set, rejected with a reason, blank, or a comment. */
export async function readTleRows(lines: AsyncIterable<string>, reader: RowReader): Promise<void> {
  let name: Held | null = null;
  let first: Held | null = null;
  let at = 0;
  let batch: RawRow[] = [];
  const reject = (reason: string, { line, text }: Held, lines = 1) =>
    reader.problem({ line, ...(lines > 1 && { lines }), reason, column: null, value: text, scope: 'row' });
  const drop = () => {
    if (name) reject('text_without_elements', name);
    if (first) reject('line_without_its_second', first);
    name = null;
    first = null;
  };
  for await (const raw of lines) {
    at += 1;
    const text = tidy(raw);
    const held = { line: at, text };
    if (text === '' || text.startsWith('#')) {
      drop();
      reader.skipped?.(text === '' ? 'blank' : 'comment', 1);
      continue;
    }
    const number = elementLine(text);
    if (number === 1) {
      if (first) drop();
      first = held;
    } else if (number === 2 && first) {
      const read = tleColumns((first as Held).text, text);
      let begin = first as Held;
      // A sentence is not a name: it is rejected, and its set has no name.
      if (name && !isName((name as Held).text)) reject('text_without_elements', name);
      else if (name) begin = name;
      const count = at - begin.line + 1;
      if (read.ok) {
        const cells = { ...read.cells, OBJECT_NAME: begin === name ? objectName(begin.text) : 'UNKNOWN' };
        batch.push({ line: begin.line, lines: count, cells });
      } else reject(read.reason, begin, count);
      name = null;
      first = null;
    } else {
      drop();
      if (number === 2) reject('line_without_its_first', held);
      else name = held;
    }
    if (batch.length >= BATCH) {
      reader.rows(batch);
      batch = [];
    }
  }
  drop();
  reader.rows(batch);
}

const BATCH = 1000;
