import { sqlTexts, sqlTime } from '../../src/schema/escaped-text.ts';
import { groupRecord } from '../../src/schema/objects/record.ts';
import {
  type ArchiveFile,
  type ArchiveIndex,
  groupsField,
  orbitFields,
  statsField,
} from '../../src/schema/release/archive.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import {
  claimColumns,
  claimHashes,
  differentClaims,
  differentValues,
  differingObjects,
  valueColumns,
  valueHashes,
  verdictHashes,
  versionsOfClaims,
  versionsOfValues,
} from '../release-versions.ts';
import { type Range, within } from '../store.ts';
import type { Archive } from './archive.ts';

/** The largest catalog number: nine digits. */
const MOST_NUMBER = 999_999_999;

/** The attached databases of releases: the one being added, and the one before it if that is fully archived. */
type Attached = 'release' | 'before';

/** SQL for the groups of objects of a release, as in the JSON of a record. */
function groupsOf(release: Attached, among: string): string {
  const members = Object.keys(groupRecord.shape).map((name) => `'${name}': m.${name}`);
  return `SELECT norad_cat_id, '${groupsField}' AS field, '[' || string_agg(to_json({${members.join(', ')}})::VARCHAR, ',' ORDER BY p.position) || ']' AS value
    FROM ${release}.memberships m JOIN (SELECT slug, row_number() OVER () AS position FROM ${release}.groups) p USING (slug)
    WHERE norad_cat_id IN (SELECT norad_cat_id FROM ${release}.satellites) AND ${among} GROUP BY norad_cat_id`;
}

/** SQL for the confidence of fields that follow from elements. Their values are archived as elements. */
const orbitVerdicts = (release: Attached, among: string) =>
  `SELECT norad_cat_id, field, NULL AS value, confidence, rule, array_to_string(sources, ',') AS sources, uncertain, note
    FROM ${release}.provenance WHERE field IN (${sqlTexts(orbitFields)})
      AND norad_cat_id IN (SELECT norad_cat_id FROM ${release}.elements) AND ${among}`;

/**
 * SQL for every archived value of some objects of a release: those of a range that satisfy a condition. Older releases
 * have no groups.
 */
function valuesOf(release: Attached, hasGroups: boolean, range: string, condition: string): string {
  const unknown = 'NULL AS confidence, NULL AS rule, NULL AS sources, NULL AS uncertain, NULL AS note';
  const among = `${range} AND ${condition}`;
  return `${versionsOfValues({ tables: `${release}.`, among })}
    UNION ALL BY NAME ${orbitVerdicts(release, among)}
    ${hasGroups ? `UNION ALL BY NAME SELECT *, ${unknown} FROM (${groupsOf(release, among)})` : ''}
    UNION ALL BY NAME SELECT * FROM (SELECT 0 AS norad_cat_id, '${statsField}' AS field, stats::VARCHAR AS value, ${unknown} FROM ${release}.stats) WHERE ${range}`;
}

/** SQL for hashes of these values: objects with equal hashes are not compared value by value. */
const hashesOf = (release: Attached, hasGroups: boolean): string =>
  `${valueHashes({ tables: `${release}.` })} UNION ALL ${verdictHashes({ tables: `${release}.` })}
    ${hasGroups ? `UNION ALL SELECT norad_cat_id, hash(m) AS h FROM ${release}.memberships m` : ''}`;

/**
 * Writes the changes since the newest release in the archive: a row for each field of an object whose value, confidence or sources
 * changed, and for each claim that was added or withdrawn. For fields that follow from the elements, which are archived themselves, only
 * the provenance is written. An object's groups are written like a field, and the catalog's statistics under number 0.
 * Requires the release attached as `release`. With `hasBefore`, the newest archived release is attached as `before`, and only the few
 * objects that changed between the two are compared. Without it, everything is compared with the versions in the archive. Rows are made
 * range by range: those of a whole catalog do not fit in memory.
 */
export async function writeVersions(
  archive: Archive,
  base: ArchiveIndex,
  release: Manifest,
  hasBefore: boolean,
): Promise<{ values: ArchiveFile[]; claims: ArchiveFile[] }> {
  const { store } = archive;
  const label = release.id.slice(0, 16);
  const at = sqlTime(release.generated_at);
  const files = (of: readonly ArchiveFile[]) => sqlTexts(of.map(({ file }) => archive.path(file)));
  const ranges = await rangesOf(archive);
  const write = async (folder: 'values' | 'claims', queryOf: (range: string) => string) => {
    for (const [number, range] of ranges.entries())
      await store.run(
        `${number === 0 ? 'CREATE OR REPLACE TABLE changes AS' : 'INSERT INTO changes'} ${queryOf(within('norad_cat_id', range))}`,
      );
    const [{ rows } = { rows: 0 }] = await store.rows<{ rows: number }>(
      'SELECT count(*)::INTEGER AS rows FROM changes',
    );
    const written = rows > 0 ? [await archive.write(folder, label, 'FROM changes ORDER BY ALL')] : [];
    await store.run('DROP TABLE changes');
    return written;
  };
  const differing = async (now: string, was: string): Promise<string> => {
    if (!hasBefore) return 'true';
    await store.run(`CREATE OR REPLACE TABLE differing AS ${differingObjects(now, was)}`);
    return 'norad_cat_id IN (FROM differing)';
  };

  const [{ tables } = { tables: 0 }] = await store.rows<{ tables: number }>(
    "SELECT count(*)::INTEGER AS tables FROM duckdb_tables() WHERE database_name = 'release' AND table_name IN ('groups', 'memberships')",
  );
  const hasGroups = tables === 2;
  const changed = await differing(hashesOf('release', hasGroups), hashesOf('before', hasGroups));
  const archivedValues = (range: string) =>
    `SELECT norad_cat_id, field, UNNEST(max_by({${valueColumns.map((name) => `'${name}': ${name}`).join(', ')}}, release_at))
    FROM read_parquet([${files(base.values)}]) WHERE ${range} GROUP BY norad_cat_id, field`;
  const values = await write('values', (range) => {
    const now = valuesOf('release', hasGroups, range, changed);
    const was = hasBefore
      ? valuesOf('before', hasGroups, range, changed)
      : base.values.length === 0
        ? `FROM (${now}) LIMIT 0`
        : archivedValues(range);
    return `SELECT norad_cat_id, field, ${at} AS release_at, ${valueColumns.join(', ')} FROM (${differentValues(`(${now})`, `(${was})`)})`;
  });

  const claimed = await differing(claimHashes({ tables: 'release.' }), claimHashes({ tables: 'before.' }));
  const archivedClaims = (range: string) =>
    `SELECT norad_cat_id, field, ${claimColumns.join(', ')}, max(observed_at) AS observed_at
    FROM read_parquet([${files(base.claims)}]) WHERE ${range} GROUP BY norad_cat_id, field, ${claimColumns.join(', ')} HAVING sum(if(withdrawn, -1, 1)) > 0`;
  const claims = await write('claims', (range) => {
    const among = `${range} AND ${claimed}`;
    const now = versionsOfClaims({ tables: 'release.', among });
    const was = hasBefore
      ? versionsOfClaims({ tables: 'before.', among })
      : base.claims.length === 0
        ? `FROM (${now}) LIMIT 0`
        : archivedClaims(range);
    return `SELECT norad_cat_id, field, ${at} AS release_at, withdrawn, * EXCLUDE (norad_cat_id, field, withdrawn) FROM (${differentClaims(`(${now})`, `(${was})`)})`;
  });
  await store.run('DROP TABLE IF EXISTS differing');
  return { values, claims };
}

/**
 * The objects of the attached release in ranges that cover every number, because the archive also has objects that have
 * left the catalog.
 */
async function rangesOf({ store }: Archive): Promise<Range[]> {
  const ranges = await store.ranges('release.satellites');
  return ranges.map(({ last }, at) => ({
    first: at === 0 ? 0 : ranges[at - 1]!.last + 1,
    last: at === ranges.length - 1 ? MOST_NUMBER : last,
  }));
}
