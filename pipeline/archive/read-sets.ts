import { createReadStream } from 'node:fs';
import { readTle } from '../../src/orbit/formats/read-tle.ts';
import { BrokenFile } from '../formats/rows.ts';
import { csv, readTable } from '../formats/table.ts';
import { elementSet, gpRow } from '../sources/celestrak-gp.ts';
import type { ElementSetText } from '../sources/source.ts';

/** Receives the element sets of a file, and the rejected rows with their reasons. */
export interface SetReader {
  set(norad_cat_id: number, set: ElementSetText): void;
  reject(reason: string): void;
}

/** Columns without which a row is no element set. What a file has besides them (Space-Track has forty) is not read. */
const columns = Object.keys(gpRow.shape);
/** Columns that older or smaller files lack, and their default values. */
const defaults: Readonly<Record<string, string>> = {
  OBJECT_NAME: '',
  OBJECT_ID: '',
  EPHEMERIS_TYPE: '0',
  CLASSIFICATION_TYPE: 'U',
  ELEMENT_SET_NO: '0',
  REV_AT_EPOCH: '0',
  MEAN_MOTION_DDOT: '0',
};
const required = columns.filter((name) => !Object.hasOwn(defaults, name));

/**
 * Reads the element sets of a file: OMM in CSV, JSON, XML or KVN, or lines of two or three. What it is shows in its first characters,
 * whatever its name. Throws BrokenFile where it is none of these.
 */
export async function readSets(path: string, reader: SetReader): Promise<void> {
  const beginning = await firstText(path);
  const text = beginning.trimStart();
  if (text === '') return;
  if (text.startsWith('[') || text.startsWith('{')) return readJsonSets(path, reader);
  if (text.startsWith('<')) return readXmlSets(path, reader);
  if (/^(COMMENT|CCSDS_OMM_VERS|OBJECT_NAME\s*=)/.test(text)) return readKvnSets(path, reader);
  const header = text.split(/\r?\n/, 1)[0]!;
  if (header.includes(',') && header.includes('EPOCH')) return readCsvSets(path, reader);
  if (/^(.*\r?\n)?1 [ 0-9A-Z]/m.test(text)) return readLines(path, reader);
  throw new BrokenFile('it is no OMM (CSV, JSON, XML, KVN) and no TLE');
}

/** A row by the names of an OMM. Space-Track says `null` where there is nothing. */
function readRow(cells: Readonly<Record<string, string>>, reader: SetReader): void {
  const read = gpRow.safeParse({ ...defaults, ...cells });
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    reader.reject(message.includes(' ') ? `missing_value ${String(path[0])}` : `${message} ${String(path[0])}`);
    return;
  }
  reader.set(read.data.NORAD_CAT_ID, elementSet(read.data, read.data.OBJECT_NAME ?? 'UNKNOWN'));
}

async function readCsvSets(path: string, reader: SetReader): Promise<void> {
  await readTable(path, csv, {
    columns: new Set(columns),
    required,
    rows: (batch) => {
      for (const { cells } of batch) readRow(withoutBlanks(cells), reader);
    },
    problem: ({ reason, scope }) => {
      if (scope === 'row') reader.reject(reason);
    },
    comment: () => {},
  });
}

/** A blank cell is as one that is not there, but for the name and the designator. */
const withoutBlanks = (cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(cells).filter(([name, cell]) => cell !== '' || name.startsWith('OBJECT')));

async function readLines(path: string, reader: SetReader): Promise<void> {
  let name: string | null = null;
  let first: string | null = null;
  for await (const raw of linesOf(path)) {
    const line = raw.trimEnd();
    if (line === '' || line.startsWith('#')) continue;
    if (/^1 [ 0-9A-Z]{4}[0-9]/.test(line) && line.length > 24) {
      if (first !== null) reader.reject('line_without_its_second');
      first = line;
    } else if (/^2 [ 0-9A-Z]{4}[0-9]/.test(line) && line.length > 24) {
      if (first === null) reader.reject('line_without_its_first');
      else {
        const read = readTle(first, line, name);
        if (read.ok) reader.set(read.set.norad_cat_id, read.set);
        else reader.reject(read.reason);
      }
      first = null;
      name = null;
    } else {
      if (first !== null) reader.reject('line_without_its_second');
      first = null;
      name = line;
    }
  }
  if (first !== null) reader.reject('line_without_its_second');
}

async function readKvnSets(path: string, reader: SetReader): Promise<void> {
  let cells: Record<string, string> = {};
  const end = () => {
    if (Object.keys(cells).length > 0) readRow(cells, reader);
    cells = {};
  };
  for await (const line of linesOf(path)) {
    const [, key, value] = /^\s*([A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === 'CCSDS_OMM_VERS' || (key === 'OBJECT_NAME' && cells.OBJECT_NAME !== undefined)) end();
    // A unit may stand behind a value, in brackets.
    if (key !== undefined && columns.includes(key)) cells[key] = value!.replace(/\s*\[[^\]]*\]$/, '');
  }
  end();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const xmlText = (text: string) =>
  text
    .replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal, hexadecimal, name) => {
      const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : null;
      if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      return entities[name as string] ?? whole;
    })
    .trim();

/** The longest message of one object that is read; a real one has two thousand characters. */
const MOST_MESSAGE = 1_000_000;

/** NDM/XML: an `omm` after the other. Its elements of text are all that is read, so that no part of XML can do more. */
async function readXmlSets(path: string, reader: SetReader): Promise<void> {
  let held = '';
  let found = false;
  for await (const chunk of chunksOf(path)) {
    held += chunk;
    for (let end = held.indexOf('</omm>'); end >= 0; end = held.indexOf('</omm>')) {
      const message = held.slice(0, end);
      held = held.slice(end + 6);
      const cells: Record<string, string> = {};
      for (const [, name, value] of message.matchAll(/<([A-Z0-9_]+)(?:\s[^<>]*)?>([^<]*)<\/\1>/g))
        if (columns.includes(name!)) cells[name!] = xmlText(value!);
      readRow(cells, reader);
      found = true;
    }
    if (held.length > MOST_MESSAGE) throw new BrokenFile('it is XML without an OMM that ends');
  }
  if (!found) throw new BrokenFile('it is XML without an OMM');
}

/** A list of objects, or one: each is taken out of the text by itself, so that a file of gigabytes is read like a small one. */
async function readJsonSets(path: string, reader: SetReader): Promise<void> {
  let held = '';
  let at = 0;
  let depth = 0;
  let begin = -1;
  let inText = false;
  for await (const chunk of chunksOf(path)) {
    held += chunk;
    for (; at < held.length; at++) {
      const code = held.charCodeAt(at);
      if (inText) {
        if (code === 92 /* \ */) at++;
        else if (code === 34 /* " */) inText = false;
      } else if (code === 34) inText = true;
      else if (code === 123 /* { */) {
        // The innermost object is a row: `{"data":[{…}]}` wraps them.
        begin = at;
        depth++;
      } else if (code === 125 /* } */) {
        depth--;
        if (begin >= 0) readObject(held.slice(begin, at + 1), reader);
        begin = -1;
      }
    }
    const kept = begin >= 0 ? begin : at;
    held = held.slice(kept);
    at -= kept;
    begin = begin >= 0 ? 0 : -1;
    if (held.length > MOST_MESSAGE) throw new BrokenFile('it is JSON with an object that does not end');
  }
  if (depth !== 0 || inText) throw new BrokenFile('it is not whole JSON');
}

function readObject(text: string, reader: SetReader): void {
  let object: Record<string, unknown>;
  try {
    // A number stays the text that upstream wrote.
    object = JSON.parse(text, (_key, value: unknown, context?: { source: string }) =>
      typeof value === 'number' && context ? context.source : value,
    );
  } catch {
    reader.reject('not_an_object');
    return;
  }
  const cells: Record<string, string> = {};
  for (const name of columns) {
    const value = object[name];
    if (value !== undefined && value !== null && value !== '') cells[name] = String(value).trim();
  }
  readRow(cells, reader);
}

async function firstText(path: string): Promise<string> {
  for await (const chunk of chunksOf(path, 4095)) return chunk;
  return '';
}

/** The text of a file in pieces, without a byte order mark. */
async function* chunksOf(path: string, end?: number): AsyncGenerator<string> {
  let first = true;
  const stream = createReadStream(path, {
    encoding: 'utf8',
    highWaterMark: 1 << 18,
    ...(end !== undefined && { end }),
  });
  for await (const chunk of stream as AsyncIterable<string>) {
    yield first ? chunk.replace(/^\uFEFF/, '') : chunk;
    first = false;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunksOf(path)) {
    const lines = (held + chunk).split(/\r\n|\n|\r(?!$)/);
    held = lines.pop()!;
    yield* lines;
  }
  if (held !== '') yield held;
}
