import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeLimit } from './fetch/failure.ts';
import type { Snapshot, SnapshotIndex, Snapshots } from './snapshots.ts';
import type { Source, SourceFile } from './sources/source.ts';

/** One upstream file of this build: the new one, and the last good one as a fallback. */
export interface Input {
  readonly source: Source;
  readonly definition: SourceFile;
  readonly name: string;
  /** `<source>/<file>`. */
  readonly key: string;
  /** The new file; null if none has arrived. */
  readonly fresh: Snapshot | null;
  /** The last good one; null if there has never been one. */
  readonly last: Snapshot | null;
  /** Why a request failed; null if none did. */
  readonly problem: string | null;
  /** Whether the new file was set aside, because no release can be built with it. */
  readonly aside: boolean;
}

/** Files that were downloaded and wait for a build, and the reasons why others were not, by `<source>/<file>`. */
interface Arrivals {
  readonly fresh: SnapshotIndex;
  readonly problems: ReadonlyMap<string, string>;
}

/** The files to fetch, and their origin. */
export interface FetchOptions {
  readonly sources: readonly Source[];
  /** Slugs of the sources that are refreshed; the others keep their last snapshots. */
  readonly only: ReadonlySet<string>;
  /** The folder of each source's files, or the files that publishers have sent. Missing files keep their last snapshot. */
  readonly from: ((slug: string) => string) | Arrivals;
  readonly now: Date;
  /** New files that are set aside, and why, by `<source>/<file>`: their last snapshots are read instead. */
  readonly aside?: ReadonlyMap<string, string>;
}

/** The new files of one source, by name. */
interface Come {
  readonly names: readonly string[];
  fresh(name: string): Promise<Snapshot | null>;
  problem(name: string): string | null;
}

/**
 * Stores every upstream file that has arrived as a snapshot, along with the last good one, in the order of each
 * source's list. `unknown` are the paths of files that belong to no source: they are reported, but not read.
 */
export async function fetch(
  snapshots: Snapshots,
  options: FetchOptions,
): Promise<{ inputs: Input[]; unknown: string[] }> {
  const lastGood = await snapshots.index();
  const inputs: Input[] = [];
  const unknown: string[] = [];
  for (const source of options.sources) {
    const { from } = options;
    const come = typeof from === 'function' ? await given(snapshots, { ...options, from }, source) : sent(from, source);
    const names = [...new Set([...come.names, ...namesOf(Object.keys(lastGood), source)])].sort();
    if (typeof from === 'function')
      for (const name of come.names)
        if (!source.files.some((file) => file.matches.test(name))) unknown.push(join(from(source.slug), name));
    for (const definition of source.files) {
      for (const name of names.filter((one) => definition.matches.test(one))) {
        const key = `${source.slug}/${name}`;
        const because = options.aside?.get(key) ?? null;
        const fresh = because === null ? await come.fresh(name) : null;
        const problem = because ?? come.problem(name);
        const last = lastGood[key] ?? null;
        inputs.push({ source, definition, name, key, fresh, last, problem, aside: because !== null });
      }
    }
  }
  return { inputs, unknown };
}

/** The files of a folder; empty for a source that is not refreshed. */
async function given(
  snapshots: Snapshots,
  { from, only, now }: FetchOptions & { from: (slug: string) => string },
  { slug, fetchPolicy: { maxBytes } }: Source,
): Promise<Come> {
  const folder = from(slug);
  const names = only.has(slug) ? await filesOf(folder) : [];
  const large = new Set<string>();
  for (const name of names) if ((await stat(join(folder, name))).size > maxBytes) large.add(name);
  return {
    names,
    fresh: async (name) =>
      names.includes(name) && !large.has(name) ? snapshots.keep(`${slug}/${name}`, join(folder, name), now) : null,
    problem: (name) => (large.has(name) ? sizeLimit(maxBytes) : null),
  };
}

/** The files that publishers have sent, and why others are missing. */
function sent({ fresh, problems }: Arrivals, source: Source): Come {
  return {
    names: namesOf([...Object.keys(fresh), ...problems.keys()], source),
    fresh: async (name) => fresh[`${source.slug}/${name}`] ?? null,
    problem: (name) => problems.get(`${source.slug}/${name}`) ?? null,
  };
}

function namesOf(keys: readonly string[], { slug }: Source): string[] {
  return keys.filter((key) => key.startsWith(`${slug}/`)).map((key) => key.slice(slug.length + 1));
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
