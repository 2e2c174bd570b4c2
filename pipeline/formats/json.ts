import { tooManyParts } from '../../src/schema/json-text.ts';
import { BrokenFile, cellText, type RawRow, type RowReader } from './rows.ts';
import { encodingOf, textOf } from './text.ts';

/**
 * Reads a JSON file of rows, each value as the text that upstream wrote (`5.4282e-05` stays `5.4282e-05`: a number would lose
 * digits). `rows` finds the array in the document. Absent and null are `''`; arrays and objects stay JSON text. Throws BrokenFile if the
 * file is not JSON, has no such array, or has too many parts.
 */
export async function readJson(path: string, rows: (document: unknown) => unknown, reader: RowReader): Promise<void> {
  const text = (await Array.fromAsync(textOf(path, await encodingOf(path)))).join('');
  const excess = tooManyParts(text);
  if (excess !== null) throw new BrokenFile(excess);
  let document: unknown;
  try {
    document = JSON.parse(text, sourceText);
  } catch {
    throw new BrokenFile(/^\s*</.test(text) ? 'it is HTML, not JSON' : 'it is not whole JSON');
  }
  const items = rows(document);
  if (!Array.isArray(items)) throw new BrokenFile('it holds no list of rows');
  const unknown = new Set<string>();
  const known = new Set<string>();
  const missing = new Set<string>(items.length > 0 ? reader.required : []);
  const batch: RawRow[] = [];
  items.forEach((item: unknown, index) => {
    const line = index + 1;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      reader.problem({ line, reason: 'not_an_object', column: null, value: JSON.stringify(item), scope: 'row' });
      return;
    }
    const cells: Record<string, string> = {};
    for (const [name, value] of Object.entries(item)) {
      missing.delete(name);
      if (!reader.columns.has(name)) {
        unknown.add(name);
        continue;
      }
      known.add(name);
      cells[name] = value == null ? '' : cellText(typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    batch.push({ line, cells });
  });
  for (const name of unknown)
    reader.problem({ line: 1, reason: 'unknown_column', column: name, value: null, scope: 'file' });
  if (missing.size > 0) throw new BrokenFile(`its rows lack ${[...missing].join(', ')}`);
  const twice = repeatedName(text, batch, known);
  if (twice !== undefined) {
    const absent = [...reader.columns].filter((name) => !known.has(name));
    // One of these may have been renamed.
    throw new BrokenFile(
      `some of its rows have ${twice} twice${absent.length > 0 ? `; all lack ${absent.join(', ')}` : ''}`,
    );
  }
  reader.header?.([...known]);
  reader.rows(batch);
}

/** A name before its value. In a text, the quotes would be escaped. */
const memberName = /(?<!\\)"(\w+)"\s*:/g;

/**
 * A column that some object has twice: a JSON parser returns only the last value, and it is not known which one is right. The text then has
 * the name more often than the rows do, those of lists and objects in their cells included.
 */
function repeatedName(text: string, rows: readonly RawRow[], columns: ReadonlySet<string>): string | undefined {
  const counts = new Map([...columns].map((name) => [name, 0]));
  const count = (json: string, by: number) => {
    for (const [, name] of json.matchAll(memberName)) {
      const before = counts.get(name!);
      if (before !== undefined) counts.set(name!, before + by);
    }
  };
  count(text, 1);
  for (const { cells } of rows)
    for (const [name, value] of Object.entries(cells)) {
      counts.set(name, counts.get(name)! - 1);
      if (/^[[{]/.test(value)) count(value, -1);
    }
  return [...counts].find(([, more]) => more > 0)?.[0];
}

/** A reviver that returns numbers as their source text. */
export function sourceText(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' && context ? context.source : value;
}
