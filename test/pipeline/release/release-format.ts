import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { releaseFormat } from '../../../src/schema/release/manifest.ts';
import type { OpenedRelease } from './opened-release.ts';

/** The tables of a release: each column of its database with its type, the SQL of `records.sqlite`, and the version of that. */
interface ReleaseTables {
  readonly format: string;
  readonly records_version: number;
  readonly records: readonly string[];
  readonly catalog: readonly string[];
}

/** The tables of `releaseFormat`. `npm run docs:update` writes them, and the number in `manifest.ts`. */
const file = join(import.meta.dirname, 'release-tables.json');
const manifestFile = join(import.meta.dirname, '../../../src/schema/release/manifest.ts');
const update = import.meta.env.MODE === 'update';

const recordsOf = ({ records, records_version }: Pick<ReleaseTables, 'records' | 'records_version'>) =>
  JSON.stringify([records_version, records]);

/** The tables of the last commit: a change that is tried in several steps is one version. */
const committed = (): ReleaseTables =>
  JSON.parse(
    execFileSync('git', ['show', 'HEAD:./release-tables.json'], { cwd: import.meta.dirname, encoding: 'utf8' }),
  );

/**
 * The format of a release with other tables than `before`. Older servers read the next minor version, which adds columns that may be null,
 * and tables; every other change is a new major one.
 */
function formatAfter(before: ReleaseTables, now: Omit<ReleaseTables, 'format'>): string {
  const [major, minor] = before.format.split('.').map(Number) as [number, number];
  const tables = new Set(before.catalog.map((column) => column.split('.')[0]));
  const added = now.catalog.filter((column) => !before.catalog.includes(column));
  const hasOthers = recordsOf(now) !== recordsOf(before);
  if (!hasOthers && JSON.stringify(now.catalog) === JSON.stringify(before.catalog)) return before.format;
  const onlyAdds =
    !hasOthers &&
    before.catalog.every((column) => now.catalog.includes(column)) &&
    added.every((column) => !column.endsWith(' NOT NULL') || !tables.has(column.split('.')[0]));
  return onlyAdds ? `${major}.${minor + 1}` : `${major + 1}.0`;
}

/** Checks that a release with different tables has a different format. */
export function describeFormat(release: () => OpenedRelease): void {
  test('the format of releases is up to date', async () => {
    const rows = await release().rows<{ column: string }>(
      `SELECT concat(table_name, '.', column_name, ' ', data_type, if(is_nullable, '', ' NOT NULL')) AS column
        FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index`,
    );
    const records = new DatabaseSync(join(release().folder, 'records.sqlite'), { readOnly: true });
    const sql = records.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all();
    const { user_version } = records.prepare('PRAGMA user_version').get() as { user_version: number };
    records.close();
    const now = {
      records_version: user_version,
      records: sql.map((row) => String(row.sql)),
      catalog: rows.map(({ column }) => column),
    };
    const before: ReleaseTables = update ? committed() : JSON.parse(readFileSync(file, 'utf8'));
    if (JSON.stringify(now.records) !== JSON.stringify(before.records))
      expect(now.records_version, 'records.sqlite has other tables: increase its user_version').toBeGreaterThan(
        before.records_version,
      );
    const format = formatAfter(before, now);
    if (update) {
      writeFileSync(file, `${JSON.stringify({ format, ...now }, null, 2)}\n`);
      const manifest = readFileSync(manifestFile, 'utf8');
      writeFileSync(manifestFile, manifest.replace(/(?<=releaseFormat = ')[\d.]+/, format));
      return;
    }
    expect(format, 'a release has other tables than its format: npm run docs:update').toBe(before.format);
    expect({ format: releaseFormat, ...now }).toEqual(before);
    expect(release().manifest.format).toBe(releaseFormat);
  });

  describe('the format of a release', () => {
    const before = { format: '4.11', records_version: 5, records: ['a'], catalog: ['t.x INTEGER NOT NULL'] };
    test.each([
      ['the same tables', {}, '4.11'],
      ['a column that may be null', { catalog: ['t.x INTEGER NOT NULL', 't.y DATE'] }, '4.12'],
      ['a table', { catalog: ['t.x INTEGER NOT NULL', 'u.y DATE NOT NULL'] }, '4.12'],
      ['a column that may not be null', { catalog: ['t.x INTEGER NOT NULL', 't.y DATE NOT NULL'] }, '5.0'],
      ['another type', { catalog: ['t.x BIGINT NOT NULL'] }, '5.0'],
      ['a column less', { catalog: [] }, '5.0'],
      ['another order', { catalog: ['t.y DATE', 't.x INTEGER NOT NULL'] }, '4.12'],
      ['other records', { records: ['b'] }, '5.0'],
      ['another version of the records', { records_version: 6 }, '5.0'],
    ])('%s', (_what, change, format) => {
      expect(formatAfter(before, { ...before, ...change })).toBe(format);
    });
  });
}
