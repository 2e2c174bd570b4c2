import type { z } from 'zod';
import { columns } from '../../schema/field.ts';
import { elementSet } from '../../schema/objects/elements.ts';
import type { NamedElements } from './celestrak-forms.ts';

/** An element set as a row of the table `elements`. */
export type ElementRow = z.infer<typeof elementSet>;

/** An element set under a name, with the orbit class of its object. */
type ClassedElements = NamedElements & Pick<ElementRow, 'orbit_class'>;

/** A row of the table under its own name. */
export const classed = (row: ElementRow): ClassedElements => ({
  set: row,
  name: row.object_name,
  orbit_class: row.orbit_class,
});

const facts = columns(elementSet);
const units = Object.fromEntries(facts.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));

/** Element sets as JSON arrays of one length, one for each field: numbers with the digits that upstream wrote. */
export function elementArrays(rows: readonly ClassedElements[]): string {
  const data = facts.map(({ name, sql, json }) => {
    const exact = sql === 'INTEGER' || json === 'number';
    const values = rows.map((row) => {
      if (name === 'orbit_class') return JSON.stringify(row.orbit_class);
      if (name === 'object_name') return JSON.stringify(row.name);
      // Element sets of the archive compute their texts on access, so they cannot be spread.
      const value = row.set[name as keyof NamedElements['set']];
      return exact ? value : JSON.stringify(value);
    });
    return `"${name}":[${values.join(',')}]`;
  });
  return `{${data.join(',\n')}}`;
}

/** The same arrays as the `/elements` document. */
export const elementColumns = (rows: readonly ClassedElements[], meta: object): string =>
  elementDocument(elementArrays(rows), { count: rows.length, ...meta });

/** The `/elements` document, built from such arrays. */
export const elementDocument = (arrays: string, meta: { readonly count: number }): string =>
  `{"data":${arrays},\n"meta":${JSON.stringify({ ...meta, units })}}\n`;

/** The document of an elements delta: new and changed sets, and the objects that no longer have one. */
export function elementDelta(
  rows: readonly ElementRow[],
  lost: readonly { readonly norad_cat_id: number }[],
  facts: object,
): string {
  const gone = JSON.stringify(lost.map(({ norad_cat_id }) => norad_cat_id));
  const meta = JSON.stringify({ ...facts, count: rows.length, gone: lost.length });
  return `{"data":${elementArrays(rows.map(classed))},\n"gone":${gone},\n"meta":${meta}}\n`;
}
