import { sourceText } from '../json.ts';
import { BrokenFile, cellText, type RawRow, type RowReader } from '../rows.ts';
import { jsonItems } from './json-items.ts';
import { tleInCells, tleNames } from './tle-rows.ts';

const BATCH = 1000;

/**
 * Reads element sets in JSON: keywords of an OMM in any depth and case, or the lines of a TLE. Numbers stay the text that upstream wrote.
 * Rows are items, not lines.
 */
export async function readJsonRows(chunks: AsyncIterable<string>, reader: RowReader): Promise<void> {
  const unknown = new Set<string>();
  const missing = new Set(reader.required);
  let line = 0;
  let batch: RawRow[] = [];
  for await (const item of jsonItems(chunks)) {
    line += 1;
    const reject = (reason: string, column: string | null, value: string) =>
      reader.problem({ line, reason, column, value, scope: 'row' });
    const object = parsed(item);
    if (object === null) {
      reject('not_an_object', null, item);
      continue;
    }
    const cells: Record<string, string> = {};
    const fault = collect(object, cells, reader.columns, unknown) ?? repeated(item, cells);
    if (fault !== null) {
      reject(fault.reason, fault.keyword, item);
      continue;
    }
    const tle = tleInCells(cells);
    if (tle?.ok === false) {
      reject(tle.reason, null, item);
      continue;
    }
    const read = tle?.cells ?? cells;
    for (const name of Object.keys(read)) missing.delete(name);
    batch.push({ line, cells: read });
    if (batch.length >= BATCH) {
      reader.rows(batch);
      batch = [];
    }
  }
  for (const column of unknown)
    reader.problem({ line: 1, reason: 'unknown_column', column, value: null, scope: 'file' });
  if (line > 0 && missing.size > 0) throw new BrokenFile(`its rows lack ${[...missing].join(', ')}`);
  reader.header?.([...reader.columns].filter((name) => !missing.has(name)));
  reader.rows(batch);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, sourceText);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

interface Fault {
  readonly reason: 'not_a_value' | 'repeated';
  readonly keyword: string;
}

/** Adds the values of keywords to `cells`. Returns the keyword that has a list or another value before; null if none has. */
function collect(
  object: Readonly<Record<string, unknown>>,
  cells: Record<string, string>,
  read: ReadonlySet<string>,
  unknown: Set<string>,
): Fault | null {
  for (const [name, value] of Object.entries(object)) {
    const keyword = name.toUpperCase();
    const isRead = read.has(keyword) || tleNames.includes(keyword);
    if (Array.isArray(value) || typeof value !== 'object') {
      if (!isRead) unknown.add(name);
      else if (Array.isArray(value)) return { reason: 'not_a_value', keyword };
      else {
        const text = cellText(String(value));
        if (cells[keyword] && cells[keyword] !== text) return { reason: 'repeated', keyword };
        cells[keyword] = text;
      }
    } else if (value === null) {
      if (isRead) cells[keyword] ??= '';
      else unknown.add(name);
    } else {
      const fault = collect(value as Record<string, unknown>, cells, read, unknown);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/** The keyword that one object has twice, of which a JSON parser shows the last only; null if there is none. */
function repeated(item: string, cells: Readonly<Record<string, string>>): Fault | null {
  const values = new Map<string, string>();
  for (const [, name, value] of item.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,{}[\]]+)/g)) {
    const keyword = name!.toUpperCase();
    if (value === 'null' || cells[keyword] === undefined) continue;
    const text = cellText(value!.replace(/^"|"$/g, ''));
    if ((values.get(keyword) ?? text) !== text) return { reason: 'repeated', keyword };
    values.set(keyword, text);
  }
  return null;
}
