import { join } from 'node:path';
import { formulaStart, sqlText } from '../../../src/schema/escaped-text.ts';
import type { bulkTables } from '../../../src/schema/release/dataset.ts';
import { releaseTables } from '../../../src/schema/sql/sql-tables.ts';
import type { Store } from '../../store.ts';
import type { Written } from '../compress.ts';
import type { ReleaseFolder } from '../folder.ts';

/** One file of a table besides the slices: its rows and, if it is stored only compressed, the size and hash of the plain bytes. */
export interface TableFile extends Written {
  readonly name: keyof typeof bulkTables;
  readonly form: 'json' | 'csv' | 'parquet' | 'trsp.tar';
  readonly rows: number;
}

/** A text column in CSV: text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvText = (column: string) =>
  `if(regexp_matches(${column}, '${formulaStart}'), '''' || ${column}, ${column}) AS ${column}`;

/** Options with which DuckDB writes CSV according to RFC 4180. */
export const csvForm = "FORMAT csv, DELIMITER ',', NULLSTR '', NEW_LINE '\\r\\n'";

/** Writes the result of a query as a CSV that is stored only as gzip. */
export async function packedCsv(store: Store, folder: ReleaseFolder, name: string, query: string): Promise<Written> {
  const body = join(folder.path, `${name}.body`);
  await store.run(`COPY (${query}) TO ${sqlText(body)} (${csvForm}, HEADER true)`);
  return folder.packedFile(`public/api/v1/dataset/${name}.csv`, body);
}

/**
 * Writes the result of a query as Parquet with Snappy, the only compression that readers in browsers have built in. If a query does not
 * sort its rows, and they need more than one row group, call this within `withOneThread`: with several threads, the sizes of the row groups
 * differ from build to build.
 */
export async function parquetFile(
  store: Store,
  folder: ReleaseFolder,
  file: string,
  query: string,
  groupRows = 122_880,
): Promise<Written> {
  const path = `public/api/v1/${file}`;
  await store.run(
    `COPY (${query}) TO ${sqlText(await folder.place(path))} (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE ${groupRows})`,
  );
  return folder.binary(path);
}

/** The rows of a Parquet file of the release, in its order. */
export const parquetRows = (folder: ReleaseFolder, file: string): string =>
  `read_parquet(${sqlText(join(folder.path, `public/api/v1/${file}`))})`;

export async function countRows(store: Store, rows: string): Promise<number> {
  const [count] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM ${rows}`);
  return count!.n;
}

/** The longest tables: every claim and every verdict. */
const evidence = ['claims', 'provenance'];
/** Tables for SQL whose files are written along with the elements and the transmitters. */
const elsewhere = ['elements', 'transmitters'];

/** The tables for SQL as Parquet, sorted, in row groups small enough to read one object with two ranges; claims as CSV too. */
export async function publishTables(store: Store, folder: ReleaseFolder): Promise<TableFile[]> {
  const written: TableFile[] = [];
  for (const table of releaseTables) {
    if (elsewhere.includes(table.name)) continue;
    const found = `(${table.query((name) => name)})`;
    const rows = await countRows(store, found);
    const name = table.file.replace(/^dataset\/(.*)\.parquet$/, '$1') as TableFile['name'];
    const sorted = `SELECT * FROM ${found} ORDER BY ${table.order}`;
    const groupRows = evidence.includes(table.name) ? 50_000 : 10_000;
    const parquet = await parquetFile(store, folder, table.file, sorted, groupRows);
    if (name === 'claims') {
      const texts = ['value', 'raw', 'source_record'].map(csvText).join(', ');
      // The file that has just been written, because its rows are sorted.
      const csv = `SELECT * REPLACE (${texts}) FROM ${parquetRows(folder, table.file)}`;
      written.push({ name, form: 'csv', rows, ...(await packedCsv(store, folder, name, csv)) });
    }
    written.push({ name, form: 'parquet', rows, ...parquet });
  }
  return written;
}
