import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { objectPage } from '../../src/http/pages/page-object.ts';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { copySample, makeFolder, removeFolder, SECOND } from '../pipeline/sample-build.ts';

let home: string;
let catalog: Catalog;
let archive: ArchiveReader;

beforeAll(async () => {
  home = await copySample();
  catalog = await openCatalog(join(home, 'releases', (await currentReleaseId(home))!));
  archive = new ArchiveReader(home);
});
afterAll(async () => {
  catalog?.close();
  archive?.close();
  await removeFolder(home);
});

const pageOf = async (id: number, from = archive) =>
  (await objectPage(catalog, id, { archive: from, now: SECOND, release: SECOND.toISOString(), removed: null }))!;
const decayed = () => catalog.list({ status: 'DECAYED' }, { by: 'norad_cat_id', descending: false });
/** The newest element sets of decayed objects in the archive: at least one. */
async function knownSets() {
  const ids = await decayed();
  const last = await archive.outermost({ where: 'true', values: {} }, 'last');
  const known = last.filter(({ norad_cat_id }) => ids.includes(norad_cat_id));
  expect(known.length).toBeGreaterThan(0);
  return known;
}

test('the last orbit of a decayed object is that of its newest element set, with its epoch', async () => {
  for (const { norad_cat_id, epoch, inclination } of await knownSets())
    expect((await pageOf(norad_cat_id)).orbit).toMatchObject({ inclination_deg: Number(inclination), at: `${epoch}Z` });
});

test('without an element set it is the cataloged one, undated; an object in orbit has the orbit of now', async () => {
  const dated = new Set(
    (await archive.outermost({ where: 'true', values: {} }, 'last')).map((set) => set.norad_cat_id),
  );
  const id = [...(await decayed())].find((one) => !dated.has(one) && catalog.summary(one)?.includes('"perigee_km":1'))!;
  const { orbit, record } = await pageOf(id);
  expect(orbit).toEqual({
    ...{ perigee_km: record.perigee_km, apogee_km: record.apogee_km },
    ...{ inclination_deg: record.inclination_deg, period_min: record.period_min, at: null },
  });
  expect((await pageOf(25_544)).orbit).not.toHaveProperty('at');
});

test('without an archive, every last orbit is undated', async () => {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  const none = new ArchiveReader(folder);
  onTestFinished(() => none.close());
  for (const { norad_cat_id } of await knownSets()) expect((await pageOf(norad_cat_id, none)).orbit.at).toBeNull();
});
