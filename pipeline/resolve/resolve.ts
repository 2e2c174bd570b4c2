import type { Store } from '../store.ts';
import { agreeOnFate } from './fate.ts';
import { gather } from './gather.ts';
import { buildLaunches, buildOperators, buildRejects } from './groups.ts';
import { judge } from './judge.ts';
import { buildObjects } from './objects.ts';

/**
 * Claims become a catalog: who is one object, where independent voices agree or disagree, which value the record takes and
 * how sure it is. Leaves the tables satellites, claims, provenance, elements, launches, operators and rejects.
 */
export async function resolve(store: Store): Promise<void> {
  await gather(store);
  await judge(store);
  await agreeOnFate(store);
  await buildObjects(store);
  // What has been decided takes as much memory as the catalog itself.
  for (const table of [
    'claims_all',
    'heads',
    'pairs',
    'sides',
    'picked',
    'wide',
    'names',
    'elements_read',
    'newest_elements',
  ])
    await store.run(`DROP TABLE ${table}`);
  await buildLaunches(store);
  await buildOperators(store);
  await buildRejects(store);
}
