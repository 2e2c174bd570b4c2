import { createTable } from '../../src/schema/field.ts';
import { launch, launchClaim, launchOrder } from '../../src/schema/objects/launch.ts';
import { operator } from '../../src/schema/objects/operator.ts';
import { reject } from '../../src/schema/objects/reject.ts';
import type { Store } from '../store.ts';

/** Builds launches in the order of `launchOrder`, and the claims about them. Requires the table `operators` to look up providers. */
export async function buildLaunches(store: Store): Promise<void> {
  await store.run(createTable('launches', launch));
  await store.run(createTable('launch_claims', launchClaim));
  await store.runFile(import.meta.dirname, 'launches');
  await store.run(`CREATE OR REPLACE TABLE launches AS FROM launches ORDER BY ${launchOrder}`);
}

export async function buildOperators(store: Store): Promise<void> {
  await store.run(createTable('operators', operator));
  await store.runFile(import.meta.dirname, 'operators');
}

/** Builds the table of all rejected rows and values. */
export async function buildRejects(store: Store): Promise<void> {
  await store.run(createTable('rejects', reject));
  await store.run(`INSERT INTO rejects BY NAME SELECT source, file, line, record, reason, column_name, value, scope FROM rejects_read
    ORDER BY source, file, line, reason, column_name, value`);
}
