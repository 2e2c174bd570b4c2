import { cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '../pipeline/sources');

/** Copies the files of the embedded sample from the folders of their sources, as `<snapshot>/<source>/<file>`: as `--from` reads them. */
export async function copySampleFiles(folder: string): Promise<void> {
  for (const slug of await readdir(sources)) {
    const own = join(sources, slug, 'sample');
    const has = await stat(own).then(
      () => true,
      () => false,
    );
    for (const snapshot of has ? await readdir(own) : [])
      await cp(join(own, snapshot), join(folder, snapshot, slug), { recursive: true });
  }
}
