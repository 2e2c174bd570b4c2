import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot, Snapshots } from './snapshots.ts';
import type { Source, SourceFile } from './sources/source.ts';

/** One upstream file of this build: what has come, and the last good one to fall back on. */
export interface Input {
  readonly source: Source;
  readonly definition: SourceFile;
  readonly name: string;
  /** `<source>/<file>`. */
  readonly key: string;
  /** What has come now; null where nothing has. */
  readonly fresh: Snapshot | null;
  /** The last good one; null where there has never been one. */
  readonly last: Snapshot | null;
}

/** What to fetch, from where. */
export interface FetchOptions {
  readonly sources: readonly Source[];
  /** Slugs of the sources that are refreshed; the others keep their last snapshots. */
  readonly only: ReadonlySet<string>;
  /** Folder laid out as `<source>/<file>`. What is not there keeps its last snapshot. */
  readonly from: string;
  readonly now: Date;
}

/** What was found that no source knows: reported, never read. */
export interface Unknown {
  readonly path: string;
}

/** Keeps every upstream file that has come as a snapshot, beside the last good one. Files come in the order of their source's list. */
export async function fetch(
  snapshots: Snapshots,
  options: FetchOptions,
): Promise<{ inputs: Input[]; unknown: Unknown[] }> {
  const lastGood = await snapshots.index();
  const inputs: Input[] = [];
  const unknown: Unknown[] = [];
  for (const source of options.sources) {
    const folder = join(options.from, source.slug);
    const here = options.only.has(source.slug) ? await filesOf(folder) : [];
    const before = Object.keys(lastGood)
      .filter((key) => key.startsWith(`${source.slug}/`))
      .map((key) => key.slice(source.slug.length + 1));
    const names = [...new Set([...here, ...before])].sort();
    for (const name of here)
      if (!source.files.some((file) => file.matches.test(name))) unknown.push({ path: join(folder, name) });
    for (const definition of source.files) {
      for (const name of names.filter((one) => definition.matches.test(one))) {
        const key = `${source.slug}/${name}`;
        const fresh = here.includes(name) ? await snapshots.keep(key, join(folder, name), options.now) : null;
        inputs.push({ source, definition, name, key, fresh, last: lastGood[key] ?? null });
      }
    }
  }
  return { inputs, unknown };
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
