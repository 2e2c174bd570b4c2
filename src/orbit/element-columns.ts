import type { z } from 'zod';
import { elementSet } from '../schema/elements.ts';
import { columns } from '../schema/field.ts';

/** An element set with the orbit class of its object. */
export type ElementRow = z.infer<typeof elementSet>;

const facts = columns(elementSet);
const units = Object.fromEntries(facts.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));

/** Element sets as JSON arrays of one length, one for each field: numbers with the digits that upstream wrote. */
export function elementArrays(rows: readonly ElementRow[]): string {
  const data = facts.map(({ name, sql, json }) => {
    const exact = sql === 'INTEGER' || json === 'number';
    const values = rows.map((row) => {
      const value = row[name as keyof ElementRow];
      return exact ? value : JSON.stringify(value);
    });
    return `"${name}":[${values.join(',')}]`;
  });
  return `{${data.join(',\n')}}`;
}

/** The same as the document that `/elements` is. */
export const elementColumns = (rows: readonly ElementRow[], meta: object): string =>
  `{"data":${elementArrays(rows)},\n"meta":${JSON.stringify({ count: rows.length, ...meta, units })}}\n`;
