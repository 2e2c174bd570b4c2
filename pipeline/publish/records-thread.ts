/** The thread that `records-beside.ts` starts: opens the release that is being built, writes its records, and ends. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { Store } from '../store.ts';
import { buildVerdictKinds, writeRecords } from './records.ts';
import type { RecordsTask } from './records-beside.ts';

const { folder, ...facts } = workerData as RecordsTask;
const temp = join(folder, 'records.spill');
// Records are read in the order in which they are stored: little is held.
const store = await Store.open({ memory: '300MB', threads: 1, temp });
try {
  await store.attach(join(folder, 'catalog.duckdb'), 'release');
  for (const table of ['satellites', 'claims', 'provenance', 'elements', 'events'])
    await store.run(`CREATE VIEW ${table} AS FROM release.${table}`);
  await buildVerdictKinds(store);
  await writeRecords(store, folder, facts);
} finally {
  store.close();
  await rm(temp, { recursive: true, force: true });
}
