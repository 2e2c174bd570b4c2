import type { ArchiveFile, ArchiveIndex } from '../../src/schema/archive.ts';
import type { Manifest } from '../../src/schema/manifest.ts';
import {
  claimColumns,
  differentClaims,
  differentValues,
  valueColumns,
  versionsOfClaims,
  versionsOfValues,
} from '../release-versions.ts';
import type { Archive } from './archive.ts';

/**
 * Writes what has changed since the newest release that the archive has: a row for each field of an object whose value, confidence or
 * sources are others, and for each claim that was made or withdrawn. What follows from the elements is left out: they are archived.
 * Needs the release attached as `release`.
 */
export async function writeVersions(
  archive: Archive,
  base: ArchiveIndex,
  release: Manifest,
): Promise<{ values: ArchiveFile[]; claims: ArchiveFile[] }> {
  const { store } = archive;
  const label = release.id.slice(0, 16);
  const at = `TIMESTAMP '${release.generated_at.replace('Z', '')}'`;
  const files = (of: readonly ArchiveFile[]) =>
    of.map(({ file }) => `'${archive.path(file).replaceAll("'", "''")}'`).join(', ');
  const write = async (folder: 'values' | 'claims', query: string) => {
    await store.run(`CREATE OR REPLACE TABLE changes AS ${query}`);
    const [{ rows } = { rows: 0 }] = await store.rows<{ rows: number }>(
      'SELECT count(*)::INTEGER AS rows FROM changes',
    );
    const written = rows > 0 ? [await archive.write(folder, label, 'FROM changes ORDER BY ALL')] : [];
    await store.run('DROP TABLE changes');
    return written;
  };

  await store.run(`CREATE OR REPLACE TABLE values_now AS ${versionsOfValues({ tables: 'release.' })}`);
  await store.run(
    `CREATE OR REPLACE TABLE values_was AS ${
      base.values.length === 0
        ? 'FROM values_now LIMIT 0'
        : `SELECT norad_cat_id, field, UNNEST(max_by({${valueColumns.map((name) => `'${name}': ${name}`).join(', ')}}, release_at))
          FROM read_parquet([${files(base.values)}]) GROUP BY norad_cat_id, field`
    }`,
  );
  const values = await write(
    'values',
    `SELECT norad_cat_id, field, ${at} AS release_at, ${valueColumns.join(', ')} FROM (${differentValues('values_now', 'values_was')})`,
  );

  await store.run(`CREATE OR REPLACE TABLE claims_now AS ${versionsOfClaims({ tables: 'release.' })}`);
  await store.run(
    `CREATE OR REPLACE TABLE claims_was AS ${
      base.claims.length === 0
        ? 'FROM claims_now LIMIT 0'
        : `SELECT norad_cat_id, field, ${claimColumns.join(', ')}, max(observed_at) AS observed_at FROM read_parquet([${files(base.claims)}])
          GROUP BY norad_cat_id, field, ${claimColumns.join(', ')} HAVING sum(if(withdrawn, -1, 1)) > 0`
    }`,
  );
  const claims = await write(
    'claims',
    `SELECT norad_cat_id, field, ${at} AS release_at, withdrawn, * EXCLUDE (norad_cat_id, field, withdrawn) FROM (${differentClaims('claims_now', 'claims_was')})`,
  );
  for (const table of ['values_now', 'values_was', 'claims_now', 'claims_was']) await store.run(`DROP TABLE ${table}`);
  return { values, claims };
}
