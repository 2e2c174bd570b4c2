import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Report } from '../../pipeline/report.ts';
import { run } from '../../pipeline/run.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import type { Build } from '../../pipeline/workshop.ts';
import { once } from '../once.ts';

/** Where the two snapshots of the embedded sample are. */
export const sample = join(import.meta.dirname, '../../pipeline/sample');
export const FIRST = new Date('2026-08-21T23:00:00Z');
export const SECOND = new Date('2026-08-22T14:00:00Z');

/** A folder of its own below the system's folder for such. */
export const makeFolder = () => mkdtemp(join(tmpdir(), 'orbweaver-pipeline-'));
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** One build of the files in a folder. */
export function build(home: string, from: string, now: Date, more: Partial<Build> = {}): Promise<Report | null> {
  return run({
    home,
    from,
    now,
    sources,
    only: new Set(sources.map((source) => source.slug)),
    sample: true,
    base: '',
    expected: false,
    progress: () => {},
    limits: { memory: '500MB', threads: 2 },
    // The best compression takes most of the time of a small build, and changes no file but the compressed ones.
    compression: 'fast',
    ...more,
  });
}

/** Publishes both snapshots of the sample, one after the other. */
export async function publishSample(home: string): Promise<Report> {
  await build(home, join(sample, 'first'), FIRST);
  return (await build(home, join(sample, 'second'), SECOND))!;
}

/** The folder where the sample is published once in a run of the tests, by the first file that needs it. */
async function publishedSample(): Promise<string> {
  const shared = inject('sharedSample');
  const published = join(shared, 'published');
  await once(
    join(shared, 'lock'),
    () => isThere(published),
    async () => {
      const begun = join(shared, 'begun');
      await removeFolder(begun);
      await writeFile(join(shared, 'report.json'), JSON.stringify(await publishSample(begun)));
      await rename(begun, published);
    },
  );
  return published;
}

/** A folder of a test's own with the published sample in it. */
export async function copySample(): Promise<string> {
  const home = await makeFolder();
  await cp(await publishedSample(), home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return home;
}

/** What the build of the sample's second snapshot reported. */
export async function sampleReport(): Promise<Report> {
  return JSON.parse(await readFile(join(await publishedSample(), '../report.json'), 'utf8'));
}

/** The objects of the small snapshot: every kind is there, and few of each. */
const inSmall = (id: number) => id % 5 === 0 || id < 1000 || (id >= 190_240 && id <= 190_251);

/** Writes a fifth of the sample's first snapshot, for tests that build many releases. */
export async function writeSmall(folder: string, keep = inSmall): Promise<void> {
  await cp(join(sample, 'first'), folder, { recursive: true });
  await rm(join(folder, 'celestrak/gp-analyst.json'));
  await cut(join(folder, 'celestrak/satcat.csv'), (line) =>
    keep(Number(/,(\d+),(?:PAY|R\/B|DEB|UNK),/.exec(line)?.[1])),
  );
  await cut(join(folder, 'celestrak/gp-active.csv'), (line) => keep(Number(/,U,(\d+),/.exec(line)?.[1])));
  for (const name of ['satcat', 'satcat100k', 'psatcat', 'psatcat100k'])
    await cut(
      join(folder, `gcat/${name}.tsv`),
      (line) => line.startsWith('#') || keep(Number(/^S0*(\d+)/.exec(line)?.[1])),
    );
}

/** Keeps the first line of a file, and those that pass. */
export async function cut(path: string, passes: (line: string, index: number) => boolean): Promise<void> {
  const [header, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await writeFile(path, `${[header, ...lines.filter(passes)].join('\n')}\n`);
}

/** Every file below a folder, as sorted paths relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
