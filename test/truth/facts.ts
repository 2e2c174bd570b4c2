import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { OpenedRelease } from '../pipeline/release/opened-release.ts';

/** One fact of public knowledge: a catalog number, `launch:<id>` or `operator:<slug>`, and what the catalog must say of it. */
export interface Fact {
  readonly id: string;
  readonly field: string;
  /** As text; `(none)` where there must be nothing. */
  readonly expected: string;
  readonly why: string;
  readonly source: string;
}

export const facts: readonly Fact[] = Papa.parse<Fact>(readFileSync(join(import.meta.dirname, 'facts.csv'), 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data;

/** What a release says in place of each fact that it does not state: `id field: expected, but found`. */
export async function untrue(release: OpenedRelease): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, field, expected } of facts) {
    const rows = await release.rows<{ value: string | null }>(query(id, field));
    const found = rows[0]?.value ?? '(none)';
    if (found !== expected) wrong.push(`${id} ${field}: ${expected}, but ${found}`);
  }
  return wrong;
}

function query(id: string, field: string): string {
  const [kind, name] = id.includes(':') ? id.split(':') : ['satellite', id];
  if (kind === 'launch') return `SELECT ${field}::VARCHAR AS value FROM launches WHERE launch_id = '${name}'`;
  if (kind === 'operator') return `SELECT ${field}::VARCHAR AS value FROM operators WHERE slug = '${name}'`;
  const [of, what] = field.split('.');
  if (what === 'confidence')
    return `SELECT confidence AS value FROM provenance WHERE norad_cat_id = ${name} AND field = '${of}'`;
  return `SELECT ${field}::VARCHAR AS value FROM satellites WHERE norad_cat_id = ${name}`;
}
