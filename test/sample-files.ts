import { cp, glob } from 'node:fs/promises';
import { join, sep } from 'node:path';

const sources = join(import.meta.dirname, '../pipeline/sources');

/** Copies the files of the embedded sample from the folders of their sources, as `<snapshot>/<source>/<file>`: as `--from` reads them. */
export async function copySampleFiles(folder: string): Promise<void> {
  for await (const path of glob('*/sample/*', { cwd: sources })) {
    const [slug, , snapshot] = path.split(sep);
    await cp(join(sources, path), join(folder, snapshot!, slug!), { recursive: true });
  }
}
