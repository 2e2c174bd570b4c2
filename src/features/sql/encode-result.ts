import { type DuckDBResult, DuckDBTypeId, type Json } from '@duckdb/node-api';
import { csvRow } from '../../schema/escaped-text.ts';
import { formatCount } from '../../schema/plain-text.ts';
import { arrowFile } from './arrow-file.ts';
import { parquetFile } from './parquet-file.ts';
import type { ColumnKind, ResultData } from './result-data.ts';
import { type SqlForm, sqlLimits } from './sql-message.ts';

/** A result that is larger than a response may be. `message` is for the person who wrote the query. */
export class ResultTooLarge extends Error {
  override name = 'ResultTooLarge';
}

const kinds: Partial<Record<DuckDBTypeId, ColumnKind>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.UTINYINT]: 'integer',
  [DuckDBTypeId.USMALLINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'bigint',
  [DuckDBTypeId.BIGINT]: 'bigint',
  [DuckDBTypeId.UBIGINT]: 'bigint',
  [DuckDBTypeId.HUGEINT]: 'bigint',
  [DuckDBTypeId.UHUGEINT]: 'bigint',
  [DuckDBTypeId.FLOAT]: 'double',
  [DuckDBTypeId.DOUBLE]: 'double',
  [DuckDBTypeId.DECIMAL]: 'double',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp',
  [DuckDBTypeId.LIST]: 'list',
  [DuckDBTypeId.ARRAY]: 'list',
  [DuckDBTypeId.STRUCT]: 'nested',
  [DuckDBTypeId.MAP]: 'nested',
  [DuckDBTypeId.UNION]: 'nested',
  [DuckDBTypeId.VARIANT]: 'nested',
  [DuckDBTypeId.INTERVAL]: 'nested',
};

/** A value in JSON: whole numbers as numbers if they are exact, times in ISO 8601 (UTC), no infinity. */
function plainValue(value: Json | null, kind: ColumnKind): Json | null {
  if (value === null) return null;
  if (kind === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (kind === 'double') {
    const number = Number(value);
    return Number.isFinite(number) ? number : null;
  }
  if (kind === 'timestamp') {
    const time = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(String(value));
    return time ? `${time[1]}T${time[2]}Z` : String(value);
  }
  return value;
}

/** Reads a result to its end and writes it in a form. Throws ResultTooLarge, and DuckDB's errors. */
export async function readResult(result: DuckDBResult, form: SqlForm): Promise<{ body: Uint8Array; rows: number }> {
  const types = result.columnTypes();
  const data = result.deduplicatedColumnNames().map((name, at): ResultData => {
    const type = types[at]!;
    return { name, type: type.toString(), kind: kinds[type.typeId] ?? 'text', values: [] };
  });
  const parts: string[] = [];
  let bytes = 0;
  let rows = 0;
  const add = (part: string) => {
    parts.push(part);
    bytes += Buffer.byteLength(part);
  };
  if (form === 'csv') add(csvRow(data.map(({ name }) => name)));
  for await (const chunk of result.yieldRowsJson()) {
    if (rows + chunk.length > sqlLimits.rows)
      throw new ResultTooLarge(`The result has more than ${formatCount(sqlLimits.rows)} rows.`);
    const texts = chunk.map((row, at) => {
      const values = data.map(({ kind }, column) => plainValue(row[column] ?? null, kind));
      if (form === 'json') return `${rows + at === 0 ? '' : ',\n'}${objectOf(data, values)}`;
      if (form === 'csv') return csvRow(values.map(csvValue));
      for (const [column, value] of values.entries()) {
        data[column]!.values.push(value);
        bytes += typeof value === 'string' ? value.length : 8;
      }
      return '';
    });
    add(texts.join(''));
    rows += chunk.length;
    if (bytes > sqlLimits.bytes) throw new ResultTooLarge(`The result is larger than ${sqlLimits.bytes / 2 ** 20} MB.`);
  }
  if (form === 'arrow') return { rows, body: arrowFile(data) };
  if (form === 'parquet') return { rows, body: parquetFile(data) };
  if (form === 'csv') return { rows, body: Buffer.from(parts.join('')) };
  const meta = { rows, columns: data.map(({ name, type }) => ({ name, type })) };
  return { rows, body: Buffer.from(`{"data":[${parts.join('')}],\n"meta":${JSON.stringify(meta)}}\n`) };
}

const objectOf = (data: readonly ResultData[], values: readonly (Json | null)[]): string =>
  `{${data.map(({ name }, at) => `${JSON.stringify(name)}:${JSON.stringify(values[at])}`).join(',')}}`;

/** A value in a CSV file: a list is joined by `;`. */
function csvValue(value: Json | null): Json | null {
  if (typeof value !== 'object' || value === null) return value;
  const isFlat = Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object');
  return isFlat ? value.join(';') : JSON.stringify(value);
}
