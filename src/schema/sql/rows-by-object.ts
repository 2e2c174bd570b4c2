import { sqlText } from './sql-text.ts';

/** A column of a Parquet file. */
export interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** In SQL, the columns of a Parquet file but the catalog number. */
export const columnsOfFile = (path: string): string =>
  `SELECT column_name AS name, column_type AS type FROM (DESCRIBE FROM read_parquet(${sqlText(path)})) WHERE name <> 'norad_cat_id'`;

/** In SQL, the rows of each object of a Parquet file as JSON: an array for each column, in the order of the columns. */
export function rowsByObject(path: string, columns: readonly FileColumn[], condition = 'true'): string {
  // A text for each column: lists need ten times the memory.
  const arrays = columns.map(({ name, type }) => {
    const value = type === 'TIMESTAMP' ? `epoch_us(${name})` : name;
    return `'[' || string_agg(coalesce(to_json(${value})::VARCHAR, 'null'), ',') || ']'`;
  });
  return `SELECT norad_cat_id, concat('[', concat_ws(',', ${arrays.join(', ')}), ']') AS rows FROM read_parquet(${sqlText(path)})
    WHERE ${condition} GROUP BY norad_cat_id ORDER BY norad_cat_id`;
}
