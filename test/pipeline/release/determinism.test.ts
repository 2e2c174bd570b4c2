import { hash } from 'node:crypto';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Build } from '../../../pipeline/build-context.ts';
import { compress, type Written } from '../../../pipeline/publish/compress.ts';
import { smallCatalog } from '../../../pipeline/store.ts';
import {
  build,
  copyHome,
  FIRST,
  filesBelow,
  makeFolder,
  removeFolder,
  SECOND,
  sample,
  writeSmall,
} from '../sample-build.ts';
import { type OpenedRelease, openRelease } from './opened-release.ts';
import { differingFiles, differingTables, withoutDatabase } from './same-release.ts';

const SMALL_BATCH = 40;
const homes: string[] = [];
const releases: OpenedRelease[] = [];
let upstream: string;

beforeAll(async () => {
  upstream = await makeFolder();
  await writeSmall(upstream);
  // How work is divided must not affect the release. Typed, so that a limit that does not exist is an error.
  const divisions: Build['limits'][] = [
    { memory: '500MB', threads: 2 },
    { memory: '500MB', ...smallCatalog, batchSize: SMALL_BATCH },
  ];
  const accept = new Set(['celestrak/satcat.csv', 'celestrak/gp-active.csv']);
  for (const limits of divisions) {
    const home = await makeFolder();
    homes.push(home);
    await build(home, upstream, FIRST, { limits });
    // Complete files after small ones have more new rows than a build accepts, unless `accept` names them.
    await build(home, join(sample, 'second'), SECOND, { limits, accept });
    releases.push(await openRelease(home));
  }
});

afterAll(async () => {
  for (const release of releases) release.close();
  await Promise.all([...homes, upstream].map(removeFolder));
});

describe('two homes built from the same input at the same time, with other threads and batch sizes', () => {
  test('have the same manifest, except for the database', () => {
    expect(withoutDatabase(releases[0]!.manifest)).toEqual(withoutDatabase(releases[1]!.manifest));
    expect(releases[0]!.manifest.counts.events).toBeGreaterThan(50);
    expect(releases[0]!.manifest.counts.satellites).toBeGreaterThan(3 * SMALL_BATCH);
  });

  test('have the same records.sqlite, byte for byte', async () => {
    const [one, other] = await Promise.all(releases.map(({ folder }) => readFile(join(folder, 'records.sqlite'))));
    expect(one!.equals(other!)).toBe(true);
    expect(one!.length).toBeGreaterThan(100_000);
  });

  test('have the same public files, byte for byte', async () => {
    const [one, other] = releases.map((release) => join(release.folder, 'public')) as [string, string];
    expect(await differingFiles(one, other)).toEqual([]);
  });

  test('have the same tables, with the rows in the same order', async () => {
    expect(await differingTables(releases[0]!, releases[1]!)).toEqual([]);
  });

  test('keep the same snapshots', async () => {
    const [one, other] = homes.map((home) => join(home, 'sample/snapshots')) as [string, string];
    expect(await filesBelow(one)).toEqual(await filesBelow(other));
  });
});

test('building the served release again does nothing', async () => {
  const home = homes[0]!;
  const before = await readlink(join(home, 'current'));
  const files = await filesBelow(home);
  expect(await build(home, join(sample, 'second'), SECOND)).toBeNull();
  expect(await readlink(join(home, 'current'))).toBe(before);
  expect(await filesBelow(home)).toEqual(files);
});

test('compression of a file is deterministic', async () => {
  const folder = await makeFolder();
  const text = await readFile(join(sample, 'first/celestrak/satcat.csv'));
  const hashes: Written[][] = [];
  for (const name of ['one', 'other']) {
    await writeFile(join(folder, name), text);
    hashes.push(Object.values(await compress(join(folder, name))));
  }
  // The file itself, and its three compressed forms.
  expect(hashes[0]).toHaveLength(4);
  expect(hashes[0]![0]).toEqual({ bytes: text.length, sha256: hash('sha256', text) });
  expect(hashes[0]).toEqual(hashes[1]);
  await removeFolder(folder);
});

test('an event keeps its id and is reported only once when releases are built again', async () => {
  const home = await makeFolder();
  copyHome(homes[0]!, home);
  const eventIds = (release: OpenedRelease) => release.rows<{ id: string }>('SELECT id FROM events ORDER BY id');
  const before = await eventIds(releases[0]!);
  const next = await build(home, join(sample, 'second'), new Date(SECOND.getTime() + 3_600_000));
  expect([before.length > 0, next!.new_events]).toEqual([true, []]);
  const again = await openRelease(home);
  expect(await eventIds(again)).toEqual(before);
  again.close();
  await removeFolder(home);
});
