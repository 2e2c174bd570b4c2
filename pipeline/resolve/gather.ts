import { columns } from '../../src/schema/field.ts';
import { type SatelliteField, satellite } from '../../src/schema/objects/satellite.ts';
import { publisher } from '../../src/schema/release/publishers.ts';
import { sourceSlugs } from '../../src/schema/release/source.ts';
import { type Range, type Store, within } from '../store.ts';
import { comparisons } from './comparison.ts';
import { authorities, byFile, trustOf } from './confidence.ts';
import { independenceGroup } from './lineage.ts';
import { rejectImplausible } from './plausible.ts';

const trustRank = { high: 0, medium: 1, low: 2 };

/** Writes the rules as tables, so that SQL can apply them to millions of claims. */
async function ruleTables(store: Store): Promise<void> {
  const fields = await store.table('field_rules', {
    field: 'TINYINT',
    name: 'VARCHAR',
    how: 'VARCHAR',
    slack: 'DOUBLE',
    absolute: 'DOUBLE',
    relative: 'DOUBLE',
    span: 'INTEGER',
    confirms: 'BOOLEAN',
  });
  const sourceRules = await store.table('source_rules', {
    field: 'TINYINT',
    source: 'TINYINT',
    independence_group: 'TINYINT',
    trust: 'TINYINT',
    trust_order: 'TINYINT',
    authority: 'TINYINT',
  });
  columns(satellite).forEach(({ name }, number) => {
    const field = name as SatelliteField;
    const { comparison, window, confirms = true } = comparisons[field];
    const { how, slack, absolute, relative } = { slack: 0, absolute: 0, relative: 0, ...comparison };
    fields.push([number, name, how, slack, absolute, relative, window, confirms]);
    const judge = authorities.find(({ fields: named }) => named.includes(field))?.source;
    sourceSlugs.forEach((source, index) => {
      const trust = trustRank[trustOf(source)];
      const order = byFile.includes(field) ? 0 : trust;
      sourceRules.push([number, index, independenceGroup(field, source), trust, order, source === judge ? 0 : 1]);
    });
  });
  fields.close();
  sourceRules.close();
  const sources = await store.table('source_names', { source: 'TINYINT', slug: 'VARCHAR', short_name: 'VARCHAR' });
  sourceSlugs.forEach((slug, index) => {
    sources.push([index, slug, slug === 'derived' ? 'Orbweaver' : publisher(slug).short_name]);
  });
  sources.close();
}

/**
 * The precedence of claims, most significant criterion first: claims of "unknown" last, then trust in the field, the file's own rank, how
 * exact a date is and whether its source doubts it, the field's authority, the newest observation by the second, the source. The claim's
 * number breaks ties, so that no two claims have the same position.
 */
const precedence =
  'is_unknown, trust_order, weight, vagueness, authority, epoch(observed)::BIGINT DESC, source, claim_id';

/** The index of Orbweaver itself among the sources. */
const own = sourceSlugs.indexOf('derived');

/**
 * Prepares what was read: the rules as tables, all objects (`objects`), the newest element set of each (`newest_elements`), and
 * the sources of rows (`sources_read`). A row about an object that is in no catalog is rejected with a reason.
 */
export async function gather(store: Store, now: Date): Promise<void> {
  await ruleTables(store);
  await rejectImplausible(store, now);
  await store.run(
    'CREATE TABLE objects AS SELECT DISTINCT norad AS norad_cat_id FROM rows_read WHERE creates_object ORDER BY norad',
  );
  await store.run(`INSERT INTO rejects_read
    SELECT file_id, slug, file, line, record, 'not_in_catalogue', NULL, norad::VARCHAR, 'row'
    FROM rows_read JOIN source_names USING (source) WHERE norad NOT IN (SELECT norad_cat_id FROM objects)
    UNION ALL SELECT file_id, slug, file, line, uuid, 'not_in_catalogue', NULL, norad_cat_id::VARCHAR, 'row'
    FROM transmitters_read JOIN source_names USING (source) WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM objects)`);
  await store.run(`CREATE TABLE newest_elements AS SELECT norad AS norad_cat_id, e.* FROM elements_read e JOIN rows_read USING (row_id)
    QUALIFY row_number() OVER (PARTITION BY norad ORDER BY epoch DESC, row_id) = 1`);
  await store.run(
    'CREATE TABLE older_elements AS SELECT row_id FROM elements_read WHERE row_id NOT IN (SELECT row_id FROM newest_elements)',
  );
  await store.run(
    'CREATE TABLE sources_read AS SELECT slug FROM source_names WHERE source IN (SELECT source FROM rows_read UNION SELECT source FROM transmitters_read)',
  );
  await store.run('CREATE TABLE repeated AS SELECT source, record FROM rows_read GROUP BY ALL HAVING count(*) > 1');
}

/**
 * Gathers the claims about the objects of a range, except those of older element sets, with their independence groups and trust
 * (`claims_all`). Requires the table `files` (file_id, fetched).
 */
export async function gatherClaims(store: Store, range: Range): Promise<void> {
  const among = within('norad', range);
  await store.run(`CREATE OR REPLACE TEMP TABLE claims_all AS SELECT *, row_number() OVER (ORDER BY ${precedence}) AS rank FROM (
    SELECT s.claim_id, s.norad, s.field, v.independence_group, v.trust, v.trust_order, v.authority, if(s.derived, ${own}, r.source)::TINYINT AS source, r.record, r.url,
      coalesce(replace(coalesce(s.observed, r.observed), 'Z', '')::TIMESTAMP, f.fetched) AS observed,
      2 * CASE s.precision WHEN 'day' THEN 0 WHEN 'month' THEN 1 WHEN 'quarter' THEN 2 WHEN 'year' THEN 3 ELSE 4 END + s.uncertain::TINYINT AS vagueness,
      s.* EXCLUDE (claim_id, norad, field, keys, raw, observed), coalesce(s.keys, s.value_text) AS keys, coalesce(s.raw, s.value_text) AS raw
    FROM (FROM staged_claims WHERE ${among}) s JOIN (FROM rows_read WHERE ${among} OR row_id IN (SELECT row_id FROM moved WHERE ${among})) r USING (row_id) JOIN files f USING (file_id)
      JOIN source_rules v ON v.field = s.field AND v.source = if(s.derived, ${own}, r.source)
    WHERE s.norad IN (SELECT norad_cat_id FROM objects) AND s.row_id NOT IN (SELECT row_id FROM older_elements))`);
  // A record with several rows (a Wikidata item with two operators) makes each of its claims only once.
  await store.run(`DELETE FROM claims_all WHERE (source, record) IN (FROM repeated) AND claim_id NOT IN (
    SELECT min(claim_id) FROM claims_all WHERE (source, record) IN (FROM repeated) GROUP BY norad, source, field, value_text, value_numeric, value_date, raw)`);
}
