import { afterEach, expect, test, vi } from 'vitest';
import { openWithCatalog } from '../../src/http/opened-release.ts';
import { SatelliteLists } from '../../src/query/satellite-lists.ts';
import { CatalogError, CatalogTimeout } from '../../src/release/database.ts';
import { BrokenRelease } from '../../src/release/release.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';

afterEach(() => vi.restoreAllMocks());

test('a release whose catalog cannot be read in time is not damaged, and opens when there is time', async () => {
  const home = await makeHome();
  try {
    const id = await publish(home, 1);
    const reading = vi.spyOn(SatelliteLists, 'read');
    reading.mockRejectedValueOnce(new CatalogTimeout('a read of the catalog took too long'));
    await expect(openWithCatalog(home, id, false)).rejects.toBeInstanceOf(CatalogTimeout);
    reading.mockRejectedValueOnce(new CatalogError('a read of the catalog failed'));
    await expect(openWithCatalog(home, id, false)).rejects.toBeInstanceOf(BrokenRelease);
    const { release, catalog } = await openWithCatalog(home, id, false);
    expect(release.id).toBe(id);
    catalog.close();
  } finally {
    await removeHome(home);
  }
});
