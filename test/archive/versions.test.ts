import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveReleases } from '../../pipeline/archive/absorb.ts';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

const limits = { memory: '200MB', threads: 1 };
let home: string;
beforeAll(async () => {
  home = await copySample();
});
afterAll(() => removeFolder(home));

test('what changed is the same whether compared with the release before or with the archive', async () => {
  const [first, second] = (await readdir(join(home, 'releases'))).filter((name) => name.startsWith('2026')).sort();
  const path = join(home, 'archive/index.json');
  const versions = async (afterFirst: () => Promise<void>) => {
    await rm(join(home, 'archive'), { recursive: true });
    await archiveReleases({ home, limits }, first!);
    await afterFirst();
    await archiveReleases({ home, limits }, second!);
    const { values, claims } = (await localArchive(home))!;
    return [...values, ...claims].map(({ file, sha256, rows }) => ({ file, sha256, rows }));
  };
  const withRelease = await versions(async () => {});
  expect(withRelease).toHaveLength(4);
  // An archive of an earlier format may lack some versions: it is compared as a whole.
  const withArchive = await versions(async () => {
    const index = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...index, format: '1.0' }));
  });
  expect(withRelease).toEqual(withArchive);
});
