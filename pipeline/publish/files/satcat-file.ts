import { readFile } from 'node:fs/promises';
import { satcatColumns } from '../../../src/schema/objects/satcat-record.ts';
import { sqlText } from '../../../src/schema/sql/sql-text.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';

/**
 * SATCAT's rows as the table `satcat`, all of them text as CelesTrak wrote it: what `/satcat/records.php` answers from.
 * Empty where no SATCAT was read.
 */
export async function buildSatcat(store: Store, path: string | null): Promise<void> {
  const columns = satcatColumns.map((name) => `${name} VARCHAR NOT NULL`);
  await store.run(`CREATE TABLE satcat (${columns.join(', ')})`);
  if (path === null) return;
  const cells = satcatColumns.map((name) => `coalesce(${name}, '') AS ${name}`);
  await store.run(`INSERT INTO satcat BY NAME SELECT ${cells.join(', ')}
    FROM read_csv(${sqlText(path)}, all_varchar = true, auto_detect = false, header = true, delim = ',', quote = '"', strict_mode = false,
      ignore_errors = true, null_padding = true, columns = {${satcatColumns.map((name) => `'${name}': 'VARCHAR'`).join(', ')}})
    WHERE regexp_matches(NORAD_CAT_ID, '^[0-9]{1,9}$')`);
}

/** `/pub/satcat.csv`: the file that CelesTrak sent, byte for byte. */
export async function publishSatcat(folder: ReleaseFolder, path: string | null): Promise<void> {
  if (path !== null) await folder.packed('public/pub/satcat.csv', await readFile(path));
}
