import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveReader } from '../../src/release/archive.ts';
import type { ArchivedSet } from '../../src/release/archived-sets.ts';
import { written } from '../../test/archive/made-sets.ts';
import { plainSet } from '../../test/archive/plain-set.ts';
import { type Measured, median } from '../figure.ts';
import { archiveHome, measureProgram, type OwnHome, serve, temporaryFolder } from '../process.ts';
import { Random } from '../random-requests.ts';
import type { Check } from '../release-data.ts';
import { type Bench, each, loadInTurns, type Section } from '../section.ts';

const [IMPORTED, MOMENTS, OBJECTS] = [1_000_000, 12, 2000];

/** Queries of the archive, and the import of a history. */
export const section: Section = {
  about: 'the catalog as of earlier moments, the history of one object, the import of a million element sets',
  async run(bench) {
    await using own = await archiveHome(bench.home);
    await using opened = new AsyncDisposableStack();
    const archive = opened.adopt(new ArchiveReader(own.folder), (reader) => reader.close());
    const { snapshots, elements } = (await archive.index())!;
    const sets = elements.reduce((sum, { rows }) => sum + rows, 0);
    const judged = bench.full && sets >= 300_000;
    const random = new Random(20);
    const moments = random.list(MOMENTS, () => `/api/v1/elements/all?as_of=${random.of(snapshots).at}`);
    const first = snapshots.find(({ release }) => release !== null)!;
    const all = await inNewServers(bench, own, moments);
    const valueTimes = await inNewServers(bench, own, [`/api/v1/satellites?limit=100&as_of=${first.at}`]);
    const note = `of ${sets.toLocaleString('en-US')} sets in ${snapshots.length} snapshots`;
    return [
      { what: 'elements of all objects as of a moment', unit: 'ms', ours: all, target: '≤ 100 ms', note, judged },
      { what: 'a list as of a moment, with values', unit: 'ms', ours: valueTimes, target: '≤ 1,000 ms', judged },
      ...(await oneObject(bench, own, archive)).map((one) => ({ ...one, judged })),
      ...(await measureImport(bench, await tleSets(archive, snapshots.at(-1)!.at))),
    ];
  },
};

/** The median time of sequential requests, ms, to a server that is restarted for each round. */
async function inNewServers(bench: Bench, own: OwnHome, paths: readonly string[]): Promise<number[]> {
  const medians: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    await using server = await serve(own);
    const headers = { ...server.headers, 'Accept-Encoding': 'identity' };
    const times: number[] = [];
    for (const path of paths) {
      const startedAt = performance.now();
      const response = await fetch(server.base + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    medians.push(median(times));
  }
  return medians;
}

/** The archived sets as of a moment, without catalog numbers that a TLE encodes as Alpha-5. */
async function tleSets(archive: ArchiveReader, at: string): Promise<ArchivedSet[]> {
  return (await archive.asOf(Date.parse(at))).filter(({ norad_cat_id }) => norad_cat_id < 100_000);
}

/** Random objects, with eight concurrent requests: responses are compared with those of an idle server. */
async function oneObject(bench: Bench, own: OwnHome, archive: ArchiveReader): Promise<Measured[]> {
  const random = new Random(21);
  const { snapshots } = (await archive.index())!;
  const moments = random.list(3, () => random.of(snapshots).at);
  const idsAt = async (at: string) => (await tleSets(archive, at)).map(({ norad_cat_id: id }) => ({ id, at }));
  const objects = await Promise.all(moments.map(idsAt));
  await using server = await serve(own);
  await using idle = await serve(own);
  const check: Check = async (path, response) => {
    const expected = await fetch(idle.base + path, { headers: idle.headers });
    return (await response.text()) === (await expected.text()) ? null : 'another response than without load';
  };
  const cases: Readonly<Record<string, (object: { readonly id: number; readonly at: string }) => string>> = {
    'element sets of one object, p95': ({ id }) => `/api/v1/satellites/${id}/elements?limit=100`,
    'elements of one object as of a moment, p95': ({ id, at }) => `/api/v1/satellites/${id}/tle?as_of=${at}`,
  };
  const figures: Measured[] = [];
  for (const [what, path] of Object.entries(cases)) {
    const paths = random.list(OBJECTS, () => path(random.of(random.of(objects))));
    // The warm-up round opens every file.
    const found = await loadInTurns(bench, { server }, () => paths, { check });
    figures.push({ what, unit: 'ms', ours: each(found.server, 'p95_ms'), target: '≤ 10 ms' });
  }
  return figures;
}

/** The import of synthetic TLEs into an empty archive: the objects of a catalog, with one set every 14 hours. */
async function measureImport(bench: Bench, catalog: readonly ArchivedSet[]): Promise<Measured[]> {
  await using work = await temporaryFolder();
  const file = join(work.folder, 'history.tle');
  await writeHistory(file, catalog);
  const runs: Awaited<ReturnType<typeof measureProgram>>[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const home = join(work.folder, `home-${round}`);
    runs.push(await measureProgram(['pipeline/archive.ts', 'import', file], { ORBWEAVER_HOME: home }));
  }
  const seconds = runs.map((run) => run.seconds);
  return [
    { what: 'import of 1,000,000 element sets', unit: 's', ours: seconds, target: '≤ 60 s', judged: true },
    { what: 'its memory at most', unit: 'MiB', ours: runs.map(({ mib }) => mib), target: '≤ 954 MiB', judged: true },
  ];
}

async function writeHistory(file: string, catalog: readonly ArchivedSet[]): Promise<void> {
  const random = new Random(22);
  await using handle = await open(file, 'w');
  for (let [step, left] = [0, IMPORTED]; left > 0; step++) {
    const sets = catalog.slice(0, left).map((one) => {
      const epoch = new Date(Date.parse(`${one.epoch}Z`) - step * 14 * 3_600_000).toISOString().slice(0, -1);
      return { ...plainSet(one), epoch, mean_anomaly: (random.next() * 360).toFixed(4) };
    });
    await handle.write(written('tle', sets));
    left -= sets.length;
  }
}
