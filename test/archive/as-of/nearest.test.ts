import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importElements } from '../../../pipeline/archive/import.ts';
import { smallCatalog } from '../../../pipeline/store.ts';
import { ArchiveReader } from '../../../src/release/archive.ts';
import { makeFolder, removeFolder } from '../../pipeline/sample-build.ts';
import { made, written } from '../made-sets.ts';

test('an imported set whose first appearance is unknown is not known before its epoch', async () => {
  const [home, folder] = [await makeFolder(), await makeFolder()];
  const [before, after] = ['2026-07-04T12:00:00', '2026-07-08T12:00:00'] as const;
  await writeFile(join(folder, 'sets.csv'), written('csv', [made({ epoch: before }), made({ epoch: after })]));
  await importElements({ home, limits: { memory: '200MB', ...smallCatalog }, progress: () => {} }, [folder]);
  const reader = new ArchiveReader(home);
  try {
    const at = (time: string) => Date.parse(time);
    const epochs = async (known: string) =>
      (await reader.nearest(at('2026-07-07T12:00:00Z'), at(known))).map(({ epoch }) => epoch.slice(0, 10));
    expect(await epochs('2026-07-07T12:00:00Z')).toEqual(['2026-07-04']);
    expect(await epochs('2026-07-09T12:00:00Z')).toEqual(['2026-07-08']);
    expect(await epochs('2026-07-01T12:00:00Z')).toEqual([]);
  } finally {
    reader.close();
    await removeFolder(home);
    await removeFolder(folder);
  }
});
