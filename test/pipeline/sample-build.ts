import { cpSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Build } from '../../pipeline/build-context.ts';
import type { Report } from '../../pipeline/report/report.ts';
import { run } from '../../pipeline/run.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { runConjunctions } from '../../src/features/conjunctions/run-conjunctions.ts';
import { once } from '../once.ts';
import { copySampleFiles } from '../sample-files.ts';

/** The folder that all test files of a run share. Benchmarks and soaks, which use these helpers outside of a run, have one of their own. */
const shared = process.env.VITEST ? inject('sharedSample') : await ownFolder();

/** The folder with the two snapshots of the embedded sample. */
export const sample = join(shared, 'sample');
export const FIRST = new Date('2026-08-21T23:00:00Z');
export const SECOND = new Date('2026-08-22T14:00:00Z');

/** A folder with the files of the sample, which is removed when the process ends. */
async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-sample-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await copySampleFiles(join(folder, 'sample'));
  return folder;
}

/** Makes a new temporary folder. */
export const makeFolder = () => mkdtemp(join(tmpdir(), 'orbweaver-pipeline-'));
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** For tests that read only the database of a release and its manifest: most of the time of a small build is that of its files. */
export const databaseOnly = { files: 'database', archive: false } as const;

/** Builds a release from the files in a folder. */
export function build(home: string, from: string, now: Date, more: Partial<Build> = {}): Promise<Report | null> {
  return run({
    home,
    from: (slug) => join(from, slug),
    now,
    sources,
    only: new Set(sources.map((source) => source.slug)),
    sample: true,
    base: '',
    expected: false,
    progress: () => {},
    limits: { memory: '500MB', ...smallCatalog },
    // The strongest compression takes most of the time of a small build, and affects only the compressed files.
    compression: 'fast',
    ...more,
  });
}

/**
 * The folder with the published sample: its first snapshot in `first`, both in sequence in `both`. The first test file
 * that needs it builds it, once per test run.
 */
async function publishedSample(): Promise<string> {
  const both = join(shared, 'both');
  await once(
    join(shared, 'lock'),
    () => exists(both),
    async () => {
      const partial = join(shared, 'partial');
      await removeFolder(partial);
      await build(partial, join(sample, 'first'), FIRST);
      copyHome(partial, join(shared, 'first'));
      const report = await build(partial, join(sample, 'second'), SECOND);
      await writeFile(join(shared, 'report.json'), JSON.stringify(report));
      await searchApproaches(partial);
      await rename(partial, both);
    },
  );
  return shared;
}

/** Searches the close approaches of the sample's second release, for a day. */
const searchApproaches = (home: string) =>
  runConjunctions({
    home,
    from: SECOND.getTime(),
    days: 1,
    threads: 1,
    now: () => SECOND.getTime() + 600_000,
    line: () => {},
  });

/** Copies a home folder. `cpSync` takes half the processor time of `cp`. */
export const copyHome = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });

/** Copies the published sample to a new folder: both of its releases, or only the first. */
export async function copySample(which: 'first' | 'both' = 'both'): Promise<string> {
  const home = await makeFolder();
  copyHome(join(await publishedSample(), which), home);
  return home;
}

/** The report of the build of the sample's second snapshot. */
export async function sampleReport(): Promise<Report> {
  return JSON.parse(await readFile(join(await publishedSample(), 'report.json'), 'utf8'));
}

/** Whether the small snapshot has this object: it has a few of every kind. */
const inSmall = (id: number) => id % 5 === 0 || id < 1000 || (id >= 190_240 && id <= 190_251);

/** Whether the smallest snapshot has this object: one of 23, so that a build in a process of its own takes seconds. */
export const inSmallest = (id: number) => id < 100 || id % 23 === 0 || id === 25_544;

/** Writes a fifth of one of the sample's snapshots, for tests that build many releases. */
export async function writeSmall(
  folder: string,
  keep = inSmall,
  snapshot: 'first' | 'second' = 'first',
): Promise<void> {
  await cp(join(sample, snapshot), folder, { recursive: true });
  await rm(join(folder, 'celestrak/gp-analyst.json'), { force: true });
  await cut(join(folder, 'celestrak/satcat.csv'), (line) =>
    keep(Number(/,(\d+),(?:PAY|R\/B|DEB|UNK),/.exec(line)?.[1])),
  );
  await cut(join(folder, 'celestrak/gp-active.csv'), (line) => keep(Number(/,U,(\d+),/.exec(line)?.[1])));
  // The second snapshot has only files of CelesTrak.
  for (const name of snapshot === 'first' ? ['satcat', 'satcat100k', 'psatcat', 'psatcat100k'] : [])
    await cut(
      join(folder, `gcat/${name}.tsv`),
      (line) => line.startsWith('#') || keep(Number(/^S0*(\d+)/.exec(line)?.[1])),
    );
}

/** Keeps the first line of a file and the lines that pass. */
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
