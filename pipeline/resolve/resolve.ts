import type { Store } from '../store.ts';
import { gather, gatherClaims } from './gather.ts';
import { buildLaunches, buildOperators, buildRejects } from './groups.ts';
import { followNames } from './identity.ts';
import { judge } from './judge.ts';
import { buildMemberships } from './memberships.ts';
import { buildElements, buildObjects, objectTables } from './objects.ts';
import { buildTransmitters } from './transmitters.ts';

/** Tables that only resolution needs, besides temporary ones. */
const read =
  'staged_claims rows_read elements_read transmitters_read newest_elements older_elements objects repeated swapped moved withheld borrowed_rows inferred_operators';

/**
 * Turns claims into a catalog: the rows of each object, the agreement or disagreement of independent sources, and the
 * value and the confidence of each field. Works range by range, because objects do not depend on each other's claims.
 * Fills the tables satellites, elements, transmitters, launches, operators and rejects, and claims and provenance in
 * the attached database `release`.
 */
export async function resolve(store: Store, now: Date): Promise<void> {
  await gather(store, now);
  await followNames(store);
  await objectTables(store);
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
