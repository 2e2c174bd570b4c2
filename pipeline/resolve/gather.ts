import { sqlText, sqlTime } from '../../src/schema/escaped-text.ts';
import { columns } from '../../src/schema/field.ts';
import { type SatelliteField, satellite } from '../../src/schema/objects/satellite.ts';
import { publisher, publishers } from '../../src/schema/release/publishers.ts';
import { sourceSlugs } from '../../src/schema/release/source.ts';
import type { Range, Store } from '../store.ts';
import { currentBecause, firstStands, orderOf, trustOf } from './confidence.ts';
import { comparisons } from './judge.ts';
import { independenceGroup } from './lineage.ts';

const trustRank = { high: 0, medium: 1 };

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
    exact: 'BOOLEAN',
    wider: 'BOOLEAN',
    stands: 'BOOLEAN',
  });
  const sourceRules = await store.table('source_rules', {
    field: 'TINYINT',
    source: 'TINYINT',
    independence_group: 'TINYINT',
    trust: 'TINYINT',
    place: 'TINYINT',
    current: 'BOOLEAN',
  });
  columns(satellite).forEach(({ name }, number) => {
    const field = name as SatelliteField;
    const { comparison, window, confirms = true, exact = false, wider = false } = comparisons[field];
    const { how, slack, absolute, relative } = { slack: 0, absolute: 0, relative: 0, ...comparison };
    fields.push([number, name, how, slack, absolute, relative, window, confirms, exact, wider, firstStands(field)]);
    const order = orderOf(field);
    publishers.forEach(({ slug }) => {
      const [trust, place, current] = [trustRank[trustOf(slug)], order.indexOf(slug), currentBecause(slug) !== null];
      sourceRules.push([number, sourceSlugs.indexOf(slug), independenceGroup(field, slug), trust, place, current]);
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

/** Prepares the rows read: the rules as tables, implausible claims rejected, and the tables of `gather.sql`. */
export async function gather(store: Store, now: Date): Promise<void> {
  await ruleTables(store);
  await store.run(`SET VARIABLE release_time = ${sqlTime(now)}`);
  await store.runFile(import.meta.dirname, 'gather');
}

/** Gathers the claims about the objects of a range (`claims_all`), or those of one field. Requires the table `files` (file_id, time). */
export async function gatherClaims(store: Store, { first, last }: Range, field?: SatelliteField): Promise<void> {
  await store.run(`SET VARIABLE first_norad = ${first}; SET VARIABLE last_norad = ${last}`);
  await store.run(`SET VARIABLE only_field = ${field === undefined ? 'NULL' : sqlText(field)}`);
  await store.run(`SET VARIABLE own_source = ${sourceSlugs.indexOf('derived')}`);
  await store.runFile(import.meta.dirname, 'gather-claims');
}
