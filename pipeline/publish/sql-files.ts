import { releaseTables } from '../../src/schema/sql/sql-tables.ts';
import { sqlText } from '../../src/schema/sql/sql-text.ts';
import type { Store } from '../store.ts';
import type { EvidenceFile } from './claims-files.ts';
import type { ReleaseFolder } from './folder.ts';

/** Tables for SQL whose files are written with the dataset or the elements that they belong to. */
const elsewhere = ['claims', 'provenance', 'elements', 'transmitters'];

/**
 * `dataset/satellites.parquet` and the other tables for SQL that are no dataset yet: Parquet alone, sorted, so that a browser reads
 * one object by byte ranges.
 */
export async function publishSqlTables(store: Store, folder: ReleaseFolder): Promise<EvidenceFile[]> {
  const written: EvidenceFile[] = [];
  for (const { name, file, query, order } of releaseTables) {
    if (elsewhere.includes(name)) continue;
    const path = `public/api/v1/${file}`;
    const rows = query((table) => table);
    await store.run(`COPY (SELECT * FROM (${rows}) ORDER BY ${order}) TO ${sqlText(await folder.place(path))}
      (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 10000)`);
    await folder.binary(path);
    const [count] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM (${rows})`);
    await folder.files();
    const slice = file.replace(/^dataset\/(.*)\.parquet$/, '$1') as EvidenceFile['name'];
    written.push({ name: slice, form: 'parquet', rows: count!.n, ...folder.written(path)! });
  }
  return written;
}
