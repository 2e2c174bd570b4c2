import { elementSet } from '../schema/elements.ts';
import { columns } from '../schema/field.ts';
import type { NamedElements } from './celestrak-forms.ts';

const facts = columns(elementSet);
const units = Object.fromEntries(facts.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));

/** Element sets in the columns of `/elements`: numbers with the digits that upstream wrote. */
export function elementColumns(
  rows: readonly (NamedElements & { readonly orbit_class: string })[],
  meta: { readonly generated_at: string; readonly release: string | null },
): string {
  const data = facts.map(({ name, sql, json }) => {
    const exact = sql === 'INTEGER' || json === 'number';
    const values = rows.map((row) => {
      if (name === 'orbit_class') return JSON.stringify(row.orbit_class);
      if (name === 'object_name') return JSON.stringify(row.name);
      const value = row.set[name as keyof NamedElements['set']];
      return exact ? value : JSON.stringify(value);
    });
    return `"${name}":[${values.join(',')}]`;
  });
  return `{"data":{${data.join(',\n')}},\n"meta":${JSON.stringify({ count: rows.length, ...meta, units })}}\n`;
}
