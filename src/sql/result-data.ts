import type { Json } from '@duckdb/node-api';

/** The kind of a column's values, as far as the forms differ by it. */
export type ColumnKind =
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'date'
  | 'timestamp'
  | 'text'
  | 'list'
  | 'nested';

/** A column of a result, and its values if the form needs whole columns. */
export interface ResultData {
  readonly name: string;
  /** DuckDB type. */
  readonly type: string;
  readonly kind: ColumnKind;
  readonly values: (Json | null)[];
}
