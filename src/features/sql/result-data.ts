import type { Json } from '@duckdb/node-api';

/** The kind of a column's values; the forms of results differ only by these. */
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
