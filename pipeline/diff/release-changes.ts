import { columns } from '../../src/schema/field.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import {
  claimHashes,
  differentClaims,
  differentValues,
  differingObjects,
  valueHashes,
  versionedFields,
  versionsOfClaims,
  versionsOfValues,
} from '../release-versions.ts';
import type { Store } from '../store.ts';

const elementColumns = columns(elementSet).map(({ name }) => name);

/**
 * Compares the build with the previous release, attached as `previous`. Creates the tables `value_changes` (a row for
 * each field of an object with a changed value or changed evidence, with the old ones as `was_…`), `claim_changes`,
 * `element_changes` (new or changed element sets) and `elements_gone`. Without a previous release, they are empty.
 */
export async function compareReleases(store: Store, previous: string | null): Promise<void> {
  if (previous === null) {
    // The same columns, without rows.
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
  // Few objects change: only these are compared value by value.
  await store.run(`CREATE TABLE differing AS ${differingObjects(valueHashes(now), valueHashes(was))}`);
  const among = 'norad_cat_id IN (FROM differing)';
  await store.run(
    `CREATE TABLE value_changes AS ${differentValues(`(${versionsOfValues({ ...now, among })})`, `(${versionsOfValues({ ...was, among })})`)}`,
  );
  await store.run(`CREATE OR REPLACE TABLE differing AS ${differingObjects(claimHashes(now), claimHashes(was))}`);
  await store.run(
    `CREATE TABLE claim_changes AS ${differentClaims(`(${versionsOfClaims({ ...now, among })})`, `(${versionsOfClaims({ ...was, among })})`)}`,
  );
  await store.run('DROP TABLE differing');
  await compareElements(store);
}

/**
 * Creates `element_changes` and `elements_gone`: the differences of the table `elements` from that of the attached
 * `previous`.
 */
export async function compareElements(store: Store): Promise<void> {
  const known = new Set(await store.sharedColumns('elements'));
  const before = elementColumns.map((name) => (known.has(name) ? name : `NULL AS ${name}`)).join(', ');
  await store.run(`CREATE TABLE element_changes AS
    SELECT ${elementColumns.join(', ')} FROM elements EXCEPT SELECT ${before} FROM previous.elements`);
  await store.run(`CREATE TABLE elements_gone AS
    SELECT norad_cat_id FROM previous.elements WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM elements)`);
}
