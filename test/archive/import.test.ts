import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { readArchiveIndex } from '../../pipeline/archive/archive.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { elementArrays } from '../../src/orbit/formats/element-columns.ts';
import { orbitClass, shapeOf } from '../../src/orbit/shape.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import type { ArchivedSet, CatalogPart } from '../../src/release/archived-sets.ts';
import type { ElementSet } from '../../src/schema/objects/elements.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { made, written } from './made-sets.ts';
import { plainSet } from './plain-set.ts';

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map(removeFolder));
});
const newFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};

const limits = { memory: '200MB', ...smallCatalog };
const importInto = (home: string, ...paths: string[]) => importElements({ home, limits, progress: () => {} }, paths);

/** Writes files into a new folder, and returns its path. */
async function files(contents: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await newFolder();
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function read(home: string, id: number): Promise<readonly ArchivedSet[]> {
  const reader = new ArchiveReader(home);
  try {
    return (await reader.elements(id, { limit: 100, offset: 0 })).sets.map(plainSet);
  } finally {
    reader.close();
  }
}

/** The same set with the precision of a TLE. */
const inLines = (more: Partial<ElementSet> = {}) =>
  made({
    epoch: '2026-07-04T12:30:15.124032',
    eccentricity: '0.0006231',
    bstar: '-0.00012346',
    mean_motion_ddot: '0',
    rev_at_epoch: 12_345,
    object_name: 'MADE UP',
    ...more,
  });

const archived = (set: ElementSet, source: string) => ({ ...set, first_seen: null, last_seen: null, source });

describe('every format', () => {
  test.each(['csv', 'omm.json', 'pretty.json', 'xml', 'kvn'] as const)('imports %s with every digit', async (form) => {
    const sets = [made(), made({ norad_cat_id: 123_456_789, object_id: null, bstar: '0', mean_motion_ddot: '0' })];
    const name = `sets.${form}`;
    const folder = await files({ [name]: written(form, sets) });
    const home = await newFolder();
    expect(await importInto(home, folder)).toMatchObject({ read: 2, added: 2, known: 0, rejected: {}, problems: [] });
    for (const set of sets) expect(await read(home, set.norad_cat_id)).toEqual([archived(set, name)]);
    expect(await verifyArchive({ home, limits })).toEqual([]);
  });

  test('imports three-line and two-line sets, padded or not, with either line ending, in Alpha-5', async () => {
    const sets = [inLines(), inLines({ norad_cat_id: 339_999 })];
    const padded = written('tle', sets);
    const bare = padded
      .split('\r\n')
      .map((line) => line.trimEnd())
      .join('\n');
    const titled = bare.replaceAll('MADE UP', '0 MADE UP');
    for (const text of [padded, bare, titled]) {
      const home = await newFolder();
      expect(await importInto(home, await files({ 'a.txt': text }))).toMatchObject({ read: 2, rejected: {} });
      for (const set of sets) expect(await read(home, set.norad_cat_id)).toEqual([archived(set, 'a.txt')]);
    }
    const home = await newFolder();
    await importInto(home, await files({ 'b.2le': written('2le', sets) }));
    expect(await read(home, 339_999)).toEqual([archived({ ...sets[1]!, object_name: 'UNKNOWN' }, 'b.2le')]);
  });

  test("imports Space-Track's gp_history, with more columns and numbers as text", async () => {
    const row = {
      CCSDS_OMM_VERS: '3.0',
      CREATION_DATE: '2026-07-04T18:00:00',
      OBJECT_TYPE: 'PAYLOAD',
      DECAY_DATE: null,
    };
    const [header, line] = written('csv', [made()]).split('\r\n') as [string, string];
    const cells = Object.fromEntries(header.split(',').map((name, at) => [name, line.split(',')[at]!]));
    const home = await newFolder();
    const json = JSON.stringify([{ ...row, ...cells, TLE_LINE0: '0 {"x": [}' }]);
    expect(await importInto(home, await files({ 'gp_history.json': json }))).toMatchObject({ added: 1, rejected: {} });
    expect(await read(home, 90_001)).toEqual([archived(made(), 'gp_history.json')]);
    const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(',');
    const csv = `${quoted(['CREATION_DATE', ...Object.keys(cells)])}\n${quoted(['2026-07-04', ...Object.values(cells)])}\n`;
    expect(await importInto(home, await files({ 'gp_history.csv': csv }))).toMatchObject({ added: 0, known: 1 });
  });

  test('imports .gz and .zip files and nested folders', async () => {
    const text = written('csv', [made()]);
    const zip = zipSync({ 'a/b/sets.csv': Buffer.from(text), 'other.tle': Buffer.from(written('tle', [inLines()])) });
    const home = await newFolder();
    const folder = await files({ 'deep/sets.csv.gz': gzipSync(text), 'all.zip': zip });
    expect(await importInto(home, folder)).toMatchObject({ files: 3, read: 3, added: 2, problems: [] });
    await expect(importInto(home, await files({ 'bad.zip': 'PK no' }))).rejects.toThrow(/not a ZIP archive/);
    await expect(importInto(home, join(folder, 'nothing'))).rejects.toThrow(/does not exist/);
  });
});

test('counts invalid element sets by reason, and lists files in other formats', async () => {
  const [one, two] = written('2le', [inLines()]).split('\r\n') as [string, string];
  const invalid = `${one.slice(0, -1)}${(Number(one.at(-1)) + 1) % 10}`;
  const text = [invalid, two, one, one, two, 'NAME', two, one.slice(0, 60), two.slice(0, 60), ''].join('\n');
  const csv = written('csv', [made({ inclination: '51.0000' })]).replace('51.0000', '551.0000');
  const home = await newFolder();
  const done = await importInto(
    home,
    await files({ 'a.tle': text, 'b.csv': csv, 'c.html': '<html></html>', 'd.txt': 'hello' }),
  );
  expect(done).toMatchObject({
    added: 1,
    rejected: {
      bad_checksum: 1,
      line_without_its_second: 1,
      line_without_its_first: 1,
      bad_line_length: 1,
      'out_of_range INCLINATION': 1,
    },
  });
  expect(done.problems.map(({ problem }) => problem)).toEqual([
    'it is HTML',
    'it is no OMM (CSV, JSON, XML, KVN) and no TLE: it begins with "hello"',
  ]);
});

describe('snapshots', () => {
  const at = (hour: string) => `2026-07-04T${hour}00Z/celestrak`;
  const [first, second] = [inLines(), inLines({ epoch: '2026-07-04T18:00:00.000000' })];
  const unchanged = inLines({ norad_cat_id: 90_002 });

  test('record when each set was current: a missing file keeps the previous one, and a set that returns is stored twice', async () => {
    const folder = await files({
      [`${at('00')}/gp-active.tle`]: written('tle', [first]),
      [`${at('00')}/gp-geo.tle`]: written('tle', [unchanged]),
      [`${at('06')}/gp-active.tle`]: written('tle', [second]),
      [`${at('12')}/gp-active.tle`]: written('tle', [first]),
      [`${at('12')}/gp-iridium-NEXT.tle`]: written('tle', [unchanged]),
    });
    const home = await newFolder();
    expect(await importInto(home, folder)).toMatchObject({ snapshots: 3, read: 5, added: 3 });
    const groups = (await readArchiveIndex(join(home, 'archive')))!.snapshots.map((snapshot) => snapshot.groups);
    expect(groups).toEqual([
      ['active', 'geo'],
      ['active', 'geo'],
      ['active', 'geo', 'iridium-NEXT'],
    ]);
    const seen = (await read(home, 90_001)).map(({ epoch, first_seen, last_seen }) => [epoch, first_seen, last_seen]);
    const hour = (hours: string) => `2026-07-04T${hours}:00:00Z`;
    expect(seen).toEqual([
      [second.epoch, hour('06'), hour('06')],
      [first.epoch, hour('12'), hour('12')],
      [first.epoch, hour('00'), hour('00')],
    ]);
    expect(await read(home, 90_002)).toMatchObject([{ first_seen: hour('00'), last_seen: hour('12') }]);
    const reader = new ArchiveReader(home);
    const epochs = [];
    for (const time of ['01', '07', '13'])
      epochs.push((await reader.asOf(Date.parse(hour(time)))).map(({ norad_cat_id, epoch }) => [norad_cat_id, epoch]));
    expect(epochs).toEqual(
      [first, second, first].map(({ epoch }) => [
        [90_001, epoch],
        [90_002, unchanged.epoch],
      ]),
    );
    reader.close();
  });

  test('give the same archive, to the byte, if imported again or in parts', async () => {
    const parts = [
      await files({ [`${at('00')}/gp-active.tle`]: written('tle', [first, unchanged]) }),
      await files({ [`${at('06')}/gp-active.tle`]: written('tle', [second, unchanged]) }),
    ];
    const [once, apart] = [await newFolder(), await newFolder()];
    await importInto(once, ...parts);
    const [before] = (await readArchiveIndex(join(once, 'archive')))!.elements;
    expect(await importInto(once, ...parts)).toMatchObject({ added: 0, known: 3 });
    for (const part of [...parts].reverse()) await importInto(apart, part);
    for (const home of [once, apart]) {
      const { elements, snapshots } = (await readArchiveIndex(join(home, 'archive')))!;
      expect(elements).toEqual([before]);
      expect(snapshots).toHaveLength(2);
      expect(await verifyArchive({ home, limits })).toEqual([]);
    }
  });

  test('give the same columns from DuckDB as from the sets, for each part of the catalog', async () => {
    const orbits: Partial<ElementSet>[] = [
      { mean_motion: '13.0', eccentricity: '0.01', object_id: null, object_name: 'Ünusual "NAME" \\' },
      { mean_motion: '1.00272345', eccentricity: '0.0001', inclination: '0.0512345678' },
      { mean_motion: '2.0056', eccentricity: '0.0123', bstar: '0', object_id: '1998-067A' },
      { mean_motion: '2.0056', eccentricity: '0.7', mean_motion_dot: '-0.1' },
      { mean_motion: '14.123456789123', eccentricity: '0', epoch: '2026-07-04T12:30:15.000000' },
    ];
    const sets = orbits.map((orbit, at) => made({ ...orbit, norad_cat_id: 90_005 - at }));
    const home = await newFolder();
    await importInto(home, await files({ 'sets.csv': written('csv', sets) }));
    const reader = new ArchiveReader(home);
    const time = Date.parse('2026-07-06T00:00:00Z');
    const all = (await reader.asOf(time)).map((one) => ({
      set: one,
      name: one.object_name,
      orbit_class: orbitClass(shapeOf(Number(one.mean_motion), Number(one.eccentricity))),
    }));
    const same = async (part: CatalogPart, has: (one: (typeof all)[number]) => boolean) => {
      const rows = all.filter(has);
      expect(await reader.elementArrays(time, part)).toEqual({ count: rows.length, arrays: elementArrays(rows) });
      expect((await reader.asOf(time, part)).map(plainSet)).toEqual(rows.map(({ set }) => plainSet(set)));
      return rows.length;
    };
    expect(await same({}, () => true)).toBe(5);
    for (const orbit_class of ['LEO', 'MEO', 'GEO', 'HEO'] as const)
      expect(await same({ orbit_class }, (one) => one.orbit_class === orbit_class)).toBe(orbit_class === 'LEO' ? 2 : 1);
    expect(await same({ launch_year: '1998' }, ({ set }) => set.object_id === '1998-067A')).toBe(1);
    expect(await same({ launch_year: '1957' }, () => false)).toBe(0);
    reader.close();
  });

  test('before the first snapshot, as_of returns each object’s last epoch up to then', async () => {
    const home = await newFolder();
    await importInto(
      home,
      await files({ 'old.csv': written('csv', [made(), made({ epoch: '2026-07-05T00:00:00.000000' })]) }),
    );
    const reader = new ArchiveReader(home);
    const time = Date.parse('2026-07-04T23:00:00Z');
    expect(await reader.coverage(time)).toEqual({ snapshot: null, next: null, snapshots: 0 });
    expect((await reader.asOf(time)).map(({ epoch }) => epoch)).toEqual([made().epoch]);
    expect(await reader.asOf(Date.parse('2026-07-01T00:00:00Z'))).toEqual([]);
    reader.close();
  });
});
