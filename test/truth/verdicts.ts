import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { OpenedRelease } from '../pipeline/release/opened-release.ts';

/** A value that a release of the real files of 2026-08-21 must have for an object. */
export interface Truth {
  readonly norad_cat_id: string;
  /** A field of the record, or `confidence` or `uncertain` of its provenance: `name.confidence`. */
  readonly field: string;
  readonly expected: string;
  readonly why: string;
}

export const truths: readonly Truth[] = Papa.parse<Truth>(
  readFileSync(join(import.meta.dirname, 'verdicts.csv'), 'utf8'),
  { header: true, skipEmptyLines: true },
).data;

/** The verdicts that a release contradicts, as text. */
export async function wrongVerdicts(release: OpenedRelease): Promise<string[]> {
  const mismatches: string[] = [];
  for (const { norad_cat_id: id, field, expected, why } of truths) {
    const [name, property] = field.split('.');
    const [row] = await release.rows<{ value: unknown }>(
      property === undefined
        ? `SELECT ${name} AS value FROM satellites WHERE norad_cat_id = ${id}`
        : `SELECT ${property} AS value FROM provenance WHERE norad_cat_id = ${id} AND field = '${name}'`,
    );
    if (String(row?.value) !== expected) mismatches.push(`${id} ${field} is ${row?.value}, not ${expected}: ${why}`);
  }
  return mismatches;
}
