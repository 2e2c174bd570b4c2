import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archiveReleases } from '../../../pipeline/archive/absorb.ts';
import { readArchiveIndex } from '../../../pipeline/archive/archive.ts';
import { importElements } from '../../../pipeline/archive/import.ts';
import { verifyArchive } from '../../../pipeline/archive/verify.ts';
import { smallCatalog } from '../../../pipeline/store.ts';
import { openRelease } from '../release/opened-release.ts';
import { build, cut, databaseOnly, FIRST, makeFolder, removeFolder, SECOND, sample } from '../sample-build.ts';

let home: string;
beforeEach(async () => {
  home = await makeFolder();
});
afterEach(() => removeFolder(home));

const limits = { memory: '200MB', ...smallCatalog };

const snapshots = [
  ['first', FIRST],
  ['second', SECOND],
] as const;

const snapshotsOf = async () => (await readArchiveIndex(join(home, 'archive')))!.snapshots;

/** Everything of the served release that depends on earlier ones. */
async function served() {
  const release = await openRelease(home);
  try {
    const [events, predictions, satellites] = await Promise.all([
      release.rows('FROM events ORDER BY ALL'),
      release.rows<{ norad_cat_id: number; predicted_at: string }>('FROM reentry_predictions ORDER BY ALL'),
      release.rows('SELECT norad_cat_id, updated_at FROM satellites ORDER BY ALL'),
    ]);
    return { id: release.manifest.id, previous: release.manifest.previous, events, predictions, satellites };
  } finally {
    release.close();
  }
}

describe('files that are built again at the same time', () => {
  test('the sample replaces one that is served already, and is the same', async () => {
    for (const [snapshot, time] of snapshots) await build(home, join(sample, snapshot), time, databaseOnly);
    const once = await served();
    expect(once.predictions.length).toBeGreaterThan(0);
    for (const [snapshot, time] of snapshots) await build(home, join(sample, snapshot), time, databaseOnly);
    expect(await served()).toEqual(once);
  });

  test('another version of the sample begins a history of its own', async () => {
    const withArchive = { ...databaseOnly, archive: true };
    for (const [snapshot, time] of snapshots) await build(home, join(sample, snapshot), time, withArchive);
    const other = join(home, 'other');
    await cp(join(sample, 'first'), other, { recursive: true });
    await cut(join(other, 'celestrak/satcat.csv'), (_, index) => index > 0);
    await build(home, other, FIRST, withArchive);
    const { id, previous } = await served();
    expect([previous, (await snapshotsOf()).map(({ release, at }) => [release, at])]).toEqual([
      null,
      [[id, FIRST.toISOString().replace('.000Z', 'Z')]],
    ]);
    expect(await verifyArchive({ home, limits })).toEqual([]);
  });

  test('real files of an archived time are served, but not archived, and the refresh says so', async () => {
    const warnings: string[] = [];
    const real = { ...databaseOnly, archive: true, sample: false, warn: (text: string) => void warnings.push(text) };
    for (const [snapshot, time] of snapshots) await build(home, join(sample, snapshot), time, real);
    const { id: archived } = await served();
    const other = join(home, 'other');
    await cp(join(sample, 'second'), other, { recursive: true });
    await cut(join(other, 'celestrak/satcat.csv'), (_, index) => index > 0);
    await build(home, other, SECOND, real);
    const { id } = await served();
    expect(warnings).toEqual([
      expect.stringMatching(`^release ${id} is not archived: the archive has ${archived}, of`),
    ]);
    await build(home, join(sample, 'second'), new Date(SECOND.getTime() + 3_600_000), real);
    const releases = (await snapshotsOf()).map(({ release }) => release);
    expect(releases).toEqual([expect.any(String), archived, (await served()).id]);
    expect(await verifyArchive({ home, limits })).toEqual([]);
  });

  test('real files of a time before that of an archived release are served, but not archived', async () => {
    const warnings: string[] = [];
    const real = { ...databaseOnly, archive: true, sample: false, warn: (text: string) => void warnings.push(text) };
    await build(home, join(sample, 'second'), SECOND, real);
    const { id: later } = await served();
    await build(home, join(sample, 'first'), FIRST, real);
    const { id } = await served();
    expect(warnings).toEqual([
      `release ${id} is not archived: the archive has ${later}, of the same time or a later one. To archive this one, build it with a later --now`,
    ]);
    expect((await snapshotsOf()).map(({ release }) => release)).toEqual([later]);
    await build(home, join(sample, 'second'), new Date(SECOND.getTime() + 3_600_000), real);
    expect((await snapshotsOf()).map(({ release }) => release)).toEqual([later, (await served()).id]);
    expect(await verifyArchive({ home, limits })).toEqual([]);
  });

  test('a release of the time of imported element sets is archived', async () => {
    const imported = join(home, 'imported/2026-08-22T1400Z/celestrak');
    await mkdir(imported, { recursive: true });
    await cp(join(sample, 'second/celestrak/gp-active.csv'), join(imported, 'gp-active.csv'));
    await importElements({ home, limits, progress: () => {} }, [join(home, 'imported')]);
    expect((await snapshotsOf()).map(({ release }) => release)).toEqual([null]);
    for (const [snapshot, time] of snapshots)
      await build(home, join(sample, snapshot), time, { ...databaseOnly, archive: true, sample: false });
    expect((await snapshotsOf()).map(({ release }) => release)).toEqual([expect.any(String), (await served()).id]);
    expect(await verifyArchive({ home, limits })).toEqual([]);
  });

  test('a release of the time of imported element sets is archived once, wherever its archiving is interrupted', async () => {
    const imported = join(home, 'imported/2026-08-22T1400Z/celestrak');
    await mkdir(imported, { recursive: true });
    await cp(join(sample, 'second/celestrak/gp-active.csv'), join(imported, 'gp-active.csv'));
    await importElements({ home, limits, progress: () => {} }, [join(home, 'imported')]);
    await build(home, join(sample, 'second'), SECOND, { ...databaseOnly, sample: false });
    const { id } = await served();
    const archive = join(home, 'archive');
    await cp(archive, join(home, 'before'), { recursive: true });
    const steps = new Set<string>();
    await archiveReleases({ home, limits, step: (name) => void steps.add(name) }, id);
    const whole = await readArchiveIndex(archive);
    expect(steps.size).toBeGreaterThan(5);
    for (const last of steps) {
      await rm(archive, { recursive: true });
      await cp(join(home, 'before'), archive, { recursive: true });
      const step = (name: string) => {
        if (name === last) throw new Error(`stopped before ${name}`);
      };
      await expect(archiveReleases({ home, limits, step }, id)).rejects.toThrow(`stopped before ${last}`);
      expect(await verifyArchive({ home, limits }), last).toEqual([]);
      await archiveReleases({ home, limits }, id);
      expect({ ...(await readArchiveIndex(archive)), retired: [] }).toEqual({ ...whole, retired: [] });
    }
  });

  test('real files give each prediction of a reentry once, and none of a later time', async () => {
    const real = { ...databaseOnly, sample: false };
    for (const [snapshot, time] of snapshots) await build(home, join(sample, snapshot), time, real);
    const once = await served();
    const other = join(home, 'other');
    await cp(join(sample, 'second'), other, { recursive: true });
    await cut(join(other, 'celestrak/satcat.csv'), (_, index) => index > 0);
    await build(home, other, SECOND, real);
    const again = await served();
    expect(again.id).not.toBe(once.id);
    const keys = again.predictions.map((one) => `${one.norad_cat_id} ${one.predicted_at}`);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
    await build(home, join(sample, 'first'), FIRST, real);
    const times = (await served()).predictions.map(({ predicted_at }) => new Date(`${predicted_at}Z`));
    expect(times.filter((time) => time > FIRST)).toEqual([]);
  });
});
