import type { Manifest } from '../src/schema/release/manifest.ts';
import type { FetchOptions, Input } from './fetch.ts';
import type { Ingested } from './parse.ts';
import type { Compression } from './publish/compress.ts';
import { Releases, releaseId } from './publish/release.ts';
import { ParsedFiles, type ParsedFilesOptions } from './reuse/parsed-files.ts';
import { reusable } from './reuse/reusable.ts';
import { type SnapshotIndex, Snapshots } from './snapshots.ts';
import { StagingTables } from './staging-tables.ts';
import { Store, type StoreLimits } from './store.ts';

/** The inputs of a build: its folder, the time, its limits, its callbacks. */
export interface Build extends FetchOptions, ParsedFilesOptions {
  /** ORBWEAVER_HOME. */
  readonly home: string;
  /** Whether this is the embedded sample, which has its own snapshots and is never mixed with real data. */
  readonly sample: boolean;
  /**
   * If true, the release is made from essential files alone, on a first start. The next release is not compared with it, and it is not
   * archived.
   */
  readonly partial?: boolean;
  /** The base of URLs in published files; empty if no public URL is set. */
  readonly base: string;
  /** Files, as `<source>/<file>`, whose new version an operator accepts although it differs too much from the last one. */
  readonly accept?: ReadonlySet<string>;
  /** Whether files with fewer rows than their source expects are rejected. Files that a person provides may be small. */
  readonly expected: boolean;
  readonly limits: Omit<StoreLimits, 'temp'>;
  /** Compression level of the public files; `best` by default. */
  readonly compression?: Compression;
  /** `database`: the release is only compared and queried, not served, and has no other file than its database. Default: every file. */
  readonly files?: 'database';
  /** False to add nothing to the archive. */
  readonly archive?: boolean;
  /** Called before and after each new file is read: a crash in between leaves a trace of the file. */
  readonly reading?: (key: string, step: 'begins' | 'ended') => Promise<void>;
  /** Reports the current step of the build, in a few words. */
  progress(step: string): void;
  /** Reports problems that an operator should examine. */
  readonly warn?: (text: string) => void;
}

const MEMORY_PER_BYTE = 4;
const MAX_MEMORY_BYTES = 1.5e9;

/** The objects that the stages of one build share. */
export type BuildContext = Awaited<ReturnType<typeof openBuildContext>>;

export async function openBuildContext(build: Build) {
  const releases = new Releases(build.home);
  const found = await previousOf(releases, build);
  const previous = found?.id ?? null;
  const previousFolder = previous === null ? null : releases.folder(previous);
  const folder = await releases.begin();
  const snapshots = new Snapshots(build.sample ? `${build.home}/sample` : build.home, build.warn);
  let opened: Store | null = null;
  try {
    const store = await Store.open({ ...build.limits, temp: `${build.home}/spill` });
    opened = store;
    await store.create(`${folder}/catalog.duckdb`, 'release');
    if (previous) await store.attach(`${previousFolder}/catalog.duckdb`, 'previous');
    const staging = await StagingTables.open(store);
    const parsed = new ParsedFiles(staging, build);
    return {
      snapshots,
      store,
      staging,
      parsed,
      /**
       * The release that this one is compared with, its database attached as `previous`; null for the first of its
       * kind.
       */
      previous,
      /** Folder of the previous release. */
      previousFolder,
      /** The previous release, if data may be taken over from it. */
      reusable: found === null ? null : reusable(releases.folder(found.id), found),
      /** Folder in which the release is written before it is named. */
      folder,
      /**
       * Raises the database's memory limit with the size of the files, because some steps need a part of all claims in memory. The
       * real files (25 MB) do not change the limit; fifteen times as many get 1.5 GB.
       */
      async raiseMemoryLimit(inputs: readonly Input[]): Promise<void> {
        const bytes = inputs.reduce((sum, { fresh, last }) => sum + ((fresh ?? last)?.bytes ?? 0), 0);
        await store.raiseMemoryLimit(Math.min(bytes * MEMORY_PER_BYTE, MAX_MEMORY_BYTES));
      },
      /** The id of a release that is built from these files. */
      idOf: (read: readonly Ingested[]): string => releaseId(build.now, usedOf(read)),
      /** The path of the snapshot that was read; null if none was valid. */
      pathOf: ({ input, used }: Ingested): string | null => (used ? snapshots.path(input.key, used) : null),
      /** Serves the release, and marks the files that it was built from as the last good ones. */
      async activate(manifest: Manifest, read: readonly Ingested[]): Promise<void> {
        await snapshots.accept(usedOf(read), manifest.id);
        await releases.publish(folder, manifest);
        await parsed.activate();
      },
      /** Closes the database and removes everything that was not activated. */
      async close(): Promise<void> {
        await parsed.idle();
        store.close();
        await releases.abandon();
        await snapshots.tidy(await releases.ids());
      },
    };
  } catch (error) {
    opened?.close();
    await releases.abandon();
    throw error;
  }
}

/** The release to compare with: the served one, or the newest intact one if that is damaged. */
async function previousOf(releases: Releases, { sample, now, warn }: Build): Promise<Manifest | null> {
  const { manifest, problem } = await releases.served();
  // The sample's times are fixed: its first release replaces a later one of another version, and is not compared with it.
  if (sample && manifest !== null && Date.parse(manifest.generated_at) > now.getTime()) return null;
  if (problem === null) return manifest?.sample === sample && !manifest.partial ? manifest : null;
  const whole = await releases.newestWhole(sample);
  warn?.(
    `${problem}. A new one is built${whole ? ` and compared with ${whole.id}` : ' without comparing it to another'}; until then "npm run admin -- releases rollback" serves an earlier one`,
  );
  return whole;
}

const usedOf = (read: readonly Ingested[]): SnapshotIndex =>
  Object.fromEntries(read.flatMap(({ input, used }) => (used ? [[input.key, used]] : [])));
