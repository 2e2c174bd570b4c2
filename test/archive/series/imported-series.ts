import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Imported, importElements } from '../../../pipeline/archive/import.ts';
import { once } from '../../once.ts';
import { copyHome, makeFolder, removeFolder } from '../../pipeline/sample-build.ts';

const upstream = join(import.meta.dirname, '../../../../shared/upstream');

/** The folder of a series of real snapshots, if it exists next to the repository. */
export const seriesFolder = (name: string): string => join(upstream, name);

/**
 * A new home with an archive of a series of real snapshots, and the result of its import. The first test file that needs a series
 * imports it, once per test run: 600,000 element sets take a minute of processor time.
 */
export async function importedSeries(name: string): Promise<{ home: string; imported: Imported }> {
  const shared = join(inject('sharedSample'), name);
  const archived = join(shared, 'archived');
  const result = join(shared, 'imported.json');
  await mkdir(shared, { recursive: true });
  await once(
    join(shared, 'lock'),
    async () => existsSync(archived),
    async () => {
      const partial = join(shared, 'partial');
      await removeFolder(partial);
      const options = { home: partial, limits: { memory: '500MB', threads: 2 }, progress: () => {} };
      await writeFile(result, JSON.stringify(await importElements(options, [seriesFolder(name)])));
      await rename(partial, archived);
    },
  );
  const home = await makeFolder();
  copyHome(archived, home);
  return { home, imported: JSON.parse(await readFile(result, 'utf8')) };
}
