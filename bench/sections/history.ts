import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { writeTle } from '../../src/orbit/tle.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { copyArchive } from '../../src/release/archive-copy.ts';
import type { ArchivedSet } from '../../src/release/archived-sets.ts';
import { elementSet } from '../../src/schema/elements.ts';
import { type Figure, figure, median, most } from '../figure.ts';
import { load } from '../load.ts';
import { measureProgram, ownHome, type Server, serve } from '../process.ts';
import { Random } from '../random.ts';
import type { Check } from '../release-data.ts';
import type { Bench, Section } from '../section.ts';

/** Two weeks of real snapshots, beside the repository where there are any: a month of an archive that is as long as that. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
const IMPORTED = 1_000_000;
const MOMENTS = 12;
const OBJECTS = 2000;

/** What the archive answers, and how fast a history is imported. */
export const history: Section = {
  name: 'history',
  about: 'the catalog as of earlier moments, the history of one object, the import of a million element sets',
  needs: ['wrk'],
  async run(bench) {
    const own = await archiveHome(bench.home);
    const archive = new ArchiveReader(own.folder);
    try {
      const { snapshots, elements } = (await archive.index())!;
      const sets = elements.reduce((sum, { rows }) => sum + rows, 0);
      const full = bench.full && sets >= 300_000;
      const random = new Random(20);
      const moments = Array.from({ length: MOMENTS }, () => random.of(snapshots).at);
      const [first] = snapshots.filter(({ release }) => release !== null);
      const asOf = (what: string, bound: number, { wall, cpu }: Taken, note: string) =>
        figure(
          { what, unit: 'ms', ours: wall, target: most(bound, 'ours'), note: `${cpuNote(median(cpu))}; ${note}` },
          full,
        );
      const whole = await inNewServers(bench, own, moments.map(allElements));
      const values = await inNewServers(bench, own, [`/api/v1/satellites?limit=100&as_of=${first!.at}`]);
      return [
        asOf(
          'elements of all objects as of a moment',
          100,
          whole,
          `of ${sets.toLocaleString('en-US')} sets in ${snapshots.length} snapshots`,
        ),
        asOf('a list as of a moment, with values', 1000, values, 'the first one for a release that is no longer kept'),
        ...(await oneObject(bench, own, archive, full)),
        ...(await importing(bench, await archive.asOf(Date.parse(snapshots.at(-1)!.at)))),
      ];
    } finally {
      archive.close();
      await own.remove();
    }
  },
};

const allElements = (at: string) => `/api/v1/elements/all?as_of=${at}`;

/** A home with the archive of another one and its current release alone, so that an earlier one has to be made again. */
async function archiveHome(home: string) {
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

interface Taken {
  readonly wall: readonly number[];
  readonly cpu: readonly number[];
}
type OwnHome = Awaited<ReturnType<typeof archiveHome>>;

/** Time and CPU time of requests, one after the other, of a server that is started for each round. */
async function inNewServers(bench: Bench, own: OwnHome, paths: readonly string[]): Promise<Taken> {
  const [wall, cpu]: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.rounds; round++) {
    const server = await serve(own);
    try {
      const taken = [];
      for (const path of paths) taken.push(await timeOf(server, path));
      wall.push(median(taken.map((one) => one.wall)));
      cpu.push(median(taken.map((one) => one.cpu)));
    } finally {
      await server.stop();
    }
  }
  return { wall, cpu };
}

const cpuNote = (ms: number) => `${ms.toFixed(ms < 20 ? 1 : 0)} ms of CPU time a request`;

async function timeOf({ base, headers, cpu }: Server, path: string) {
  const [began, used] = [performance.now(), cpu()];
  const answer = await fetch(base + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return { wall: performance.now() - began, cpu: cpu() - used };
}

/** Random objects, eight concurrent requests: what the server says is compared with what the archive has of the whole catalog. */
async function oneObject(bench: Bench, own: OwnHome, archive: ArchiveReader, full: boolean): Promise<Figure[]> {
  const random = new Random(21);
  const { snapshots } = (await archive.index())!;
  const catalogs = new Map<string, ReadonlyMap<number, ArchivedSet>>();
  while (catalogs.size < Math.min(4, snapshots.length)) {
    const { at } = random.of(snapshots);
    catalogs.set(at, new Map((await archive.asOf(Date.parse(at))).map((set) => [set.norad_cat_id, set])));
  }
  const epochs = (sets: readonly { epoch: string }[]) => sets.map(({ epoch }) => epoch.slice(0, 26)).join();
  const idOf = (path: string) => Number(path.split('/')[4]);
  const kinds: readonly { what: string; path: (id: number, at: string) => string; wrong: Check }[] = [
    {
      what: 'element sets of one object, p95',
      path: (id) => `/api/v1/satellites/${id}/elements`,
      async wrong(path, answer) {
        const { total, sets } = await archive.elements(idOf(path), { limit: 100, offset: 0 });
        const { data, meta } = (await answer.json()) as { data: { epoch: string }[]; meta: { total: number } };
        const same = meta.total === total && epochs(data) === epochs(sets);
        return same ? null : `${meta.total} sets, and the archive has ${total}`;
      },
    },
    {
      what: 'elements of one object as of a moment, p95',
      path: (id, at) => `/api/v1/satellites/${id}/tle?as_of=${at}`,
      async wrong(path, answer) {
        const tle = writeTle(catalogs.get(path.split('=')[1]!)!.get(idOf(path))!, '');
        const text = await answer.text();
        return tle.ok && text.includes(`${tle.line1}\n${tle.line2}`) ? null : `${text} is not its TLE then`;
      },
    },
  ];
  const server = await serve(own);
  const figures: Figure[] = [];
  try {
    for (const { what, path, wrong } of kinds) {
      const paths = Array.from({ length: OBJECTS }, () => {
        const [at, sets] = random.of([...catalogs]);
        // A TLE has no room for higher catalog numbers.
        return path(random.of([...sets.keys()].filter((id) => id < 100_000)), at);
      });
      const [p95, cpu]: [number[], number[]] = [[], []];
      for (let round = 0; round <= bench.rounds; round++) {
        const used = server.cpu();
        const options = { paths, headers: server.headers, connections: 8, seconds: bench.seconds, wrong };
        const found = await load(server.base, options);
        // The first round is not counted: it looks through every file.
        if (round === 0) continue;
        p95.push(found.p95_ms);
        cpu.push((server.cpu() - used) / (found.requests_s * bench.seconds));
      }
      const note = `${median(cpu).toFixed(2)} ms of CPU time a request`;
      figures.push(figure({ what, unit: 'ms', ours: p95, target: most(10, 'ours'), note }, full));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** The import of made-up TLEs into an empty archive: the objects of a catalog, a set each 14 hours. */
async function importing(bench: Bench, catalog: readonly ArchivedSet[]): Promise<Figure[]> {
  const work = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  try {
    const file = join(work, 'history.tle');
    await writeHistory(file, catalog);
    const [seconds, cpu, mib]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < bench.rounds; round++) {
      const home = join(work, 'home');
      const run = await measureProgram(['pipeline/archive.ts', 'import', file], { ORBWEAVER_HOME: home });
      await rm(home, { recursive: true });
      seconds.push(run.seconds);
      cpu.push(run.cpuSeconds);
      mib.push(run.mib);
    }
    return [
      figure({
        ...{ what: 'import of 1,000,000 element sets', unit: 's', ours: seconds, target: most(60, 'ours') },
        note: `${median(cpu).toFixed(1)} s of CPU time`,
      }),
      figure({ what: 'its memory at most', unit: 'MiB', ours: mib, target: most(954, 'ours') }),
    ];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const names = Object.keys(elementSet.omit({ orbit_class: true }).shape);

async function writeHistory(file: string, catalog: readonly ArchivedSet[]): Promise<void> {
  const random = new Random(22);
  const handle = await open(file, 'w');
  let written = 0;
  for (let step = 0; written < IMPORTED; step++) {
    const lines: string[] = [];
    for (const one of catalog) {
      const set = Object.fromEntries(
        names.map((name) => [name, one[name as keyof ArchivedSet]]),
      ) as never as ArchivedSet;
      const epoch = new Date(Date.parse(`${one.epoch}Z`) - step * 14 * 3_600_000).toISOString().slice(0, -1);
      const tle = writeTle({ ...set, epoch, mean_anomaly: (random.next() * 360).toFixed(4) }, one.object_name);
      if (!tle.ok || written === IMPORTED) continue;
      lines.push(tle.name, tle.line1, tle.line2);
      written++;
    }
    await handle.write(`${lines.join('\n')}\n`);
  }
  await handle.close();
}
