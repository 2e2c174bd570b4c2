import { join } from 'node:path';
import { newestRun } from '../../src/features/conjunctions/run-folder.ts';
import type { SqlData } from '../../src/features/sql/sql-message.ts';
import { ArchiveReader } from '../../src/release/archive.ts';

/** The files that queries read in a home folder with the published sample. */
export async function sqlDataOf(home: string): Promise<SqlData> {
  const archive = new ArchiveReader(home);
  const index = await archive.index();
  const paths = (files: readonly { readonly file: string }[] = []) => files.map(({ file }) => archive.path(file));
  return {
    catalog: join(home, 'current/catalog.duckdb'),
    months: paths(index?.elements),
    recent: paths(index?.recent),
    archive: archive.path('elements'),
    approaches: join((await newestRun(home))!.folder, 'conjunctions.parquet'),
  };
}
