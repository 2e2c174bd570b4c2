import type { z } from 'zod';
import { columns } from '../schema/field.ts';

/** How a column is written as JSON: dates as dates, instants with their `Z`, everything else as DuckDB does. */
function written(name: string, sql: string): string {
  if (sql === 'DATE') return `${name}::VARCHAR`;
  if (sql === 'TIMESTAMP') return `strftime(${name}, '%Y-%m-%dT%H:%M:%SZ')`;
  return name;
}

/** A row of a table as the JSON text of its schema's record, in the schema's order: one column, called `json`. */
export function jsonRow(record: z.ZodObject): string {
  const members = columns(record).map(({ name, sql }) => `'${name}', ${written(name, sql)}`);
  return `json_object(${members.join(', ')})::VARCHAR AS json`;
}
