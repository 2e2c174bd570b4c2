import type { Manifest } from '../src/schema/release/manifest.ts';
import type { FetchOptions, Input } from './fetch.ts';
import type { Ingested } from './ingested.ts';
import type { Compression } from './publish/compress.ts';
import { Releases, releaseId } from './publish/release.ts';
import { type SnapshotIndex, Snapshots } from './snapshots.ts';
import { StagingTables } from './staging-tables.ts';
import { Store, type StoreLimits } from './store.ts';

/** Everything that a build is given: its folder, the time, its limits, its callbacks. */
export interface Build extends FetchOptions {
  /** ORBWEAVER_HOME. */
  readonly home: string;
  /** Whether this is the embedded sample: it has snapshots of its own and never meets real data. */
  readonly sample: boolean;
  /** Begins the URLs in published files; empty where no public address is set. */
  readonly base: string;
  /** Whether a file with fewer rows than its source expects is refused. Files that a person gives may be small. */
  readonly expected: boolean;
  readonly limits: Omit<StoreLimits, 'temp'>;
  /** How hard the public files are compressed; `best` where nothing is said. */
  readonly compression?: Compression;
  /** False where nothing is added to the archive. */
  readonly archive?: boolean;
  /** Reports what the build is doing, a few words at a time. */
  progress(step: string): void;
  /** Reports what an operator should look at, a line or more; nothing is reported where not given. */
  readonly warn?: (text: string) => void;
}

const MEMORY_PER_BYTE = 4;
const MAX_MEMORY_BYTES = 1.5e9;

/** What the stages of one build work with, opened together and closed together. */
export type BuildContext = Awaited<ReturnType<typeof openBuildContext>>;

export async function openBuildContext(build: Build) {
  const releases = new Releases(build.home);
  const previous = await previousOf(releases, build);
  const previousFolder = previous === null ? null : releases.folder(previous);
  const folder = await releases.begin();
  const snapshots = new Snapshots(build.sample ? `${build.home}/sample` : build.home, build.warn);
  let opened: Store | null = null;
  try {
    const store = await Store.open({ ...build.limits, temp: `${build.home}/spill` });
    opened = store;
    await store.create(`${folder}/catalog.duckdb`, 'release');
    if (previous) await store.attach(`${previousFolder}/catalog.duckdb`, 'previous');
    return {
      snapshots,
      store,
      staging: await StagingTables.open(store),
      /** The release that this one is compared with, its database attached as `previous`; null for the first of its kind. */
      previous,
      /** Its folder. */
      previousFolder,
      /** Where the release is written before it has its name. */
      folder,
      /**
       * Gives the database memory by how much there is to read: some steps hold a part of all claims in memory. The real files
       * (25 MB) stay at the limit that the build began with; fifteen times as many get 1.5 GB.
       */
      async raiseMemoryLimit(inputs: readonly Input[]): Promise<void> {
        const bytes = inputs.reduce((sum, { fresh, last }) => sum + ((fresh ?? last)?.bytes ?? 0), 0);
        await store.raiseMemoryLimit(Math.min(bytes * MEMORY_PER_BYTE, MAX_MEMORY_BYTES));
      },
      /** The name of the release that these files give. */
      idOf: (read: readonly Ingested[]): string => releaseId(build.now, usedOf(read)),
      /** Where an upstream file that was read lies, as it came; null where none was good. */
      pathOf: ({ input, used }: Ingested): string | null => (used ? snapshots.path(input.key, used) : null),
      /** Activates the release, and makes the files that it was built from the last good ones. */
      async activate(manifest: Manifest, read: readonly Ingested[]): Promise<void> {
        await snapshots.accept(usedOf(read));
        await releases.publish(folder, manifest);
      },
      /** Leaves nothing behind but what has been activated. */
      async close(): Promise<void> {
        store.close();
        await releases.abandon();
        await snapshots.tidy();
      },
    };
  } catch (error) {
    opened?.close();
    await releases.abandon();
    throw error;
  }
}

/** The release to compare with: the served one, or the newest whole one where that is damaged. */
async function previousOf(releases: Releases, { sample, warn }: Build): Promise<string | null> {
  const { manifest, problem } = await releases.served();
  if (problem === null) return manifest?.sample === sample ? manifest.id : null;
  const whole = await releases.newestWhole(sample);
  warn?.(
    `${problem}. A new one is built${whole ? `, compared with ${whole.id}` : ', with nothing to compare it with'}; until then "npm run admin -- releases rollback" serves an earlier one`,
  );
  return whole?.id ?? null;
}

const usedOf = (read: readonly Ingested[]): SnapshotIndex =>
  Object.fromEntries(read.flatMap(({ input, used }) => (used ? [[input.key, used]] : [])));
