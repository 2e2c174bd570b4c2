import { z } from 'zod';
import { sqlTexts } from './escaped-text.ts';
import type { FieldComparison } from './objects/comparison.ts';

/** The facts of a field, stated once: column, check, CSV and JSON name, docs row and OpenAPI row all come from here. */
export interface FieldMeta {
  /** The meaning of the value, in the terms of its discipline. */
  readonly meaning: string;
  /** DuckDB column type. */
  readonly sql: string;
  /** A real value, as JSON. */
  readonly example: unknown;
  /** Unit of a number, as printed; absent for text. */
  readonly unit?: string;
  /** Decimal text that JSON carries as a number, so that no digit is lost; absent if the SQL type is sufficient. */
  readonly json?: 'number';
  /** The field whose evidence this one shares because it only restates it in another form. */
  readonly restates?: string;
  /**
   * SQL of a value that no source claims: Orbweaver computes it from other fields of the record, which are columns of `w`, and from the
   * names that `pipeline/resolve/objects.ts` joins. Its confidence is that of the field that it restates; otherwise it has none.
   */
  readonly computed?: string;
}

/** Further facts of a field of the record: its place on pages and in files, and how claims about it are compared. */
export interface FieldPlace {
  readonly group: string;
  /** Its label on pages; by default, the words of its name. */
  readonly label?: string;
  /** Its place among Orbweaver's own columns of the CSV datasets; absent if it is not one of them. */
  readonly csv?: number;
  readonly comparison: FieldComparison;
}

/** The DuckDB type of a schema's values: JSON, unless they are plain values or lists of them. */
function sqlTypeOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodNullable) return sqlTypeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodISODate) return 'DATE';
  if (schema instanceof z.ZodISODateTime) return 'TIMESTAMP';
  if (schema instanceof z.ZodBoolean) return 'BOOLEAN';
  if (schema instanceof z.ZodNumber) return schema.format?.includes('int') ? 'INTEGER' : 'DOUBLE';
  if (schema.type === 'string' || schema.type === 'enum') return 'VARCHAR';
  const item = schema instanceof z.ZodArray ? sqlTypeOf(schema.element as z.ZodType) : 'JSON';
  return item === 'JSON' ? 'JSON' : `${item}[]`;
}

/** Attaches a field's facts to its zod schema. The SQL type follows from the schema unless `more` has one. */
export function field<S extends z.ZodType>(
  schema: S,
  meaning: string,
  example: unknown,
  more: Partial<FieldMeta & FieldPlace> = {},
): S {
  const facts = { meaning, example, sql: sqlTypeOf(schema), ...more } satisfies FieldMeta;
  return schema.meta({ description: meaning, examples: [example], ...facts }) as S;
}

/** One column of a record, as read back from its zod shape. */
export interface Column extends FieldMeta, Partial<FieldPlace> {
  readonly name: string;
  readonly nullable: boolean;
  /** Allowed values of an enumeration, else undefined. */
  readonly allowed: readonly string[] | undefined;
}

/** The columns of a record in their order. Throws if a field lacks its facts, so that none can be forgotten. */
export function columns(record: z.ZodObject): Column[] {
  return Object.entries(record.shape).map(([name, schema]) => {
    const meta = (schema as z.ZodType).meta() as unknown as FieldMeta | undefined;
    if (!meta?.sql) throw new Error(`schema field ${name} has no facts: wrap it in field(…)`);
    const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
    return {
      ...meta,
      name,
      nullable: schema instanceof z.ZodNullable,
      allowed: inner instanceof z.ZodEnum ? (inner.options as string[]) : undefined,
    };
  });
}

/** `CREATE TABLE` for a record: names, types, NOT NULL, and a CHECK for every enumeration. */
export function createTable(table: string, record: z.ZodObject): string {
  const lines = columns(record).map((column) => {
    const check = column.allowed ? ` CHECK (${column.name} IN (${sqlTexts(column.allowed)}))` : '';
    return `  ${column.name} ${column.sql}${column.nullable ? '' : ' NOT NULL'}${check}`;
  });
  return `CREATE TABLE ${table} (\n${lines.join(',\n')}\n)`;
}

/**
 * A column in SQL as the JSON of a record writes it. Instants are to the second, or to the microsecond if the example is;
 * an infinite number is null.
 */
export function jsonValue({ name, sql, example }: Column, table?: string): string {
  const column = table === undefined ? name : `${table}.${name}`;
  if (sql === 'TIMESTAMP') {
    const fraction = typeof example === 'string' && example.includes('.') ? '.%f' : '';
    return `strftime(${column}, '%Y-%m-%dT%H:%M:%S${fraction}Z')`;
  }
  return sql === 'DOUBLE' ? `if(isfinite(${column}), ${column}, NULL)` : column;
}

/** A row of a table as the JSON text of its schema's record, in the schema's order: one column, called `json`. */
export function jsonRow(record: z.ZodObject): string {
  const members = columns(record).map((column) => `'${column.name}', ${jsonValue(column)}`);
  return `json_object(${members.join(', ')})::VARCHAR AS json`;
}
