import { type ArchiveFile, type ArchiveIndex, groupsField, orbitFields, statsField } from '../../src/schema/archive.ts';
import { columns } from '../../src/schema/field.ts';
import type { Manifest } from '../../src/schema/manifest.ts';
import { groupRecord } from '../../src/schema/record.ts';
import { satellite } from '../../src/schema/satellite.ts';
import type { Store } from '../store.ts';
import type { Archive } from './archive.ts';

/** Fields that are no facts about the object: its key, and what changes with every release. */
const never = ['norad_cat_id', 'updated_at'];

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const orbit = quoted(orbitFields);

/** What a value and what is known of it are, beside whose they are and since when. */
const valueColumns = ['value', 'confidence', 'rule', 'sources', 'uncertain', 'note'];
const claimColumns = [
  ...['source', 'source_record', 'value_text', 'value_numeric', 'value_date', 'value_bool', 'precision', 'uncertain'],
  ...['confidence', 'selected', 'raw', 'url'],
];

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

  const groups = await groupsOf(store);
  const unknown = 'NULL AS confidence, NULL AS rule, NULL AS sources, NULL AS uncertain, NULL AS note';
  await store.run(`CREATE OR REPLACE TABLE values_now AS
    SELECT norad_cat_id, field, if(field IN (${orbit}) AND norad_cat_id IN (SELECT norad_cat_id FROM release.elements), NULL, value) AS value,
      p.confidence, p.rule, array_to_string(p.sources, ',') AS sources, p.uncertain, p.note
    FROM (${valuesOf('release')}) v FULL JOIN (FROM release.provenance WHERE field NOT IN (${quoted(never)})) p USING (norad_cat_id, field)
    WHERE value IS NOT NULL OR p.confidence IS NOT NULL
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
    `SELECT coalesce(n.norad_cat_id, w.norad_cat_id) AS norad_cat_id, coalesce(n.field, w.field) AS field, ${at} AS release_at,
        ${valueColumns.map((name) => `n.${name}`).join(', ')}
      FROM values_now n FULL JOIN values_was w ON n.norad_cat_id = w.norad_cat_id AND n.field = w.field
      WHERE ${valueColumns.map((name) => `n.${name} IS DISTINCT FROM w.${name}`).join(' OR ')}`,
  );

  await store.run(`CREATE OR REPLACE TABLE claims_now AS SELECT norad_cat_id, field, ${claimColumns.join(', ')}, observed_at
    FROM release.claims c WHERE NOT (field IN (${orbit}) AND norad_cat_id IN (SELECT norad_cat_id FROM release.elements))
      AND NOT (source_record LIKE 'gp-%' AND field IN ('orbit_class', 'orbit_type', ${orbit}))`);
  const same = claimColumns.map((name) => `n.${name} IS NOT DISTINCT FROM w.${name}`).join(' AND ');
  await store.run(
    `CREATE OR REPLACE TABLE claims_was AS ${
      base.claims.length === 0
        ? 'FROM claims_now LIMIT 0'
        : `SELECT norad_cat_id, field, ${claimColumns.join(', ')}, max(observed_at) AS observed_at FROM read_parquet([${files(base.claims)}])
          GROUP BY norad_cat_id, field, ${claimColumns.join(', ')} HAVING sum(if(withdrawn, -1, 1)) > 0`
    }`,
  );
  const difference = (of: string, other: string) =>
    `FROM ${of} n ANTI JOIN ${other} w ON n.norad_cat_id = w.norad_cat_id AND n.field = w.field AND ${same}`;
  const claims = await write(
    'claims',
    `SELECT DISTINCT norad_cat_id, field, ${at} AS release_at, false AS withdrawn, * EXCLUDE (norad_cat_id, field) ${difference('claims_now', 'claims_was')}
      UNION ALL SELECT norad_cat_id, field, ${at} AS release_at, true AS withdrawn, * EXCLUDE (norad_cat_id, field) ${difference('claims_was', 'claims_now')}`,
  );
  for (const table of ['values_now', 'values_was', 'claims_now', 'claims_was']) await store.run(`DROP TABLE ${table}`);
  return { values, claims };
}

const fields = columns(satellite)
  .map(({ name }) => name)
  .filter((name) => !never.includes(name));

/** Every value of a release's records as JSON text, a row each; what is null has none. */
const valuesOf = (release: string): string =>
  `UNPIVOT (SELECT norad_cat_id, ${fields
    .map((name) => `if(${name} IS NULL, NULL, to_json(${name})::VARCHAR) AS ${name}`)
    .join(', ')} FROM ${release}.satellites) ON ${fields.join(', ')} INTO NAME field VALUE value`;
