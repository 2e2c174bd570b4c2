import { existsSync } from 'node:fs';
import { mkdir, open, readlink, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ElementSet } from '../../src/orbit/element-set.ts';
import { writeTle } from '../../src/orbit/tle.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { copyArchive } from '../../src/release/archive-copy.ts';
import type { ArchivedSet } from '../../src/release/archived-sets.ts';
import { elementSet } from '../../src/schema/elements.ts';
import { type Figure, figure, median } from '../figure.ts';
import { measureProgram, type OwnHome, ownHome, serve, temporaryFolder } from '../process.ts';
import { Random } from '../questions.ts';
import type { Check } from '../release-data.ts';
import { type Bench, p95InTurns, type Section } from '../section.ts';

/** Two weeks of real snapshots, next to the repository where there are any: a month of an archive that is as long as that. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
const IMPORTED = 1_000_000;
const MOMENTS = 12;
const OBJECTS = 2000;
/** Higher catalog numbers are written in another way in a TLE. */
const TLE_NUMBERS = 100_000;

/** What the archive answers, and how fast a history is imported. */
export const history: Section = {
  about: 'the catalog as of earlier moments, the history of one object, the import of a million element sets',
  async run(bench) {
    await using own = await archiveHome(bench.home);
    await using opened = new AsyncDisposableStack();
    const archive = opened.adopt(new ArchiveReader(own.folder), (reader) => reader.close());
    const { snapshots, elements } = (await archive.index())!;
    const sets = elements.reduce((sum, { rows }) => sum + rows, 0);
    const full = bench.full && sets >= 300_000;
    const random = new Random(20);
    const moments = Array.from({ length: MOMENTS }, () => `/api/v1/elements/all?as_of=${random.of(snapshots).at}`);
    const first = snapshots.find(({ release }) => release !== null)!;
    const whole = await inNewServers(bench, own, moments);
    const values = await inNewServers(bench, own, [`/api/v1/satellites?limit=100&as_of=${first.at}`]);
    const note = `of ${sets.toLocaleString('en-US')} sets in ${snapshots.length} snapshots`;
    const [asOf, list] = ['elements of all objects as of a moment', 'a list as of a moment, with values'];
    return [
      figure({ what: asOf, unit: 'ms', ours: whole, target: '≤ 100 ms', note }, full),
      figure({ what: list, unit: 'ms', ours: values, target: '≤ 1,000 ms' }, full),
      ...(await oneObject(bench, own, archive, full)),
      ...(await importing(bench, await archive.asOf(Date.parse(snapshots.at(-1)!.at)))),
    ];
  },
};

/** A home with the archive of another one and its current release alone, so that an earlier one has to be made again. */
async function archiveHome(home: string): Promise<OwnHome> {
  const own = await ownHome(home);
  const current = basename(await readlink(join(home, 'current')));
  await rm(join(own.folder, 'releases'));
  await mkdir(join(own.folder, 'releases'));
  await symlink(join(resolve(home), 'releases', current), join(own.folder, 'releases', current));
  if ((await copyArchive(join(home, 'archive'), join(own.folder, 'archive'))) === null)
    throw new Error(`${home} has no archive: npm run refresh makes one`);
  const program = ['pipeline/archive.ts', ...(existsSync(series) ? ['import', series] : ['compact'])];
  await measureProgram(program, { ORBWEAVER_HOME: own.folder });
  return own;
}

/** The median time of requests, ms, one after the other, of a server that is started for each round. */
async function inNewServers(bench: Bench, own: OwnHome, paths: readonly string[]): Promise<number[]> {
  const medians: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    await using server = await serve(own);
    const headers = { ...server.headers, 'Accept-Encoding': 'identity' };
    const taken: number[] = [];
    for (const path of paths) {
      const began = performance.now();
      const answer = await fetch(server.base + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      taken.push(performance.now() - began);
    }
    medians.push(median(taken));
  }
  return medians;
}

/** Random objects, eight concurrent requests: answers are compared with what the archive has of the whole catalog. */
async function oneObject(bench: Bench, own: OwnHome, archive: ArchiveReader, full: boolean): Promise<Figure[]> {
  const random = new Random(21);
  const { snapshots } = (await archive.index())!;
  const catalogs = new Map<string, ReadonlyMap<number, ArchivedSet>>();
  for (const { at } of [random.of(snapshots), random.of(snapshots), random.of(snapshots)]) {
    const sets = (await archive.asOf(Date.parse(at))).filter(({ norad_cat_id }) => norad_cat_id < TLE_NUMBERS);
    catalogs.set(at, new Map(sets.map((set) => [set.norad_cat_id, set])));
  }
  const requests = (path: (id: number, at: string) => string) =>
    Array.from({ length: OBJECTS }, () => {
      const [at, sets] = random.of([...catalogs]);
      return path(random.of([...sets.keys()]), at);
    });
  const idOf = (path: string) => Number(path.split('/')[4]);
  const history: Check = async (path, answer) => {
    const { total, sets } = await archive.elements(idOf(path), { limit: 100, offset: 0 });
    const { data, meta } = (await answer.json()) as { data: { epoch: string }[]; meta: { total: number } };
    const same = meta.total === total && data.every(({ epoch }, at) => epoch === sets[at]!.epoch);
    return same ? null : `${meta.total} sets, and the archive has ${total}`;
  };
  const asOf: Check = async (path, answer) => {
    const tle = writeTle(catalogs.get(path.split('=')[1]!)!.get(idOf(path))!, '');
    const text = await answer.text();
    return tle.ok && text.includes(`${tle.line1}\n${tle.line2}`) ? null : `not its TLE then: ${text}`;
  };
  await using server = await serve(own);
  const measured = async (what: string, path: (id: number, at: string) => string, wrong: Check) => {
    const paths = requests(path);
    // The round that is not counted looks through every file.
    const found = await p95InTurns(bench, server, () => paths, wrong);
    return figure({ what, unit: 'ms', ...found, target: '≤ 10 ms' }, full);
  };
  return [
    await measured('element sets of one object, p95', (id) => `/api/v1/satellites/${id}/elements`, history),
    await measured(
      'elements of one object as of a moment, p95',
      (id, at) => `/api/v1/satellites/${id}/tle?as_of=${at}`,
      asOf,
    ),
  ];
}

/** The import of made-up TLEs into an empty archive: the objects of a catalog, a set each 14 hours. */
async function importing(bench: Bench, catalog: readonly ArchivedSet[]): Promise<Figure[]> {
  await using work = await temporaryFolder();
  const file = join(work.folder, 'history.tle');
  await writeHistory(file, catalog);
  const runs: Awaited<ReturnType<typeof measureProgram>>[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const home = join(work.folder, `home-${round}`);
    runs.push(await measureProgram(['pipeline/archive.ts', 'import', file], { ORBWEAVER_HOME: home }));
  }
  const seconds = runs.map((run) => run.seconds);
  const note = `${median(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)} s of CPU time`;
  return [
    figure({ what: 'import of 1,000,000 element sets', unit: 's', ours: seconds, target: '≤ 60 s', note }),
    figure({ what: 'its memory at most', unit: 'MiB', ours: runs.map(({ mib }) => mib), target: '≤ 954 MiB' }),
  ];
}

const names = Object.keys(elementSet.omit({ orbit_class: true }).shape) as (keyof ElementSet)[];

async function writeHistory(file: string, catalog: readonly ArchivedSet[]): Promise<void> {
  const random = new Random(22);
  await using handle = await open(file, 'w');
  for (let [step, written] = [0, 0]; written < IMPORTED; step++) {
    const lines: string[] = [];
    for (const one of catalog) {
      const epoch = new Date(Date.parse(`${one.epoch}Z`) - step * 14 * 3_600_000).toISOString().slice(0, -1);
      const set = Object.fromEntries(names.map((name) => [name, one[name]])) as unknown as ElementSet;
      const tle = writeTle({ ...set, epoch, mean_anomaly: (random.next() * 360).toFixed(4) }, one.object_name);
      if (!tle.ok || written === IMPORTED) continue;
      lines.push(tle.name, tle.line1, tle.line2);
      written++;
    }
    await handle.write(`${lines.join('\n')}\n`);
  }
}
