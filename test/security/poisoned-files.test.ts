import { cp, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { logged } from '../../pipeline/report/build-log.ts';
import type { Source, SourceFile } from '../../pipeline/sources/source.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { simulated } from '../fetch/fetch-world.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { openRelease } from '../pipeline/release/opened-release.ts';
import { build, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(FIRST.getTime() + hour * HOUR);

let good: string;
let published: string;
const folders: string[] = [];
const ownFolder = async (name = '') => {
  const folder = join(await makeFolder(), name);
  folders.push(folder);
  await mkdir(folder, { recursive: true });
  return folder;
};

beforeAll(async () => {
  good = await makeFolder();
  published = await makeFolder();
  await writeSmall(good);
  await build(published, good, at(0), { sample: false });
});
afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));
afterAll(() => Promise.all([good, published].map(removeFolder)));

async function servedHome(): Promise<string> {
  const home = await ownFolder();
  await cp(published, home, { recursive: true, verbatimSymlinks: true });
  return home;
}

/** The files of upstream, one of them with something to change. */
async function changed(file: string, change: (text: string) => string): Promise<string> {
  const folder = await ownFolder();
  await cp(good, folder, { recursive: true });
  await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
  return folder;
}

/** How a row of the element sets ends, and the next one begins. */
const elementRow = (id: string, epoch: string) => `BAD,${id},${epoch},12.5,.001,50,1,1,1,0,U,190999,999,1,0,0,0\r\n`;

test('one impossible date, number or designator holds its row out, and everything else is published', async () => {
  const home = await servedHome();
  const rows = [
    elementRow('2026-001A', '2026-02-30T14:34:48.381888'),
    elementRow('2026-001A', '2026-13-45T14:34:48.381888'),
    elementRow('2026-001A', '9999-12-31T00:00:00'),
    elementRow('"2024-901M\nX"', '2026-08-21T14:34:48.381888'),
  ];
  const from = await changed('celestrak/gp-active.csv', (text) => text + rows.join(''));
  const report = await build(home, from, at(1), { sample: false });
  expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(
    report?.rejects
      .filter(({ file, column }) => file === 'gp-active.csv' && /^(EPOCH|OBJECT_ID)$/.test(column ?? ''))
      .map(({ reason, column, rows: count }) => [reason, column, count]),
  ).toEqual([
    ['bad_date', 'EPOCH', 2],
    ['bad_designator', 'OBJECT_ID', 1],
    ['in_the_future', 'EPOCH', 1],
  ]);
});

test('a failure while the release is written blames no file', async () => {
  const home = await servedHome();
  const steps: string[] = [];
  const warnings: string[] = [];
  const progress = (step: string) => {
    steps.push(step);
    if (step === 'writing the release') throw new Error('out of memory');
  };
  const building = build(home, good, at(1), { sample: false, progress, warn: (text) => warnings.push(text) });
  await expect(building).rejects.toThrow('out of memory');
  // Once to publish, and once to see that the files pass the gates.
  expect(steps.filter((step) => step === 'resolving claims')).toHaveLength(2);
  expect(warnings.join()).not.toContain('is set aside');
});

test('a home with an apostrophe in its name', async () => {
  const home = await ownFolder("o'brien");
  expect(await build(home, good, at(0))).not.toBeNull();
  expect(await readlink(join(home, 'current'))).toMatch(/^releases\//);
});

/** Sources of which one says something that passes its schema and that a build can't go on with. */
const withBug = (slug: string, when: (row: Record<string, unknown>) => boolean): Source[] =>
  sources.map((source) => {
    if (source.slug !== slug) return source;
    const files = source.files.map(
      (file): SourceFile => ({
        ...file,
        read: (row, writer) => {
          if (!when(row)) return file.read(row, writer);
          writer.beginRecord(190245, {
            record: 'x',
            url: null,
            observedAt: '2026-99-99T00:00:00Z',
            createsObject: false,
          });
          writer.addClaim('name', 'x', 'x');
        },
      }),
    );
    return { ...source, files };
  });

describe('a file that no release can be made with', () => {
  const poisoned = withBug('satnogs', ({ name }) => name === 'POISON');
  const poison = (text: string) => text.replace(/"name": ?"[^"]*"/, '"name":"POISON"');

  test('is set aside, and the rest is published', async () => {
    const home = await servedHome();
    const from = await changed('satnogs/satellites.json', poison);
    await cp(join(good, 'celestrak'), join(from, 'celestrak'), { recursive: true });
    const warnings: string[] = [];
    const report = await logged({ home, from: 'files', now: () => at(1) }, () =>
      build(home, from, at(1), { sample: false, sources: poisoned, warn: (text) => warnings.push(text) }),
    );
    expect(report?.set_aside).toEqual(['satnogs/satellites.json']);
    expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([
      expect.objectContaining({
        file: 'satnogs/satellites.json',
        problem: expect.stringContaining('no release can be made'),
      }),
    ]);
    expect(warnings.join('\n')).toContain('Conversion Error');
    const release = await openRelease(home);
    release.close();
    expect(release.manifest.generated_at).toBe(at(1).toISOString().replace('.000', ''));
    expect(release.manifest.sources.find(({ slug }) => slug === 'satnogs')).toMatchObject({ status: 'stale' });
    const { builds } = JSON.parse(await readFile(join(home, 'builds.json'), 'utf8'));
    expect(builds[0]).toMatchObject({ outcome: 'published', reason: 'without the new satnogs/satellites.json' });
  });

  test('from a publisher: the same bytes are not tried again, and what heals is taken', async () => {
    const home = await ownFolder();
    const upstream = new StandIn(good);
    await upstream.start();
    try {
      const options = {
        home,
        base: '',
        sources: poisoned,
        only: new Set(sources.map(({ slug }) => slug)),
        all: true,
        expected: false,
        bases: upstream.bases,
        contact: 'test@example.org',
        limits: { memory: '500MB', threads: 2 },
        compression: 'fast' as const,
        progress: () => {},
      };
      // Every file at each refresh: each on a day of its own, within the day's budget.
      const world = (hour: number) => simulated(at(hour));
      expect((await refreshLive(world(0), options))?.set_aside).toEqual([]);
      upstream.folder = await changed('satnogs/satellites.json', poison);
      await writeFile(
        join(upstream.folder, 'celestrak/satcat.csv'),
        (await readFile(join(good, 'celestrak/satcat.csv'), 'utf8')).replace('ISS (ZARYA)', 'ISS'),
      );
      expect((await refreshLive(world(24), options))?.set_aside).toEqual(['satnogs/satellites.json']);
      const first = await readlink(join(home, 'current'));
      const again = await refreshLive(world(48), options);
      expect(again?.set_aside ?? []).toEqual([]);
      expect(await readlink(join(home, 'current'))).toBe(first);
      await rm(upstream.folder, { recursive: true });
      upstream.folder = good;
      const healed = await refreshLive(world(72), options);
      expect(healed?.files.filter(({ problem }) => problem !== null)).toEqual([]);
    } finally {
      await upstream.stop();
    }
  });

  test('where no file is to blame, the build fails as it did', async () => {
    const home = await servedHome();
    const before = await readlink(join(home, 'current'));
    const broken = withBug('celestrak', () => true);
    await expect(build(home, good, at(1), { sample: false, sources: broken })).rejects.toThrow();
    expect(await readlink(join(home, 'current'))).toBe(before);
  });
});
