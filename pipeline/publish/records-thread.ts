import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { Store } from '../store.ts';
import { type RecordsWork, writeRecords } from './records.ts';

/** The thread that writes the records of a release. Started by `writeRecordsInThread`. */
const { folder, temp, memory, facts } = workerData as RecordsWork;
const store = await Store.open({ memory, threads: 1, temp });
try {
  await store.attach(join(folder, 'catalog.duckdb'), 'release');
  const tables = await store.rows<{ name: string }>(
    "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'release'",
  );
  for (const { name } of tables) await store.run(`CREATE VIEW ${name} AS FROM release.${name}`);
  await writeRecords(store, folder, facts);
} finally {
  store.close();
}
