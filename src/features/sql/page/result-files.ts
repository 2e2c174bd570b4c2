import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { textCell } from '../../../schema/csv-cell.ts';
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
