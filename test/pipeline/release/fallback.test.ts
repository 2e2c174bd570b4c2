import { cp, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  build,
  copyHome,
  databaseOnly,
  FIRST,
  filesBelow,
  makeFolder,
  removeFolder,
  writeSmall,
} from '../sample-build.ts';
import { type OpenedRelease, openRelease } from './opened-release.ts';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(FIRST.getTime() + hour * HOUR);
const iso = (time: Date) => time.toISOString().replace('.000', '');

let validFiles: string;
let published: string;

const folders: string[] = [];

/** A folder for one test, removed after it. */
async function testFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

/** A home for one test that serves a valid release. */
async function servedHome(): Promise<string> {
  const home = await testFolder();
  copyHome(published, home);
  return home;
}

/** A folder of valid files, some of which `damage` breaks. */
async function damagedFiles(damage: (folder: string) => Promise<void>): Promise<string> {
  const folder = await testFolder();
  await cp(validFiles, folder, { recursive: true });
  await damage(folder);
  return folder;
}

async function withRelease<T>(home: string, check: (release: OpenedRelease) => Promise<T>): Promise<T> {
  const release = await openRelease(home);
  try {
    return await check(release);
  } finally {
    release.close();
  }
}

const edit = (name: string, change: (text: string) => string) => async (folder: string) => {
  const path = join(folder, name);
  await writeFile(path, change(await readFile(path, 'utf8')));
};

const satcat = 'celestrak/satcat.csv';
type Damage = readonly [file: string, change: (text: string) => string, reason: RegExp];

const every = (n: number, change: (line: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, index) => (index > 0 && index % n === 0 ? change(line) : line))
    .filter((line, index) => index === 0 || line !== 'gone')
    .join('\n');

/** Ways in which files break, several in one build: each file falls back separately. */
const broken: Record<string, readonly Damage[]> = {
  'other formats': [
    [satcat, () => '<!DOCTYPE html><html><body>503</body></html>\n', /header lacks NORAD_CAT_ID/],
    ['celestrak/gp-active.csv', (text) => text.replace('MEAN_MOTION,', 'N,'), /header lacks MEAN_MOTION/],
    ['celestrak/gp-stations.csv', () => '<html>busy</html>', /it is HTML/],
    ['gcat/satcat100k.tsv', () => '', /empty/],
    ['satnogs/satellites.json', (text) => text.slice(0, text.length / 2), /not whole JSON/],
    ['wikidata/satellites.json', () => '{"error":"timeout"}', /no list of rows/],
  ],
  'cut off, renamed': [
    [satcat, every(2, () => 'gone'), /it has \d+ rows after \d+/],
    ['gcat/satcat.tsv', (text) => text.replace('#JCAT', '#JCATALOG'), /header lacks JCAT/],
  ],
  'unreadable, renamed': [
    [satcat, every(3, (line) => line.replace(/,(\d+),/, ',X$1,')), /\d+ of its \d+ rows can't be read/],
    ['gcat/orgs.tsv', (text) => text.replace('EName', 'EnglishName'), /EName/],
  ],
  'too large to be read': [
    [satcat, (text) => text + 'x\n'.repeat(2 ** 20), /it has [\d,]+ bytes after [\d,]+: more than are added/],
    ['satnogs/satellites.json', () => `[${'{},'.repeat(500_000)}{}]`, /it has [\d,]+ bytes after/],
  ],
};

beforeAll(async () => {
  validFiles = await makeFolder();
  published = await makeFolder();
  await writeSmall(validFiles);
  await build(published, validFiles, at(0), databaseOnly);
});

afterEach(async () => {
  await Promise.all(folders.splice(0).map(removeFolder));
});

afterAll(async () => {
  await removeFolder(validFiles);
  await removeFolder(published);
});

describe('invalid files', () => {
  test.each(Object.entries(broken))('%s: the last valid files stay, and the report says why', async (_name, files) => {
    const home = await servedHome();
    const folder = await damagedFiles(async (path) => {
      for (const [file, change] of files) await edit(file, change)(path);
    });
    const before = await withRelease(home, async ({ manifest }) => manifest.counts);
    const report = await build(home, folder, at(1), databaseOnly);
    for (const [file, , reason] of files)
      expect(report?.files.find((one) => one.file === file)?.problem, file).toMatch(reason);
    await withRelease(home, async ({ manifest }) => {
      expect(manifest.generated_at).toBe(iso(at(1)));
      expect({ ...manifest.counts, events: 0 }).toEqual({ ...before, events: 0 });
      for (const { slug, status, problem, fetched_at } of manifest.sources) {
        const broken = files.filter(([file]) => file.startsWith(`${slug}/`));
        expect([slug, status]).toEqual([slug, broken.length > 0 ? 'stale' : 'fresh']);
        for (const [, , reason] of broken) expect(problem).toMatch(reason);
        if (broken.length === 0) expect([problem, fetched_at]).toEqual([null, iso(at(1))]);
      }
    });
    await build(home, validFiles, at(2), databaseOnly);
    await withRelease(home, async ({ manifest }) => {
      expect(manifest.sources.map(({ status, problem }) => `${status} ${problem}`)).toEqual(
        Array(4).fill('fresh null'),
      );
      expect(manifest.sources.map(({ fetched_at }) => fetched_at)).toEqual(Array(4).fill(iso(at(2))));
    });
  });

  test('a source without a folder keeps its last snapshot and fetched_at', async () => {
    const home = await servedHome();
    const folder = await damagedFiles((path) => rm(join(path, 'gcat'), { recursive: true }));
    const before = await withRelease(home, async ({ manifest }) => manifest);
    await build(home, folder, at(1), databaseOnly);
    await withRelease(home, async ({ manifest }) => {
      expect(manifest.counts.claims).toBe(before.counts.claims);
      expect(manifest.sources.find(({ slug }) => slug === 'gcat')).toMatchObject({
        fetched_at: before.sources.find(({ slug }) => slug === 'gcat')?.fetched_at,
        problem: null,
      });
    });
  });

  test('a duplicate row makes one object', async () => {
    const home = await servedHome();
    const folder = await damagedFiles(
      edit(satcat, (text) => {
        const lines = text.trimEnd().split('\n');
        return `${[...lines, ...lines.slice(1, 20)].join('\n')}\n`;
      }),
    );
    await build(home, folder, at(1), databaseOnly);
    await withRelease(home, async ({ manifest, rows }) => {
      expect(await rows('SELECT norad_cat_id FROM satellites GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
      expect(
        await rows('SELECT norad_cat_id, field FROM claims WHERE selected GROUP BY ALL HAVING count(*) > 1'),
      ).toEqual([]);
      expect(manifest.counts.satellites).toBe(
        JSON.parse(await readFile(join(published, await readlink(join(published, 'current')), 'manifest.json'), 'utf8'))
          .counts.satellites,
      );
    });
  });
});

describe('columns and rows', () => {
  test('a satcat.csv without a non-key column falls back, and the active objects stay the same', async () => {
    const home = await servedHome();
    const folder = await damagedFiles(edit(satcat, (text) => text.replace('OPS_STATUS_CODE', 'OPERATIONAL_STATUS')));
    const before = await withRelease(home, async ({ manifest }) => manifest.counts.active);
    const report = await build(home, folder, at(1), databaseOnly);
    expect(report?.files.find(({ file }) => file === satcat)?.problem).toMatch(/lacks OPS_STATUS_CODE/);
    await withRelease(home, async ({ manifest }) => expect(manifest.counts.active).toBe(before));
  });

  test('a file is judged by its number of invalid rows, not of invalid cells', async () => {
    const home = await servedHome();
    const invalidRow = ['BROKEN', '', ...Array<string>(15).fill('x')].join(',');
    const folder = await damagedFiles(
      edit('celestrak/gp-active.csv', (text) =>
        text
          .split(/\r?\n/)
          .map((line, index) => (index === 3 ? invalidRow : line))
          .join('\n'),
      ),
    );
    const report = await build(home, folder, at(1), databaseOnly);
    expect(report?.files.find(({ file }) => file === 'celestrak/gp-active.csv')).toMatchObject({ problem: null });
    await withRelease(home, async ({ rows }) =>
      expect(
        await rows("SELECT DISTINCT line FROM rejects WHERE file = 'gp-active.csv' AND scope = 'row' AND line = 4"),
      ).toHaveLength(1),
    );
  });
});

describe('no valid file', () => {
  test('an invalid first satcat.csv makes no release, and the error has the reason', async () => {
    const home = await testFolder();
    const folder = await testFolder();
    await mkdir(join(folder, 'celestrak'));
    await writeFile(join(folder, satcat), '<html></html>');
    await expect(build(home, folder, at(0), databaseOnly)).rejects.toThrow(/celestrak\/satcat\.csv: .*NORAD_CAT_ID/s);
    await expect(readlink(join(home, 'current'))).rejects.toThrow();
    expect(await filesBelow(home)).toEqual([]);
  });

  test('an empty folder makes no release, and the error names the expected file', async () => {
    const home = await testFolder();
    const folder = await testFolder();
    await expect(build(home, folder, at(0), databaseOnly)).rejects.toThrow(/celestrak\/satcat\.csv/);
    expect(await readdir(home)).not.toContain('current');
  });

  test('a source with invalid files and no earlier snapshot is shown as failed', async () => {
    const home = await testFolder();
    const folder = await damagedFiles(async (to) => {
      for (const name of ['satellites', 'transmitters']) await edit(`satnogs/${name}.json`, () => '[{')(to);
    });
    await build(home, folder, at(0), databaseOnly);
    await withRelease(home, async ({ manifest }) => {
      expect(manifest.sources.find(({ slug }) => slug === 'satnogs')).toMatchObject({
        status: 'failed',
        problem: expect.stringMatching(/JSON/),
      });
    });
  });
});
