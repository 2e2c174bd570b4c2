import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Build } from '../../pipeline/build-context.ts';
import type { Report } from '../../pipeline/report/report.ts';
import { run } from '../../pipeline/run.ts';
import { sources } from '../../pipeline/sources/sources.ts';
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

/**
 * The folder where the sample is published once in a run of the tests, by the first file that needs it: in `first` its first
 * snapshot, in `both` one after the other.
 */
async function publishedSample(): Promise<string> {
  const shared = inject('sharedSample');
  const both = join(shared, 'both');
  await once(
    join(shared, 'lock'),
    () => isThere(both),
    async () => {
      const begun = join(shared, 'begun');
      await removeFolder(begun);
      await build(begun, join(sample, 'first'), FIRST);
      await cp(begun, join(shared, 'first'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      const report = await build(begun, join(sample, 'second'), SECOND);
      await writeFile(join(shared, 'report.json'), JSON.stringify(report));
      await rename(begun, both);
    },
  );
  return shared;
}

/** A folder of a test's own with the published sample in it: both its releases, or the first alone. */
export async function copySample(which: 'first' | 'both' = 'both'): Promise<string> {
  const home = await makeFolder();
  await cp(join(await publishedSample(), which), home, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  return home;
}

/** What the build of the sample's second snapshot reported. */
export async function sampleReport(): Promise<Report> {
  return JSON.parse(await readFile(join(await publishedSample(), 'report.json'), 'utf8'));
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
