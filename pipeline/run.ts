import { diff } from './diff/diff.ts';
import { type FetchOptions, fetch } from './fetch.ts';
import { ingest, type Strictness } from './ingest.ts';
import { Ledger } from './ledger.ts';
import { passGates } from './publish/gates.ts';
import { attachPrevious, publish } from './publish/publish.ts';
import { Releases, releaseId } from './publish/release.ts';
import { buildSources } from './publish/sources-table.ts';
import { outcomes, type Report, report } from './report.ts';
import { resolve } from './resolve/resolve.ts';
import { buildStats } from './resolve/stats.ts';
import { Snapshots } from './snapshots.ts';
import { Store, type StoreLimits } from './store.ts';

/** Everything a build needs of the world: where it lives, what time it is, what it may use. */
export interface Build extends FetchOptions, Strictness {
  readonly home: string;
  readonly sample: boolean;
  readonly base: string;
  readonly limits: Omit<StoreLimits, 'temp'>;
}

/** The line: upstream files become a published release. Returns null where this very release is the one that is served. */
export async function run(build: Build): Promise<Report | null> {
  const releases = new Releases(build.home);
  const snapshots = new Snapshots(build.sample ? `${build.home}/sample` : build.home);
  const served = await releases.current();
  const { inputs, unknown } = await fetch(snapshots, build);
  const building = await releases.begin();
  const store = await Store.open({ ...build.limits, temp: `${build.home}/spill` });
  try {
    const read = await ingest(store, await Ledger.open(store), snapshots, inputs, build);
    const before = served && served.sample === build.sample ? served.id : null;
    const id = releaseId(
      build.now,
      read.map(({ input, used }) => `${input.key} ${used?.sha256}`),
    );
    if (id === before) return null;
    const previous = await attachPrevious(store, before && releases.folder(before));
    await resolve(store);
    const stats = await buildStats(store, build.now);
    await diff(store, previous, build.now);
    await passGates(store, previous);
    const sources = await buildSources(store, outcomes(read, build.sources), build.now);
    const manifest = await publish(store, building, { ...build, id, previous: before, sources, stats });
    const told = await report(store, manifest, read, unknown);
    await snapshots.accept(Object.fromEntries(read.flatMap(({ input, used }) => (used ? [[input.key, used]] : []))));
    await releases.publish(building, manifest);
    return told;
  } finally {
    store.close();
    await releases.abandon();
  }
}
