import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { element } from '../../../dom/element.ts';
import { textCell } from '../../../schema/escaped-text.ts';
import { plural } from '../../../schema/plain-text.ts';
import type { PlainResult, PlainValue } from './plain-result.ts';

/** A value as text: a list joined by `;`. */
export const cellText = (value: PlainValue): string =>
  value === null ? '' : Array.isArray(value) ? value.map(cellText).join(';') : String(value);

/** A result as CSV (RFC 4180). */
export function csvFile({ columns, rows }: PlainResult): Blob {
  const cell = (value: PlainValue) => (typeof value === 'number' ? String(value) : textCell(cellText(value)));
  const lines = [columns.map(({ name }) => cell(name)), ...rows.map((row) => row.map(cell))];
  return new Blob(
    lines.map((line) => `${line.join(',')}\r\n`),
    { type: 'text/csv' },
  );
}

/** A result as Parquet: numbers, truth values and text as themselves, times in milliseconds (UTC), the rest as text. */
export function parquetFile({ columns, rows }: PlainResult): Blob {
  const columnData = columns.map(({ name, type }, at) => {
    const values = rows.map((row) => row[at] ?? null);
    const held = values.filter((value) => value !== null);
    const [kind, write] = writerOf(type, held);
    return { name, type: kind, nullable: true, data: values.map((value) => (value === null ? null : write(value))) };
  });
  return new Blob([parquetWriteBuffer({ columnData })], { type: 'application/vnd.apache.parquet' });
}

function writerOf(type: string, held: readonly PlainValue[]): [BasicType, (value: PlainValue) => unknown] {
  if (held.every((value) => typeof value === 'boolean') && type === 'BOOLEAN') return ['BOOLEAN', (value) => value];
  if (held.every((value) => typeof value === 'number') && /INT|DOUBLE|FLOAT|DECIMAL/.test(type))
    return /INT/.test(type) ? ['INT64', (value) => BigInt(value as number)] : ['DOUBLE', (value) => value];
  if (type.startsWith('TIMESTAMP')) return ['TIMESTAMP', (value) => new Date(String(value))];
  return ['STRING', cellText];
}

/** The most that an embed may be, bytes. */
const MAX_BYTES = 15_000;

const size = (text: string) => new TextEncoder().encode(text).length;

/**
 * A result as HTML for another page: a table without scripts, as many of its rows as 15 KB hold, and a source line with a link to the
 * query.
 */
export function embedHtml({ columns, rows }: PlainResult, link: string, release: string): string {
  const leads = element('a', { href: link }, 'Orbweaver');
  const note = (shown: number) => {
    const left = rows.length - shown;
    const more = left > 0 ? `${plural(left, 'more row')}. ` : '';
    return element('figcaption', {}, `${more}Source: `, leads.cloneNode(true), `, release of ${release}`);
  };
  const head = element('thead', {}, element('tr', {}, ...columns.map(({ name }) => element('th', {}, name))));
  const body = element('tbody');
  const table = element('table', {}, head, body);
  let bytes = size(element('figure', {}, table, note(0)).outerHTML);
  for (const row of rows) {
    const line = element('tr', {}, ...row.map((value) => element('td', {}, cellText(value))));
    bytes += size(line.outerHTML);
    if (bytes >= MAX_BYTES) break;
    body.append(line);
  }
  return element('figure', {}, table, note(body.childElementCount)).outerHTML;
}
