import { orbitFields } from '../../src/schema/archive.ts';
import { elementSet } from '../../src/schema/elements.ts';
import { columns } from '../../src/schema/field.ts';
import { sqlTexts } from '../../src/schema/sql/sql-text.ts';
import {
  claimColumns,
  differentClaims,
  differentValues,
  versionedFields,
  versionsOfClaims,
  versionsOfValues,
} from '../release-versions.ts';
import type { Store } from '../store.ts';

const elementColumns = columns(elementSet).map(({ name }) => name);
const orbitColumns: ReadonlySet<string> = new Set(orbitFields);

/**
 * Compares the build with the release before, attached as `previous`. Leaves the tables `value_changes` (a row for each field of an
 * object whose value or evidence is another, with `was_…` before), `claim_changes`, `element_changes` (element sets that are new or
 * other) and `elements_gone`. Without a release before there is nothing to compare with: they are empty.
 */
export async function compareReleases(store: Store, previous: string | null): Promise<void> {
  if (previous === null) {
    // The same columns, and no row.
    const now = '(FROM versions LIMIT 0)';
    await store.run(`CREATE OR REPLACE TABLE versions AS ${versionsOfValues({ tables: '', among: 'false' })}`);
    await store.run(`CREATE TABLE value_changes AS ${differentValues(now, now)}`);
    await store.run(`CREATE OR REPLACE TABLE versions AS ${versionsOfClaims({ tables: '', among: 'false' })}`);
    await store.run(`CREATE TABLE claim_changes AS ${differentClaims(now, now)}`);
    await store.run('CREATE TABLE element_changes AS FROM elements LIMIT 0');
    await store.run('CREATE TABLE elements_gone AS SELECT norad_cat_id FROM elements LIMIT 0');
    await store.run('DROP TABLE versions');
    return;
  }
  const shared = new Set(await store.sharedColumns('satellites'));
  const was = { tables: 'previous.', fields: versionedFields.filter((name) => shared.has(name)) };
  const now = { tables: '' };
  // Few objects change: which they are is found by a sum of hashes for each, and only they are compared value by value.
  const differing = (one: string, other: string) =>
    `SELECT norad_cat_id FROM (${one}) n FULL JOIN (${other}) w USING (norad_cat_id) WHERE n.sum IS DISTINCT FROM w.sum`;
  await store.run(`CREATE TABLE differing AS ${differing(valueSums(now), valueSums(was))}`);
  const among = 'norad_cat_id IN (FROM differing)';
  await store.run(
    `CREATE TABLE value_changes AS ${differentValues(`(${versionsOfValues({ ...now, among })})`, `(${versionsOfValues({ ...was, among })})`)}`,
  );
  await store.run(`CREATE OR REPLACE TABLE differing AS ${differing(claimSums(now), claimSums(was))}`);
  await store.run(
    `CREATE TABLE claim_changes AS ${differentClaims(`(${versionsOfClaims({ ...now, among })})`, `(${versionsOfClaims({ ...was, among })})`)}`,
  );
  await store.run('DROP TABLE differing');
  await compareElements(store);
}

/** Leaves `element_changes` and `elements_gone`: how the table `elements` differs from that of the attached `previous`. */
export async function compareElements(store: Store): Promise<void> {
  const known = new Set(await store.sharedColumns('elements'));
  const before = elementColumns.map((name) => (known.has(name) ? name : `NULL AS ${name}`)).join(', ');
  await store.run(`CREATE TABLE element_changes AS
    SELECT ${elementColumns.join(', ')} FROM elements EXCEPT SELECT ${before} FROM previous.elements`);
  await store.run(`CREATE TABLE elements_gone AS
    SELECT norad_cat_id FROM previous.elements WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM elements)`);
}

/** In SQL, a sum for each object that another value or other evidence of one changes. */
function valueSums({ tables, fields = versionedFields }: { tables: string; fields?: readonly string[] }): string {
  const values = fields.map((name) => (orbitColumns.has(name) ? `if(with_elements, NULL, ${name})` : name));
  return `SELECT norad_cat_id, sum(h) AS sum FROM (
      SELECT norad_cat_id, hash(${values.join(', ')}) AS h
        FROM (SELECT *, norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements) AS with_elements FROM ${tables}satellites)
      UNION ALL SELECT norad_cat_id, hash(field, confidence, rule, sources, uncertain, note) AS h FROM ${tables}provenance
        WHERE NOT (field IN (${sqlTexts(orbitFields)}) AND norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements)))
    GROUP BY norad_cat_id`;
}

/** The same of its claims. */
const claimSums = (of: { tables: string }): string =>
  `SELECT norad_cat_id, sum(hash(field, ${claimColumns.join(', ')})) AS sum FROM (${versionsOfClaims(of)}) GROUP BY norad_cat_id`;
