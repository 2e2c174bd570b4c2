import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';

/** A value as the API writes it in JSON. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** The rows of a result, as the API writes them. */
export interface PlainResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly PlainValue[])[];
}

/** The part of DuckDB's result that is used here. */
interface Result {
  readonly numRows: number;
  getChildAt(index: number): { get(index: number): unknown } | null;
}

/** A query in the form that is run, and the column types before conversion; null if they are those of the result. */
export interface Shown {
  readonly query: string;
  readonly columns: PlainResult['columns'] | null;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const isPlain = (type: string) =>
  /^(BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER|DOUBLE|FLOAT|VARCHAR|VARCHAR\[\])$/.test(type);

/** The query with every column in a form that Arrow hands to JavaScript without loss: dates, times and decimals as text. */
export async function shownColumns(connection: AsyncDuckDBConnection, query: string): Promise<Shown> {
  if (!/^\s*(\(|with\b|select\b|from\b|values\b)/i.test(query)) return { query, columns: null };
  const described = await connection.query(`DESCRIBE ${query}`);
  const columns = Array.from({ length: described.numRows }, (_, row) => ({
    name: String(described.getChildAt(0)!.get(row)),
    type: String(described.getChildAt(1)!.get(row)),
  }));
  const isUnique = new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length;
  if (!isUnique) return { query, columns: null };
  const cells = columns.map(({ name, type }) =>
    isPlain(type) ? quoted(name) : `${quoted(name)}::VARCHAR AS ${quoted(name)}`,
  );
  return { query: `SELECT ${cells.join(', ')} FROM (${query}\n)`, columns };
}

/** The rows of a result. */
export function plainResult(
  own: Shown['columns'],
  result: Result & {
    readonly schema: { readonly fields: readonly { readonly name: string; readonly type: unknown }[] };
  },
): PlainResult {
  const columns = own ?? result.schema.fields.map(({ name, type }) => ({ name, type: String(type) }));
  const vectors = columns.map((_, at) => result.getChildAt(at));
  const rows = Array.from({ length: result.numRows }, (_, row) =>
    vectors.map((vector, at) => plainValue(vector?.get(row) ?? null, columns[at]!.type)),
  );
  return { columns, rows };
}

function plainValue(value: unknown, type: string): PlainValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (type === 'HUGEINT' || type === 'UHUGEINT' || type === 'UBIGINT') return wholeNumber(BigInt(String(value)));
  if (type.startsWith('DECIMAL')) return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (type.startsWith('TIMESTAMP')) {
    const time = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(String(value));
    return time ? `${time[1]}T${time[2]}Z` : String(value);
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && Symbol.iterator in value)
    return [...(value as Iterable<unknown>)].map((one) => plainValue(one, type.replace(/\[\]$/, '')));
  return String(value);
}

const wholeNumber = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
