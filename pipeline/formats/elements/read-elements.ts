import { BrokenFile, type RowReader } from '../rows.ts';
import { type Encoding, encodingOf, linesOf, textOf } from '../text.ts';
import { headerSeparator, isBeforeHeader, readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './json-rows.ts';
import { readKvnRows } from './kvn-rows.ts';
import { readTleRows } from './tle-rows.ts';
import { readXmlRows } from './xml-rows.ts';

/** The forms of element sets. */
type ElementForm = 'CSV' | 'JSON' | 'XML' | 'KVN' | 'TLE';

/** The form of a file of element sets. */
export interface ElementFileForm {
  readonly form: ElementForm;
  readonly encoding: Encoding;
}

/**
 * Reads the rows of a file of element sets: OMM in CSV, JSON, XML or KVN, or lines of two or three. Its first characters decide which,
 * not its name. Cells have the keywords of an OMM; nothing is validated. Throws BrokenFile if it is none of these.
 */
export async function readElements(
  path: string,
  reader: RowReader,
  isForm: (form: ElementFileForm) => void = () => {},
): Promise<void> {
  const encoding = await encodingOf(path);
  const form = await formOf(textOf(path, encoding));
  isForm({ form, encoding });
  const chunks = textOf(path, encoding);
  if (form === 'CSV') return readCsvRows(linesOf(chunks), reader);
  if (form === 'JSON') return readJsonRows(chunks, reader);
  if (form === 'XML') return readXmlRows(chunks, reader);
  return form === 'KVN' ? readKvnRows(linesOf(chunks), reader) : readTleRows(linesOf(chunks), reader);
}

/** How many characters at the beginning are examined. */
const BEGINNING = 1 << 20;

async function formOf(chunks: AsyncIterable<string>): Promise<ElementForm> {
  let beginning = '';
  for await (const chunk of chunks) {
    beginning += chunk;
    const form = recognized(beginning.trimStart());
    if (form !== null) return form;
    if (beginning.length > BEGINNING) break;
  }
  const text = beginning.trim();
  if (text === '') throw new BrokenFile('it is empty');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
  if (/[\0-\x08\x0e-\x19\x1b-\x1f]/.test(text.slice(0, 60)))
    throw new BrokenFile('it is binary data, not text in UTF-8, UTF-16, or Latin-1');
  throw new BrokenFile(
    `it is no OMM (CSV, JSON, XML, KVN) and no TLE: it begins with ${JSON.stringify(text.slice(0, 60))}`,
  );
}

function recognized(text: string): ElementForm | null {
  if (/^[[{]/.test(text)) return 'JSON';
  if (/^<(!doctype\s+html|html|pre|p|div|table|br)\b/i.test(text)) throw new BrokenFile('it is HTML');
  if (text.startsWith('<')) return 'XML';
  const header = text.split('\n').find((line) => !isBeforeHeader(line)) ?? '';
  if (/^\s*(CCSDS_\w+_VERS|OBJECT_NAME)\s*=|^COMMENT\b/i.test(header)) return 'KVN';
  if (headerSeparator(header) !== null) return 'CSV';
  return /^[ \t]*[12] ([ 0-9A-Z]{4}[0-9]|\d[ 0-9]{4}[A-Z ] )/im.test(text.replaceAll('\u00a0', ' ')) ? 'TLE' : null;
}
