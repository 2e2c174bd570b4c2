import { readElementCells } from '../pipeline/sources/element-row.ts';
import { tleColumns } from '../src/orbit/formats/read-tle.ts';
import type { ElementSet } from '../src/schema/objects/elements.ts';

type ReadLines = { readonly ok: true; readonly set: ElementSet } | { readonly ok: false; readonly reason: string };

/** The element set of two lines, as the project reads them. */
export function readLines(line1: string, line2: string, name: string | null): ReadLines {
  const columns = tleColumns(line1, line2);
  if (!columns.ok) return columns;
  const read = readElementCells({ ...columns.cells, OBJECT_NAME: name?.trim() ?? '' });
  return read.ok ? { ok: true, set: { ...read.set, norad_cat_id: read.norad_cat_id } } : read;
}
