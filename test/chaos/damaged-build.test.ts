import { cp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DamagedBuild, Releases } from '../../pipeline/publish/release.ts';
import { openWithCatalog } from '../../src/http/opened-release.ts';
import { type Manifest, manifest } from '../../src/schema/release/manifest.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

let home: string;
let served: string;
beforeEach(async () => {
  home = await copySample();
  served = await readlink(join(home, 'current'));
});
afterEach(() => removeFolder(home));

/** Changes one byte in the middle of a file without changing its size. */
async function corrupt(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, size >> 1);
  await file.write(Buffer.from([byte[0]! ^ 0xff]), 0, 1, size >> 1);
  await file.close();
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));

describe('a build whose files changed after it wrote them', () => {
  test.each([
    ['one has different content', (folder: string) => corrupt(join(folder, 'public/api/v1/elements.json'))],
    ['one is missing', (folder: string) => rm(join(folder, 'records.sqlite'))],
    ['there is an extra file', (folder: string) => writeFile(join(folder, 'staging.duckdb'), 'another build’s')],
  ])('is not published if %s', async (_what, damage) => {
    const releases = new Releases(home);
    const building = await releases.begin();
    await cp(join(home, served), building, { recursive: true });
    const release = { ...(await manifestOf(building)), id: '20990101T000000Z-00000000' };
    await rm(join(building, 'manifest.json'));
    await damage(building);
    await expect(releases.publish(building, release)).rejects.toThrow(DamagedBuild);
    expect(await readlink(join(home, 'current'))).toBe(served);
    expect(await readdir(join(home, 'releases'))).not.toContain(release.id);
  });
});

test('a server rejects a release if its database or record store has different content', async () => {
  const id = served.slice('releases/'.length);
  const release = await openWithCatalog(home, id, true);
  release.catalog.close();
  for (const name of ['catalog.duckdb', 'records.sqlite']) {
    await corrupt(join(home, served, name));
    await expect(openWithCatalog(home, id, true)).rejects.toThrow(`${name} differs from the file that was published`);
    await corrupt(join(home, served, name));
  }
});
