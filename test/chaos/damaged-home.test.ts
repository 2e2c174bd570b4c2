import { readdir, readFile, readlink, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { releaseDifferences } from '../../src/release-differences.ts';
import { manifest } from '../../src/schema/release/manifest.ts';
import { simulated } from '../fetch/fetch-world.ts';
import { StandIn } from '../fetch/stand-in.ts';
import { copyHome, FIRST, inSmallest, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';

const HOUR = 3_600_000;

let upstream: string;
let intact: string;
let publishers: StandIn;
const folders: string[] = [];

beforeAll(async () => {
  upstream = await makeFolder();
  intact = await makeFolder();
  await writeSmall(upstream, inSmallest);
  publishers = new StandIn(upstream);
  await publishers.start();
  await refresh(intact, 0);
});
afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));
afterAll(async () => {
  await publishers.stop();
  await Promise.all([upstream, intact].map(removeFolder));
});

/** Refreshes the given number of hours after the first time, and returns the log. */
async function refresh(home: string, hours: number): Promise<string> {
  const deps = simulated(new Date(FIRST.getTime() + hours * HOUR));
  await refreshLive(deps, {
    home,
    base: '',
    sources,
    only: new Set(sources.map(({ slug }) => slug)),
    all: false,
    expected: false,
    bases: publishers.bases,
    contact: 'test@example.org',
    limits: { memory: '500MB', ...smallCatalog },
    compression: 'fast',
    progress: () => {},
    warn: deps.log,
  });
  return deps.logged.join('\n');
}

const served = async (home: string) => {
  const folder = join(home, await readlink(join(home, 'current')));
  return { folder, manifest: manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))) };
};

const half = async (path: string) => truncate(path, (await readFile(path)).length >> 1);
const snapshotOf = async (home: string, source: string, file: string) => {
  const names = await readdir(join(home, 'snapshots', source));
  return join(home, 'snapshots', source, names.find((name) => name.endsWith(`-${file}`))!);
};

const rollback = /"npm run admin -- releases rollback"/;
type Damage = readonly [what: string, damage: (home: string, release: string) => Promise<unknown>, reported: RegExp];
const damages: readonly Damage[] = [
  ['the served release was deleted', (_home, release) => rm(release, { recursive: true }), rollback],
  ['its manifest was truncated', (_home, release) => half(join(release, 'manifest.json')), rollback],
  ['its database was truncated', (_home, release) => half(join(release, 'catalog.duckdb')), rollback],
  ['its database is missing', (_home, release) => rm(join(release, 'catalog.duckdb')), rollback],
  [
    'one of its public files is missing',
    (_home, release) => rm(join(release, 'public/api/v1/elements.json')),
    rollback,
  ],
  [
    '`current` is a dangling link',
    async (home) => {
      await rm(join(home, 'current'));
      await symlink('releases/20200101T000000Z-00000000', join(home, 'current'));
    },
    rollback,
  ],
  ['`current` is missing', (home) => rm(join(home, 'current')), rollback],
  [
    'the index of snapshots was truncated',
    (home) => half(join(home, 'snapshots/index.json')),
    /index\.json is damaged: \d+ snapshots/,
  ],
  [
    'a snapshot is missing',
    async (home) => rm(await snapshotOf(home, 'gcat', 'satcat.tsv')),
    /gcat\/satcat\.tsv: its snapshot is missing, and is fetched again/,
  ],
  [
    'a snapshot was truncated',
    async (home) => half(await snapshotOf(home, 'celestrak', 'satcat.csv')),
    /celestrak\/satcat\.csv: its snapshot differs from the file that was downloaded/,
  ],
  [
    'refresh.json has an invalid structure',
    (home) => writeFile(join(home, 'refresh.json'), '{"files":[1],"waiting":"x"}'),
    /refresh\.json is damaged: it is started again/,
  ],
];

test.each(damages)(
  '%s: the next refresh reports it and publishes a complete release',
  async (_what, damage, reported) => {
    const home = await makeFolder();
    folders.push(home);
    copyHome(intact, home);
    const before = await served(home);
    await damage(home, before.folder);
    // Nothing is due for most publishers: missing files are fetched anyway.
    expect(await refresh(home, 4)).toMatch(reported);
    const now = await served(home);
    expect(await releaseDifferences(now.folder, now.manifest)).toEqual([]);
    const { events: _events, ...counts } = before.manifest.counts;
    expect(now.manifest.counts).toMatchObject(counts);
    expect(now.manifest.sources.map(({ status, problem }) => [status, problem])).toEqual(
      sources.map(() => ['fresh', null]),
    );
  },
);
