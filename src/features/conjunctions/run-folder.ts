import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredRun, storedRun } from '../../schema/approaches/conjunction.ts';
import { parsedJson } from '../../schema/json-text.ts';

/** Number of finished runs that are kept, so that readers of an earlier one can finish. */
const KEPT_RUNS = 3;

/** Folder of finished runs: one folder each, named by its time, with `run.json` written last. */
const runsFolder = (home: string): string => join(home, 'conjunctions');

/** Folder for the finished parts of an unfinished run with these inputs. */
export const workFolder = (home: string, hash: string): string => join(runsFolder(home), `.work-${hash}`);

/** Names of the folders of finished runs, oldest first. */
export async function runIds(home: string): Promise<string[]> {
  const names = await readdir(runsFolder(home)).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}

/** A finished run; null if there is none of this name, or it was written by another version. */
export async function readRun(home: string, id: string): Promise<(StoredRun & { readonly folder: string }) | null> {
  const folder = join(runsFolder(home), id);
  const text = await readFile(join(folder, 'run.json'), 'utf8').catch(() => 'null');
  const { data } = storedRun.safeParse(parsedJson(text));
  return data ? { folder, ...data } : null;
}

/** The newest complete run; null if there is none. */
export async function newestRun(home: string): Promise<Awaited<ReturnType<typeof readRun>>> {
  for (const id of (await runIds(home)).reverse()) {
    const run = await readRun(home, id);
    if (run) return run;
  }
  return null;
}

/**
 * Makes a finished run the newest, and deletes outdated files: earlier runs, later ones, which are of a release that was rolled back or of
 * a clock that ran ahead, and the parts of unfinished ones.
 */
export async function publishRun(home: string, work: string, id: string): Promise<string> {
  await mkdir(runsFolder(home), { recursive: true });
  const folder = join(runsFolder(home), id);
  await rm(folder, { recursive: true, force: true });
  await rename(work, folder);
  const names = await readdir(runsFolder(home));
  // A run with the same start but other days or another method is replaced, because names do not show which is newer.
  const begin = id.split('-')[0]!;
  const others = (await runIds(home)).filter((other) => other !== id);
  const kept = others.filter((other) => other < id && !other.startsWith(begin)).slice(1 - KEPT_RUNS);
  const outdated = others.filter((other) => !kept.includes(other));
  for (const name of [...outdated, ...names.filter((name) => name.startsWith('.work-'))])
    await rm(join(runsFolder(home), name), { recursive: true, force: true });
  return folder;
}
