import { readFile } from 'node:fs/promises';
import { satcatColumns } from '../../../src/schema/objects/satcat-record.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';

/** SATCAT's rows as the table `satcat`, all of them text as CelesTrak wrote it, from which `/satcat/records.php` responds. */
export async function buildSatcat(store: Store): Promise<void> {
  const columns = satcatColumns.map((name) => `${name} VARCHAR NOT NULL`);
  await store.run(`CREATE TABLE satcat (${columns.join(', ')})`);
  await store.run(`INSERT INTO satcat SELECT ${satcatColumns.join(', ')} FROM satcat_read`);
}

/** `/pub/satcat.csv`: the file that CelesTrak sent, byte for byte. */
export async function publishSatcat(folder: ReleaseFolder, path: string | null): Promise<void> {
  if (path !== null) await folder.packed('public/pub/satcat.csv', await readFile(path));
}
