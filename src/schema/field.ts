import { z } from 'zod';
import type { FieldComparison } from './comparison.ts';
import { sqlTexts } from './sql/sql-text.ts';

/** What a field says of itself, once: column, check, CSV and JSON name, docs row and OpenAPI row all come from here. */
export interface FieldMeta {
  /** What the value is, in the words of the field. */
  readonly meaning: string;
  /** DuckDB column type. */
  readonly sql: string;
  /** A real value, as JSON. */
  readonly example: unknown;
  /** Unit of a number, as printed; absent for text. */
  readonly unit?: string;
  /** Decimal text that JSON carries as a number, so that no digit is lost; absent where the SQL type says it all. */
  readonly json?: 'number';
  /** The field whose evidence this one shares because it only says the same thing in another form. */
  readonly restates?: string;
}

/** What a field of the record says beside that: where it is shown, and how claims about it are compared. */
export interface FieldPlace {
  readonly group: string;
  /** Its label on pages; the words of its name where not given. */
  readonly label?: string;
  /** Its place among Orbweaver's own columns of the CSV datasets; absent where it is none of them. */
  readonly csv?: number;
  readonly comparison: FieldComparison;
}

/** Attaches the place of a field to its schema, beside its facts. */
export const place = <S extends z.ZodType>(schema: S, facts: FieldPlace): S =>
  schema.meta({ ...schema.meta(), ...facts }) as S;

/** Attaches a field's facts to its zod schema. */
export function field<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  return schema.meta({ description: meta.meaning, examples: [meta.example], ...meta }) as S;
}

/** One column of a record, as read back from its zod shape. */
export interface Column extends FieldMeta, Partial<FieldPlace> {
  readonly name: string;
  readonly nullable: boolean;
  /** Allowed values of an enumeration, else undefined. */
  readonly allowed: readonly string[] | undefined;
}

/** The columns of a record in their order. Throws where a field lacks its facts, so that none can be forgotten. */
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
 * A column in SQL as the JSON of a record writes it. Instants are to the second, or to the microsecond where the example is;
 * a number that is none (infinity) is null.
 */
export function jsonValue({ name, sql, example }: Column, table?: string): string {
  const column = table === undefined ? name : `${table}.${name}`;
  if (sql === 'TIMESTAMP') {
    const fraction = typeof example === 'string' && example.includes('.') ? '.%f' : '';
    return `strftime(${column}, '%Y-%m-%dT%H:%M:%S${fraction}Z')`;
  }
  return sql === 'DOUBLE' ? `if(isfinite(${column}), ${column}, NULL)` : column;
}
