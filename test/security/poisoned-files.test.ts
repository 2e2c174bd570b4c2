import { cp, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { logged } from '../../pipeline/report/build-log.ts';
import type { Source, SourceFile } from '../../pipeline/sources/source.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { simulated } from '../fetch/fetch-world.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { openRelease } from '../pipeline/release/opened-release.ts';
import {
  build,
  copyHome,
  databaseOnly,
  FIRST,
  makeFolder,
  removeFolder,
  writeSmall,
} from '../pipeline/sample-build.ts';

/** Only the reports and databases of these releases are read. */
const options = { sample: false, ...databaseOnly };
const HOUR = 3_600_000;
const at = (hour: number) => new Date(FIRST.getTime() + hour * HOUR);

let validFiles: string;
let published: string;
const folders: string[] = [];
const ownFolder = async (name = '') => {
  const folder = join(await makeFolder(), name);
  folders.push(folder);
  await mkdir(folder, { recursive: true });
  return folder;
};

beforeAll(async () => {
  validFiles = await makeFolder();
  published = await makeFolder();
  await writeSmall(validFiles);
  await build(published, validFiles, at(0), options);
});
afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));
afterAll(() => Promise.all([validFiles, published].map(removeFolder)));

async function servedHome(): Promise<string> {
  const home = await ownFolder();
  copyHome(published, home);
  return home;
}

/** A copy of the upstream files with one of them changed. */
async function changed(file: string, change: (text: string) => string): Promise<string> {
  const folder = await ownFolder();
  await cp(validFiles, folder, { recursive: true });
  await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
  return folder;
}

/** A row of element sets in CSV. */
const elementRow = (id: string, epoch: string) => `BAD,${id},${epoch},12.5,.001,50,1,1,1,0,U,190999,999,1,0,0,0\r\n`;

test('an impossible date or designator rejects its row, and everything else is published', async () => {
  const home = await servedHome();
  const rows = [
    elementRow('2026-001A', '2026-02-30T14:34:48.381888'),
    elementRow('2026-001A', '2026-13-45T14:34:48.381888'),
    elementRow('2026-001A', '9999-12-31T00:00:00'),
    elementRow('2024-901M\u0085X', '2026-08-21T14:34:48.381888'),
  ];
  const from = await changed('celestrak/gp-active.csv', (text) => text + rows.join(''));
  const report = await build(home, from, at(1), options);
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

test('a line feed in a quoted cell of element sets rejects its two lines, and everything else is published', async () => {
  const home = await servedHome();
  const row = elementRow('"2024-901M\nX"', '2026-08-21T14:34:48.381888');
  const from = await changed('celestrak/gp-active.csv', (text) => text + row);
  const report = await build(home, from, at(1), options);
  expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([]);
  const of = (one: string) =>
    report?.rejects.find(({ file, reason }) => file === 'gp-active.csv' && reason === one)?.rows;
  expect([of('open_quote'), of('wrong_cell_count')]).toEqual([1, 1]);
});

/** The designator and the name of SATCAT's first payload. */
const firstPayload = /^([^,\r\n]*),(\d{4}-\d{3}[A-Z]+),(\d+),PAY,/m;

test.each([
  ['LF in the designator', '$1,"$2\nX",$3,PAY,', 'OBJECT_ID', 'bad_designator'],
  ['CRLF in the designator', '$1,"$2\r\nX",$3,PAY,', 'OBJECT_ID', 'bad_designator'],
  ['LF in the name', '"$1\nX",$2,$3,PAY,', 'OBJECT_NAME', 'control_character'],
  ['quotes and a comma in the name', '"A ""B"", C",$2,$3,PAY,', null, null],
])(
  'a quoted cell of SATCAT with %s is rejected alone, and its row is published',
  async (_title, by, column, reason) => {
    const home = await servedHome();
    const from = await changed('celestrak/satcat.csv', (text) => text.replace(firstPayload, by));
    const report = await build(home, from, at(1), options);
    expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([]);
    const found = report?.rejects.filter((one) => one.file === 'satcat.csv' && one.reason === reason);
    expect(found?.map((one) => [one.column, one.rows])).toEqual(column === null ? [] : [[column, 1]]);
    const release = await openRelease(home);
    try {
      const [, , , number] = firstPayload.exec(await readFile(join(validFiles, 'celestrak/satcat.csv'), 'utf8'))!;
      const [row] = await release.rows<{ OBJECT_NAME: string; OBJECT_ID: string }>(
        `SELECT * FROM satcat WHERE NORAD_CAT_ID = '${number}'`,
      );
      expect(`${row!.OBJECT_NAME}${row!.OBJECT_ID}`).not.toMatch(/[\r\n]/);
      if (column === null) expect(row!.OBJECT_NAME).toBe('A "B", C');
      // Every row of the file is in the table, once.
      expect(await release.rows('SELECT count(*)::INTEGER AS n FROM satcat')).toEqual([
        { n: report?.files.find(({ file }) => file === 'celestrak/satcat.csv')?.rows },
      ]);
    } finally {
      release.close();
    }
  },
);

test('a name has no characters that reverse text, and a limited length', async () => {
  const home = await servedHome();
  const from = await changed('celestrak/satcat.csv', (text) =>
    text
      .replace(firstPayload, '\u202eTAS EKAF\u2066,$2,$3,PAY,')
      .replace(/^([^,\r\n]*)(,\d{4}-\d{3}[A-Z]+,\d+,R\/B,)/m, `${'N'.repeat(100_000)}$2`),
  );
  const report = await build(home, from, at(1), options);
  expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(report?.rejects.filter(({ reason }) => reason === 'too_long').map(({ file, rows }) => [file, rows])).toEqual([
    ['satcat.csv', 1],
  ]);
  const release = await openRelease(home);
  try {
    expect(
      await release.rows(
        "SELECT max(length(name))::INTEGER < 200 AS short, count(*) FILTER (WHERE name = 'TAS EKAF')::INTEGER AS plain FROM satellites",
      ),
    ).toEqual([{ short: true, plain: 1 }]);
  } finally {
    release.close();
  }
});

test('a failure while the release is written, with or without the new files, sets no file aside', async () => {
  const home = await servedHome();
  const steps: string[] = [];
  const warnings: string[] = [];
  const progress = (step: string) => {
    steps.push(step);
    if (step === 'writing the release') throw new Error('out of memory');
  };
  const building = build(home, validFiles, at(1), { sample: false, progress, warn: (text) => warnings.push(text) });
  await expect(building).rejects.toThrow('out of memory');
  // Once to publish, once again, and once without the new files.
  expect(steps.filter((step) => step === 'resolving claims')).toHaveLength(3);
  expect(warnings.join()).not.toContain('is set aside');
});

test('builds in a home with an apostrophe in its name', async () => {
  const home = await ownFolder("o'brien");
  expect(await build(home, validFiles, at(0))).not.toBeNull();
  expect(await readlink(join(home, 'current'))).toMatch(/^releases\//);
});

/** The sources, one of which writes a value that passes its schema but makes the build fail. */
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

describe('a file that makes the build fail', () => {
  const poisoned = withBug('satnogs', ({ name }) => name === 'POISON');
  const poison = (text: string) => text.replace(/"name": ?"[^"]*"/, '"name":"POISON"');

  test('is set aside, and the rest is published', async () => {
    const home = await servedHome();
    const from = await changed('satnogs/satellites.json', poison);
    await cp(join(validFiles, 'celestrak'), join(from, 'celestrak'), { recursive: true });
    const warnings: string[] = [];
    const report = await logged({ home, from: 'files', now: () => at(1) }, () =>
      build(home, from, at(1), {
        ...options,
        sources: poisoned,
        warn: (text) => warnings.push(text),
      }),
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

  test('is not tried again until its publisher changes it, and its corrected version is used', async () => {
    const home = await ownFolder();
    const upstream = new StandIn(validFiles);
    await upstream.start();
    try {
      const live = {
        home,
        base: '',
        sources: poisoned,
        only: new Set(sources.map(({ slug }) => slug)),
        all: true,
        expected: false,
        bases: upstream.bases,
        contact: 'test@example.org',
        limits: { memory: '500MB', ...smallCatalog },
        ...databaseOnly,
        progress: () => {},
      };
      // Each refresh fetches every file, on its own day to stay within the daily budget.
      const world = (hour: number) => simulated(at(hour));
      expect((await refreshLive(world(0), live))?.set_aside).toEqual([]);
      upstream.folder = await changed('satnogs/satellites.json', poison);
      await writeFile(
        join(upstream.folder, 'celestrak/satcat.csv'),
        (await readFile(join(validFiles, 'celestrak/satcat.csv'), 'utf8')).replace('ISS (ZARYA)', 'ISS'),
      );
      expect((await refreshLive(world(24), live))?.set_aside).toEqual(['satnogs/satellites.json']);
      const first = await readlink(join(home, 'current'));
      const unchanged = await refreshLive(world(48), live);
      expect(unchanged?.set_aside ?? []).toEqual([]);
      expect(await readlink(join(home, 'current'))).toBe(first);
      await rm(upstream.folder, { recursive: true });
      upstream.folder = validFiles;
      const corrected = await refreshLive(world(72), live);
      expect(corrected?.files.filter(({ problem }) => problem !== null)).toEqual([]);
    } finally {
      await upstream.stop();
    }
  });

  test('without a single file as its cause, fails the build and keeps the release', async () => {
    const home = await servedHome();
    const before = await readlink(join(home, 'current'));
    const broken = withBug('celestrak', () => true);
    await expect(build(home, validFiles, at(1), { ...options, sources: broken })).rejects.toThrow();
    expect(await readlink(join(home, 'current'))).toBe(before);
  });
});
