import { type BasicType, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import type { ColumnKind, ResultData } from './result-data.ts';

const types: Readonly<Record<ColumnKind, BasicType>> = {
  boolean: 'BOOLEAN',
  integer: 'INT32',
  bigint: 'INT64',
  double: 'DOUBLE',
  date: 'STRING',
  timestamp: 'TIMESTAMP',
  text: 'STRING',
  list: 'STRING',
  nested: 'STRING',
};

/**
 * A result as a Parquet file (Snappy). DuckDB itself writes Parquet only to files, which its process may not write.
 * Lists and other nested values are JSON text, dates are text, times are UTC in milliseconds.
 */
export function parquetFile(data: readonly ResultData[]): Uint8Array {
  const columnData = data.map(({ name, kind, values }): ColumnSource => {
    const large = kind === 'bigint' && values.some((value) => typeof value === 'string');
    return {
      name,
      type: large ? 'DOUBLE' : types[kind],
      nullable: true,
      data: values.map((value) => (large && value !== null ? Number(value) : parquetValue(value, kind))),
    };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function parquetValue(value: ResultData['values'][number], kind: ColumnKind): unknown {
  if (value === null) return null;
  if (kind === 'bigint') return BigInt(value as number);
  if (kind === 'timestamp') {
    const time = new Date(String(value));
    return Number.isNaN(time.getTime()) ? null : time;
  }
  return kind === 'list' || kind === 'nested' ? JSON.stringify(value) : value;
}
