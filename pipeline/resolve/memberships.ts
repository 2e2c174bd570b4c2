import { sqlText } from '../../src/schema/escaped-text.ts';
import { createTable } from '../../src/schema/field.ts';
import {
  group,
  groupDefinitions,
  groupFile,
  membership,
  ruleSentence,
  specialLists,
} from '../../src/schema/objects/group.ts';
import type { Store } from '../store.ts';

/**
 * Groups and their members (`groups`, `memberships`). A group whose list was read has exactly the members of the list, under the
 * names in the list; one without a list has those that its rule finds; one with neither is absent. Needs
 * the rows that were read and the tables satellites and elements.
 */
export async function buildMemberships(store: Store): Promise<void> {
  await store.run(createTable('groups', group));
  await store.run(createTable('memberships', membership));
  const definitions = groupDefinitions.map(
    ({ slug, title, rule }, index) =>
      `(${index}, ${sqlText(slug)}, ${sqlText(title)}, ${rule ? sqlText(ruleSentence(rule)) : 'NULL'})`,
  );
  const lists = [...groupDefinitions.map(({ slug }) => slug), ...specialLists].map(
    (slug) => `(${sqlText(slug)}, ${sqlText(groupFile(slug))})`,
  );
  await store.run(`INSERT INTO memberships BY NAME
    SELECT slug, norad AS norad_cat_id, object_name AS name, 'celestrak' AS source, record AS source_record
    FROM elements_read JOIN rows_read r USING (row_id) JOIN (VALUES ${lists.join(', ')}) l(slug, file) ON lower(regexp_replace(r.file, '\\.(csv|json)$', '')) = l.file
    WHERE norad IN (SELECT norad_cat_id FROM satellites)
    QUALIFY row_number() OVER (PARTITION BY slug, norad ORDER BY epoch DESC, row_id) = 1 ORDER BY slug, norad`);
  for (const { slug, rule } of groupDefinitions) {
    if (!rule) continue;
    await store.run(`INSERT INTO memberships BY NAME
      SELECT ${sqlText(slug)} AS slug, norad_cat_id, e.object_name AS name, 'derived' AS source, NULL AS source_record
      FROM satellites s JOIN elements e USING (norad_cat_id)
      WHERE ${rule.sql} AND NOT EXISTS (FROM memberships m WHERE m.slug = ${sqlText(slug)}) ORDER BY norad_cat_id`);
  }
  await store.run(`INSERT INTO groups BY NAME
    SELECT d.slug, d.title, count(*) AS objects, count(e.norad_cat_id) AS with_elements,
      if(any_value(m.source) = 'derived', 'derived', 'listed') AS membership,
      if(any_value(m.source) = 'derived', d.rule, NULL) AS rule, any_value(m.source) AS source
    FROM (VALUES ${definitions.join(', ')}) d(position, slug, title, rule) JOIN memberships m USING (slug) LEFT JOIN elements e USING (norad_cat_id)
    GROUP BY d.position, d.slug, d.title, d.rule ORDER BY d.position`);
}
