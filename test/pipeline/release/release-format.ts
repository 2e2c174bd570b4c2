import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { releaseFormat } from '../../../src/schema/release/manifest.ts';
import type { OpenedRelease } from './opened-release.ts';

/**
 * Hashes over every table and column of each format, in order, with its type. If one of the last line no longer matches,
 * older servers would read an unknown format: increase `releaseFormat` (the minor number if a nullable column was added,
 * otherwise the major number), increase `user_version` of `records.sqlite` if that file changed, and add a line here.
 */
const tablesOf: Readonly<Record<string, { catalog: string; records: string; records_version: number }>> = {
  '2.0': { catalog: 'e91e22d5d125d79a', records: '910b7d7c782f6fb8', records_version: 3 },
  '3.0': { catalog: 'e91e22d5d125d79a', records: '9a3e3cc6d561d208', records_version: 4 },
  '4.0': { catalog: '637a2691a281a743', records: '976221cc27fc0786', records_version: 5 },
  '4.1': { catalog: '637a2691a281a743', records: '976221cc27fc0786', records_version: 5 },
  '4.2': { catalog: 'd651d192f9e13690', records: '976221cc27fc0786', records_version: 5 },
  '4.3': { catalog: '6be62e5c54cd02dc', records: '976221cc27fc0786', records_version: 5 },
  '4.4': { catalog: '2b6011c61a5c39f2', records: '976221cc27fc0786', records_version: 5 },
  '4.5': { catalog: 'ae7a2be97b567c84', records: '976221cc27fc0786', records_version: 5 },
  '4.6': { catalog: 'ae7a2be97b567c84', records: '976221cc27fc0786', records_version: 5 },
  '4.7': { catalog: '5f57023cd3ff5084', records: '976221cc27fc0786', records_version: 5 },
  '4.8': { catalog: '5f57023cd3ff5084', records: '976221cc27fc0786', records_version: 5 },
  '4.9': { catalog: '00200e5bd77d01dd', records: '976221cc27fc0786', records_version: 5 },
  '4.10': { catalog: 'd8343fe10ff3a572', records: '976221cc27fc0786', records_version: 5 },
  '4.11': { catalog: '9683cc96a7fe9c61', records: '976221cc27fc0786', records_version: 5 },
};

/** Checks that a release with different tables has a different format. */
export function describeFormat(release: () => OpenedRelease): void {
  test('has the tables of its format', async () => {
    expect(release().manifest.format).toBe(releaseFormat);
    const columns = await release().rows(
      'SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index',
    );
    const records = new DatabaseSync(join(release().folder, 'records.sqlite'), { readOnly: true });
    const [tables, version] = [
      records.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all(),
      records.prepare('PRAGMA user_version').get() as { user_version: number },
    ];
    records.close();
    const shortHash = (value: unknown) => hash('sha256', JSON.stringify(value)).slice(0, 16);
    expect(Object.keys(tablesOf).at(-1)).toBe(releaseFormat);
    expect({ catalog: shortHash(columns), records: shortHash(tables), records_version: version.user_version }).toEqual(
      tablesOf[releaseFormat],
    );
  });
}
