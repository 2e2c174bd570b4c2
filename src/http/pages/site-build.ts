import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { type Prerendered, readPrerendered } from './content-security.ts';
import { type BuiltFiles, readBuiltFiles } from './site-files.ts';

/** Written into `dist` at the end of a build; without it, the website may be incomplete. */
export const siteFacts = 'site.json';

/** Facts of a built website that a server needs to serve it. */
export interface SiteFacts {
  /** Changes with the pages' code, and with the names of the files, which contain hashes of their content. */
  readonly build: string;
  readonly files: BuiltFiles;
  readonly pages: readonly Prerendered[];
}

/**
 * Sources of the website: files, and folders with all of their content. Pages import types and scripts from most of `src`, and the
 * publishers.
 */
const sourceFiles = ['astro.config.mjs', 'package-lock.json', 'CHANGELOG.md'];
const sourceFolders = ['public', 'src', 'pipeline/sources'];

/** There is neither a website nor the tools to build one. */
export class SiteMissing extends Error {
  override name = 'SiteMissing';
}

/**
 * Whether the website in `dist` is missing or older than its sources. `root` is the project's folder. If Astro is not
 * installed (`npm ci --omit=dev`), an existing build is served whatever its age; throws SiteMissing if there is none.
 */
export async function siteIsStale(root: string): Promise<boolean> {
  const built = await stat(join(root, 'dist', siteFacts)).catch(() => null);
  if (!(await stat(join(root, 'node_modules/astro')).catch(() => null))) {
    if (built) return false;
    throw new SiteMissing(
      'There is no website in dist/, and Astro, which builds it, is not installed. Run "npm ci && npm run build"; "npm ci --omit=dev" may follow.',
    );
  }
  if (!built) return true;
  // Synchronous: no request is served yet, and 600 files take a third of the time.
  const isNewer = (file: string) => statSync(join(root, file)).mtimeMs > built.mtimeMs;
  const contents = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)));
  return sourceFiles.some(isNewer) || folders.some((folder) => contents(folder).some(isNewer));
}

/** Writes the facts that the server needs about the website. The last of the integrations, so that the others have ended. */
export function describeSite(root: string): AstroIntegration {
  const dist = join(root, 'dist');
  const describe = async () => {
    const client = join(dist, 'client');
    const [entry, names] = await Promise.all([
      readFile(join(dist, 'server/entry.mjs')),
      readdir(dist, { recursive: true }),
    ]);
    const facts: SiteFacts = {
      build: createHash('sha256').update(entry).update(names.sort().join('\n')).digest('hex').slice(0, 16),
      files: await readBuiltFiles(client),
      pages: await readPrerendered(client),
    };
    await writeFile(join(dist, siteFacts), JSON.stringify(facts));
  };
  return { name: 'describe-site', hooks: { 'astro:build:done': describe } };
}
