import { glob, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';

/** Written when a build has ended; what it has built before may be half of the website. */
const mark = 'dist/built';

/** What the website is made from. */
const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'public/**/*',
  'CHANGELOG.md',
  'src/content.config.ts',
  'src/{pages,layouts,components,styles,content,schema,http,globe,sky,sql,sql-page,orbit}/**/*',
];

/** There is no website, and nothing to build it with. */
export class SiteMissing extends Error {
  override name = 'SiteMissing';
}

/**
 * Whether the website in `dist` is missing or older than what it is made from. `root` is the project's folder. Where Astro is
 * not installed (`npm ci --omit=dev`), what was built is served whatever its age; throws SiteMissing where nothing was.
 */
export async function siteIsStale(root: string): Promise<boolean> {
  const built = await stat(join(root, mark)).catch(() => null);
  if (!(await stat(join(root, 'node_modules/astro')).catch(() => null))) {
    if (built) return false;
    throw new SiteMissing(
      'There is no website in dist/, and Astro, which builds it, is not installed. Run "npm ci && npm run build"; "npm ci --omit=dev" may follow.',
    );
  }
  if (!built) return true;
  for await (const file of glob(sources, { cwd: root })) {
    if ((await stat(join(root, file))).mtimeMs > built.mtimeMs) return true;
  }
  return false;
}

/** Marks the website as built. The last of the integrations, so that the others have ended. */
export function markBuilt(root: string): AstroIntegration {
  return { name: 'mark-built', hooks: { 'astro:build:done': () => writeFile(join(root, mark), '') } };
}
