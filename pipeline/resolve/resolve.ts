import { sqlTexts } from '../../src/schema/escaped-text.ts';
import { columns, createTable } from '../../src/schema/field.ts';
import { reject } from '../../src/schema/objects/claim.ts';
import { launch, launchClaim, launchOrder } from '../../src/schema/objects/launch.ts';
import { operator } from '../../src/schema/objects/operator.ts';
import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { objectFacts, transmitter } from '../../src/schema/objects/transmitter.ts';
import type { Range, Store } from '../store.ts';
import { gather, gatherClaims } from './gather.ts';
import { findSharedDesignators, judge } from './judge.ts';
import { buildMemberships } from './memberships.ts';
import { buildElements, buildObjects, objectTables } from './objects.ts';

/** Tables that only resolution needs, besides temporary ones. */
const read =
  'staged_claims rows_read elements_read transmitters_read newest_elements older_elements objects repeated swapped moved withheld borrowed_rows inferred_operators';

const EVERY_OBJECT: Range = { first: 0, last: Number.MAX_SAFE_INTEGER };

/**
 * Turns claims into a catalog: the rows of each object, the agreement or disagreement of independent sources, and the
 * value and the confidence of each field. Works range by range: what an object's verdicts need of others is found before.
 * Fills the tables satellites, elements, transmitters, launches, operators and rejects, and claims and provenance in
 * the attached database `release`.
 */
export async function resolve(store: Store, now: Date): Promise<void> {
  await gather(store, now);
  await followNames(store);
  await objectTables(store);
  await gatherClaims(store, EVERY_OBJECT, 'cospar_id');
  await findSharedDesignators(store);
  for (const range of await store.ranges('objects')) {
    await gatherClaims(store, range);
    await judge(store);
    await buildObjects(store, range);
  }
  await buildElements(store);
  await buildMemberships(store);
  await buildTransmitters(store);
  const temporary = await store.rows<{ name: string }>(
    'SELECT table_name AS name FROM duckdb_tables() WHERE temporary',
  );
  for (const table of [...temporary.map(({ name }) => name), ...read.split(' ')])
    await store.run(`DROP TABLE ${table}`);
  await buildOperators(store);
  await buildLaunches(store);
  await buildRejects(store);
}

/** Builds launches in the order of `launchOrder`, and the claims about them. Requires the table `operators` to look up providers. */
async function buildLaunches(store: Store): Promise<void> {
  await store.run(createTable('launches', launch));
  await store.run(createTable('launch_claims', launchClaim));
  await store.runFile(import.meta.dirname, 'launches');
  await store.run(`CREATE OR REPLACE TABLE launches AS FROM launches ORDER BY ${launchOrder}`);
}

async function buildOperators(store: Store): Promise<void> {
  await store.run(createTable('operators', operator));
  await store.runFile(import.meta.dirname, 'operators');
}

/** Builds the table of all rejected rows and values. */
async function buildRejects(store: Store): Promise<void> {
  await store.run(createTable('rejects', reject));
  await store.run(`INSERT INTO rejects BY NAME SELECT source, file, line, record, reason, column_name, value, scope FROM rejects_read
    ORDER BY source, file, line, reason, column_name, value`);
}

/**
 * A column in the type that it has in the release, from its staged form; or a fact about its object from the catalog.
 */
function typed({ name, sql }: { readonly name: string; readonly sql: string }): string {
  const fact = (objectFacts as Readonly<Record<string, string>>)[name];
  if (fact !== undefined) return `${fact} AS ${name}`;
  if (sql === 'TIMESTAMP') return `replace(t.${name}, 'Z', '')::TIMESTAMP AS ${name}`;
  if (sql === 'VARCHAR[]') return `from_json(t.${name}, '["VARCHAR"]') AS ${name}`;
  return `t.${name}::${sql} AS ${name}`;
}

/** The transmitters of cataloged objects, and of those without a catalog number, by object and frequency. */
async function buildTransmitters(store: Store): Promise<void> {
  await store.run(createTable('transmitters', transmitter));
  await store.run(`INSERT INTO transmitters BY NAME
    SELECT ${columns(transmitter).map(typed).join(', ')}
    FROM transmitters_read t LEFT JOIN satellites s ON s.norad_cat_id = t.norad_cat_id
    WHERE t.norad_cat_id IS NULL OR s.norad_cat_id IS NOT NULL
    ORDER BY t.norad_cat_id, t.downlink_low_hz, t.uuid`);
}

/** Fields that belong to a name, not to a catalog number: the orbit, the launch and the decay are tracked by number. */
export const followsName: readonly SatelliteField[] = [
  'operator',
  'users',
  'purpose',
  'country',
  'un_registry_country',
  'manufacturer',
  'manufacturer_country',
  'launch_mass_kg',
  'dry_mass_kg',
  'length_m',
  'diameter_m',
  'span_m',
  'operational_status',
];

/** Finds the objects of a launch whose names two catalogs have swapped (`swapped`), and swaps their claims of `followsName`, too. */
async function followNames(store: Store): Promise<void> {
  await store.run(`SET VARIABLE follows_name = [${sqlTexts(followsName)}]`);
  await store.runFile(import.meta.dirname, 'identity');
}
