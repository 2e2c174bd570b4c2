import type { z } from 'zod';
import { columns, jsonValue } from '../schema/field.ts';

/** A row of a table as the JSON text of its schema's record, in the schema's order: one column, called `json`. */
export function jsonRow(record: z.ZodObject): string {
  const members = columns(record).map((column) => `'${column.name}', ${jsonValue(column)}`);
  return `json_object(${members.join(', ')})::VARCHAR AS json`;
}
