import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../../../pipeline/sources/sources.ts';
import { tables } from '../../docs-tables.ts';

/** Complete upstream files next to the repository, if they exist. */
const upstream = join(import.meta.dirname, '../../../../shared/upstream');

/** The header of a table, or the members of the rows of a JSON list. */
function columnsOf(path: string): string[] {
  const text = readFileSync(join(upstream, path), 'utf8');
  if (path.endsWith('.json')) {
    const rows = JSON.parse(text) as object[];
    return [...new Set(rows.flatMap((row) => Object.keys(row)))];
  }
  const [header = ''] = text.split('\n');
  return header
    .replace(/^\uFEFF?#/, '')
    .split(path.endsWith('.tsv') ? '\t' : ',')
    .map((name) => name.trim());
}

const files = sources.flatMap(({ slug, files }) =>
  files.flatMap((file) =>
    (existsSync(upstream) ? globSync(`*/${slug}/*`, { cwd: upstream }) : [])
      .filter((path) => file.matches.test(path.split('/')[2]!))
      // A list of a retired group is one line of text.
      .filter((path) => /\.(csv|tsv|json)$/.test(path) && !/gp-(noaa|other)\.json$/.test(path))
      .sort()
      .map((path) => ({ path, file })),
  ),
);

describe.skipIf(files.length === 0)('real files (needs ../shared/upstream)', () => {
  test('every column of every file is in the table of the documentation: used, or why not', () => {
    const lines = tables['upstream-columns']!().split('\n');
    const missing = files.flatMap(({ path, file }) => {
      const of = file.path.replace(/\?.*/, '').split('/').findLast(Boolean) ?? '';
      const documented = lines.filter((line) => line.includes(`| \`${of}\` |`)).join('\n');
      return columnsOf(path)
        .filter((name) => !documented.includes(`\`${name}\``))
        .map((name) => `${path} ${name}`);
    });
    expect(missing).toEqual([]);
    expect(new Set(files.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['celestrak', 'gcat', 'satnogs']));
  });
});
