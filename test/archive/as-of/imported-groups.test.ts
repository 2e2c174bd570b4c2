import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchiveIndex } from '../../../pipeline/archive/archive.ts';
import { importElements } from '../../../pipeline/archive/import.ts';
import { verifyArchive } from '../../../pipeline/archive/verify.ts';
import { smallCatalog } from '../../../pipeline/store.ts';
import { ArchiveReader } from '../../../src/release/archive.ts';
import { type SampleServer, serve } from '../../api/sample-server.ts';
import { copySample, makeFolder, removeFolder } from '../../pipeline/sample-build.ts';
import { made, written } from '../made-sets.ts';

/** Groups as imported snapshots list them: before the first release, there are no values to derive them from. */
const limits = { memory: '200MB', ...smallCatalog };
const [ISS, TIANGONG, WEATHER, OTHER] = [190_001, 190_002, 190_003, 190_004];
const snapshots: Record<string, Record<string, number[]>> = {
  '2026-07-04T0000Z': { 'gp-active.csv': [ISS, TIANGONG, WEATHER, OTHER], 'gp-stations.csv': [ISS] },
  // Nothing but the weather satellites has changed.
  '2026-07-05T0000Z': { 'gp-weather.csv': [WEATHER] },
  '2026-07-06T0000Z': { 'gp-stations.csv': [ISS, TIANGONG] },
  '2026-07-07T0000Z': { 'gp-stations.csv': [TIANGONG] },
};

let series: string;
let home: string;
let server: SampleServer;

beforeAll(async () => {
  series = await makeFolder();
  for (const [day, [time, files]] of Object.entries(snapshots).entries()) {
    await mkdir(join(series, time, 'celestrak'), { recursive: true });
    for (const [name, ids] of Object.entries(files)) {
      const sets = ids.map((id) => made({ norad_cat_id: id, epoch: `2026-07-0${4 + day}T00:00:00.000000` }));
      await writeFile(join(series, time, 'celestrak', name), written('csv', sets));
    }
  }
  home = await copySample();
  await importElements({ home, limits, progress: () => {} }, [series]);
  server = await serve(home);
}, 120_000);

afterAll(async () => {
  await server?.remove();
  await removeFolder(series);
});

const listAt = async (set: string, time: string) => {
  const { status, json } = await server.get(`/api/v1/elements/${set}?as_of=${time}`);
  const body = json() as { data?: { norad_cat_id: number[] }; error?: string; allowed?: string[] };
  return { status, ids: body.data?.norad_cat_id, ...body };
};

describe('a group as of a time before the first release', () => {
  test.each([
    ['stations', '2026-07-04T12:00:00Z', [ISS]],
    ['stations', '2026-07-05T12:00:00Z', [ISS]],
    ['stations', '2026-07-06T00:00:00Z', [ISS, TIANGONG]],
    ['stations', '2026-07-08T00:00:00Z', [TIANGONG]],
    ['weather', '2026-07-05T00:00:00Z', [WEATHER]],
    ['active', '2026-07-07T12:00:00Z', [ISS, TIANGONG, WEATHER, OTHER]],
  ] as const)('%s at %s has the members that the snapshot listed', async (set, time, ids) => {
    expect(await listAt(set, time)).toMatchObject({ status: 200, ids });
  });

  test('has the same members in every format', async () => {
    for (const form of ['csv', 'omm.json', 'xml', 'kvn']) {
      const { status, body } = await server.get(`/api/v1/elements/stations.${form}?as_of=2026-07-06T00:00:00Z`);
      const numbers = new Set(String(body).match(/\b19000\d\b/g));
      expect([form, status, numbers]).toEqual([form, 200, new Set([String(ISS), String(TIANGONG)])]);
    }
  });

  test('is a 404 that names the lists of that time, if there was none', async () => {
    const { status, error, allowed } = await listAt('weather', '2026-07-04T12:00:00Z');
    expect(status).toBe(404);
    expect(error).toMatch(/2026-07-04T00:00:00Z was imported.*no list of the members of weather/);
    expect(allowed).toEqual(expect.arrayContaining(['all', 'leo', 'active', 'stations']));
    expect(allowed).not.toContain('weather');
    for (const set of allowed!) expect([set, (await listAt(set, '2026-07-04T12:00:00Z')).status]).toEqual([set, 200]);
  });
});

test('importing the same snapshots again changes nothing, and an archive without lists gets them', async () => {
  const folder = join(home, 'archive');
  const before = await readArchiveIndex(folder);
  expect(before!.groups).toHaveLength(1);
  await importElements({ home, limits, progress: () => {} }, [series]);
  expect((await readArchiveIndex(folder))!.groups).toEqual(before!.groups);
  expect(await verifyArchive({ home, limits })).toEqual([]);

  await writeFile(join(folder, 'index.json'), JSON.stringify({ ...before, format: '1.3', groups: undefined }));
  const reader = new ArchiveReader(home);
  try {
    expect(await reader.importedLists('2026-07-06T00:00:00Z')).toEqual(new Map());
    await importElements({ home, limits, progress: () => {} }, [series]);
    expect((await reader.importedLists('2026-07-06T00:00:00Z')).get('stations')).toEqual([ISS, TIANGONG]);
  } finally {
    reader.close();
  }
});
