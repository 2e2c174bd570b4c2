import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { OpenedRelease } from '../pipeline/release/opened-release.ts';

/** A publicly known fact and the value that the catalog must have. `id`: a catalog number, `launch:<id>` or `operator:<slug>`. */
export interface Fact {
  readonly id: string;
  readonly field: string;
  /** As text; `(none)` if the catalog must have no value. */
  readonly expected: string;
  readonly why: string;
  readonly source: string;
}

export const facts: readonly Fact[] = Papa.parse<Fact>(readFileSync(join(import.meta.dirname, 'facts.csv'), 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data;

/** The facts that a release contradicts: `id field: expected, but found`. */
export async function untrue(release: OpenedRelease): Promise<string[]> {
  const mismatches: string[] = [];
  for (const { id, field, expected } of facts) {
    const rows = await release.rows<{ value: string | null }>(query(id, field));
    const found = rows[0]?.value ?? '(none)';
    if (found !== expected) mismatches.push(`${id} ${field}: ${expected}, but ${found}`);
  }
  return mismatches;
}

function query(id: string, field: string): string {
  const [kind, name] = id.includes(':') ? id.split(':') : ['satellite', id];
  if (kind === 'launch') return `SELECT ${field}::VARCHAR AS value FROM launches WHERE launch_id = '${name}'`;
  if (kind === 'operator') return `SELECT ${field}::VARCHAR AS value FROM operators WHERE slug = '${name}'`;
  const [column, property] = field.split('.');
  if (property === 'confidence')
    return `SELECT confidence AS value FROM provenance WHERE norad_cat_id = ${name} AND field = '${column}'`;
  return `SELECT ${field}::VARCHAR AS value FROM satellites WHERE norad_cat_id = ${name}`;
}
