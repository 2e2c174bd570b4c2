import { type ArchiveFile, type ArchiveIndex, groupsField, orbitFields, statsField } from '../../src/schema/archive.ts';
import type { Manifest } from '../../src/schema/manifest.ts';
import { groupRecord } from '../../src/schema/record.ts';
import { sqlTexts } from '../../src/schema/sql/sql-text.ts';
import {
  claimColumns,
  differentClaims,
  differentValues,
  valueColumns,
  versionsOfClaims,
  versionsOfValues,
} from '../release-versions.ts';
import type { Store } from '../store.ts';
import type { Archive } from './archive.ts';

/** In SQL, the groups of each object of a release as the JSON of its record has them; null where the release is older than groups. */
async function groupsOf(store: Store): Promise<string | null> {
  const [row] = await store.rows<{ n: number }>(
    "SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE database_name = 'release' AND table_name IN ('groups', 'memberships')",
  );
  if (row!.n < 2) return null;
  const members = Object.keys(groupRecord.shape).map((name) => `'${name}': m.${name}`);
  return `SELECT norad_cat_id, '${groupsField}' AS field, '[' || string_agg(to_json({${members.join(', ')}})::VARCHAR, ',' ORDER BY p.position) || ']' AS value
    FROM release.memberships m JOIN (SELECT slug, row_number() OVER () AS position FROM release.groups) p USING (slug)
    WHERE norad_cat_id IN (SELECT norad_cat_id FROM release.satellites) GROUP BY norad_cat_id`;
}

/** In SQL, how sure the fields are that follow from elements: their values are archived as elements. */
const orbitVerdicts = `SELECT norad_cat_id, field, NULL AS value, confidence, rule, array_to_string(sources, ',') AS sources, uncertain, note
  FROM release.provenance WHERE field IN (${sqlTexts(orbitFields)})
    AND norad_cat_id IN (SELECT norad_cat_id FROM release.elements)`;

/**
 * Writes what has changed since the newest release that the archive has: a row for each field of an object whose value, confidence or
 * sources are others, and for each claim that was made or withdrawn. Values that follow from the elements are left out, for those are
 * archived, but not how sure they are. Beside the fields of the record there are its groups, and the catalog in numbers under 0.
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
  const files = (of: readonly ArchiveFile[]) => sqlTexts(of.map(({ file }) => archive.path(file)));
  const write = async (folder: 'values' | 'claims', query: string) => {
    await store.run(`CREATE OR REPLACE TABLE changes AS ${query}`);
    const [{ rows } = { rows: 0 }] = await store.rows<{ rows: number }>(
      'SELECT count(*)::INTEGER AS rows FROM changes',
    );
    const written = rows > 0 ? [await archive.write(folder, label, 'FROM changes ORDER BY ALL')] : [];
    await store.run('DROP TABLE changes');
    return written;
  };

  const groups = await groupsOf(store);
  const unknown = 'NULL AS confidence, NULL AS rule, NULL AS sources, NULL AS uncertain, NULL AS note';
  await store.run(`CREATE OR REPLACE TABLE values_now AS ${versionsOfValues({ tables: 'release.' })}
    UNION ALL BY NAME ${orbitVerdicts}
    ${groups === null ? '' : `UNION ALL BY NAME SELECT *, ${unknown} FROM (${groups})`}
    UNION ALL BY NAME SELECT 0 AS norad_cat_id, '${statsField}' AS field, stats::VARCHAR AS value, ${unknown} FROM release.stats`);
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
