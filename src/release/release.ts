import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceLink } from '../file-bytes.ts';
import { parsedJson } from '../schema/json-text.ts';
import { type Manifest, manifest, readsFormat, releaseFormat } from '../schema/release/manifest.ts';

/** A release on disk: its manifest, read and checked, and the location of its files. */
export interface Release {
  readonly id: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Files of the manifest that are missing on disk or differ in size. Empty for an intact release. */
  readonly missing: readonly string[];
}

/** A release that can't be served. The message has the reason, and is public; paths of the machine are in `cause`. */
export class BrokenRelease extends Error {
  override name = 'BrokenRelease';
}

/** Concurrent file checks: enough to hide disk latency, few enough to leave file handles for readers. */
const parallel = 32;

/**
 * The id that `current` names, or null if there is no release yet. Throws BrokenRelease if `current` is not a link to
 * `releases/<id>`.
 */
export async function currentReleaseId(home: string): Promise<string | null> {
  try {
    const target = await readlink(join(home, 'current'));
    if (basename(dirname(target)) !== 'releases')
      throw new BrokenRelease('current points to something that is no release', { cause: target });
    return basename(target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    if (code === 'EINVAL') throw new BrokenRelease('current is not a symbolic link');
    throw error;
  }
}

/** Points `current` to a release, as the pipeline does when it publishes one. Running servers notice and switch. */
export async function serveRelease(home: string, id: string): Promise<void> {
  await replaceLink(join(home, 'current'), join('releases', id));
}

/**
 * The ids of the releases on disk, oldest first (an id starts with its time). Unfinished builds have names that start
 * with a dot.
 */
export async function releaseIds(home: string): Promise<string[]> {
  const names = await readdir(join(home, 'releases')).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}

/** Releases to use if one can't be served: first earlier ones, newest first, then later ones, newest first. */
export async function substitutes(home: string, id: string | null): Promise<string[]> {
  const others = (await releaseIds(home)).filter((other) => other !== id).reverse();
  const isEarlier = (other: string) => id === null || other < id;
  return [...others.filter(isEarlier), ...others.filter((other) => !isEarlier(other))];
}

/** The message about missing files. */
export const missingWords = (missing: readonly string[]): string =>
  `${missing.length} of its files are missing or truncated, ${missing[0]} the first`;

/** The problem with a release being served, judging by file sizes; null if it is intact. */
export async function damageOf({ folder, missing, manifest: { files } }: Release): Promise<string | null> {
  if (missing.length > 0) return missingWords(missing);
  if (!(await stat(join(folder, 'manifest.json')).catch(() => null))) return 'its folder or its manifest.json is gone';
  for (const name of ['catalog.duckdb', 'records.sqlite']) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found) return `${name} is gone`;
    if (found.size !== files[name]?.bytes) return `${name} is not as long as it was`;
  }
  return null;
}

/**
 * Reads a release's manifest and checks that each of its files exists. Hashes are not checked here: the pipeline did,
 * and reading gigabytes would delay every switch.
 */
export async function openRelease(home: string, id: string): Promise<Release> {
  const folder = join(home, 'releases', id);
  const content = await readManifest(join(folder, 'manifest.json'));
  if (content.id !== id) throw new BrokenRelease(`manifest.json says it is release ${content.id}, not ${id}`);
  return { id, folder, manifest: content, missing: await missingFiles(folder, content) };
}

/** Throws BrokenRelease if this version can't read the release's format. */
export function checkFormat({ format }: Manifest): void {
  if (!readsFormat(format))
    throw new BrokenRelease(
      `it is of format ${format}, and this version reads ${releaseFormat} and every other of the same major version: \`npm run refresh\` builds a new one of the same files`,
    );
}

/** Reads a manifest, without checking other files. Throws BrokenRelease. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BrokenRelease(`manifest.json cannot be read (${error.code})`);
  });
  const json = parsedJson(text);
  if (json === undefined) throw new BrokenRelease('manifest.json is not JSON: it may be half written');
  const result = manifest.safeParse(json);
  if (!result.success) throw new BrokenRelease(`manifest.json is not a manifest: ${z.prettifyError(result.error)}`);
  return result.data;
}

async function missingFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const missing: string[] = [];
  const left = Object.entries(files).values();
  const look = async () => {
    for (const [path, { bytes }] of left) {
      const found = await stat(join(folder, path)).catch(() => null);
      if (found?.size !== bytes) missing.push(path);
    }
  };
  await Promise.all(Array.from({ length: parallel }, look));
  return missing.sort();
}
