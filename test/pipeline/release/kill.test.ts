import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest } from '../../../src/schema/release/manifest.ts';
import { snapshotIndex } from '../../../src/schema/release/snapshot.ts';
import { startRefresh } from '../../chaos/refresh-process.ts';
import { seeded } from '../../seeded.ts';
import { FIRST, filesBelow, inSmallest, makeFolder, removeFolder, SECOND, writeSmall } from '../sample-build.ts';

const KILLS = 20;
const HOUR = 3_600_000;

let home: string;
let first: string;
let second: string;

beforeAll(async () => {
  home = await makeFolder();
  first = await makeFolder();
  second = await makeFolder();
  await writeSmall(first, inSmallest);
  await writeSmall(second, inSmallest, 'second');
});

afterAll(async () => {
  for (const folder of [home, first, second]) await removeFolder(folder);
});

/** Starts `npm run refresh -- --from … --now …` in a child process. */
const refresh = (from: string, now: Date) =>
  startRefresh({ home, args: ['--from', from, '--now', now.toISOString(), '--compression', 'fast'] });

/** The id of the served release. Checks that its manifest exists and that every listed file has its size. */
async function served(): Promise<string> {
  const link = await readlink(join(home, 'current'));
  const { id, files } = manifest.parse(JSON.parse(await readFile(join(home, link, 'manifest.json'), 'utf8')));
  expect(link).toBe(join('releases', id));
  expect(Object.keys(files).length).toBeGreaterThan(100);
  for (const [path, { bytes }] of Object.entries(files))
    expect([path, (await stat(join(home, link, path))).size]).toEqual([path, bytes]);
  return id;
}

test('a refresh killed at any time leaves a complete release served, and the next one succeeds', async () => {
  expect(await refresh(first, FIRST).ended).toMatchObject({ code: 0 });
  const start = performance.now();
  expect(await refresh(second, SECOND).ended).toMatchObject({ code: 0 });
  const duration = performance.now() - start;
  const random = seeded(20_260_821);
  const seen = [await served()];
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = refresh(second, new Date(SECOND.getTime() + (kill + 1) * HOUR));
    // Spread over the whole run: one random time in each twentieth of it.
    const finished = await Promise.race([ended, wait(((kill + random()) / KILLS) * duration)]);
    if (!finished) child.kill('SIGKILL');
    await ended;
    const id = await served();
    // The served release is the previous one, or the new one if the build had finished.
    if (id !== seen.at(-1)) seen.push(id);
  }
  expect(seen).toEqual(seen.toSorted());
  const last = new Date(SECOND.getTime() + (KILLS + 1) * HOUR);
  expect(await refresh(second, last).ended).toMatchObject({ code: 0 });
  expect(await served()).toMatch(/^20260823T110000Z-/);
  const files = await filesBelow(home);
  expect(files.filter((path) => !/^(releases\/\d{8}T\d{6}Z-[0-9a-f]{8}|snapshots|archive)\//.test(path))).toEqual([
    'builds.json',
    'lock.sqlite',
  ]);
  expect(files.filter((path) => /\.(part|new|tmp|wal)$/.test(path))).toEqual([]);
  // Each kept release has an index of the files that it was built from, and no other file is kept.
  const stored = files.filter((path) => path.startsWith('snapshots/'));
  const isIndex = (path: string) => /^snapshots\/[^/]+\.json$/.test(path);
  const indexes = stored.filter(isIndex);
  const releases = await readdir(join(home, 'releases'));
  expect(indexes.toSorted()).toEqual(
    ['index', ...releases.map((id) => `release-${id}`)].map((name) => `snapshots/${name}.json`).toSorted(),
  );
  const listed = new Set<string>();
  for (const path of indexes)
    for (const [key, { sha256 }] of Object.entries(
      snapshotIndex.parse(JSON.parse(await readFile(join(home, path), 'utf8'))),
    ))
      listed.add(`snapshots/${key.replace('/', `/${sha256}-`)}`);
  expect(stored.filter((path) => !isIndex(path)).toSorted()).toEqual([...listed].toSorted());
}, 400_000);

test('of two concurrent refreshes, one succeeds and the other reports that another is running', async () => {
  const time = (hour: number) => new Date(SECOND.getTime() + hour * HOUR);
  const both = await Promise.all([refresh(second, time(40)).ended, refresh(second, time(41)).ended]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.told).toMatch(
    /^another process works on the releases of this home: .* Wait for it/,
  );
  await served();
});
