import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { fileDifferences } from '../../src/release-differences.ts';
import type { Reusable } from '../reuse/reusable.ts';
import { Store } from '../store.ts';
import { type EarlierRecords, type RecordsWork, writeRecords } from './records.ts';

/** The thread that writes the records of a release. Started by `writeRecordsInThread`. */
const { folder, temp, memory, facts, reusable } = workerData as RecordsWork;
const store = await Store.open({ memory, threads: 1, temp });
try {
  await store.attach(join(folder, 'catalog.duckdb'), 'release');
  const tables = await store.rows<{ name: string }>(
    "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = 'release'",
  );
  for (const { name } of tables) await store.run(`CREATE VIEW ${name} AS FROM release.${name}`);
  await writeRecords(store, folder, facts, reusable && (await earlierRecords(reusable)));
} finally {
  store.close();
}

/** Attaches the previous release; null if its records are damaged. */
async function earlierRecords({ folder: earlier, manifest }: Reusable): Promise<EarlierRecords | null> {
  if ((await fileDifferences(earlier, manifest.files, ['records.sqlite'])).length > 0) return null;
  await store.attach(join(earlier, 'catalog.duckdb'), 'previous');
  return { file: join(earlier, 'records.sqlite'), generatedAt: manifest.generated_at };
}
