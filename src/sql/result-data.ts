import type { Json } from '@duckdb/node-api';

/** What a column holds, as far as the forms differ by it. */
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

/** A column of a result, and its values where the form needs whole columns. */
export interface ResultData {
  readonly name: string;
  /** DuckDB type. */
  readonly type: string;
  readonly kind: ColumnKind;
  readonly values: (Json | null)[];
}
