import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the website is made from. */
const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'public/**/*',
  'CHANGELOG.md',
  'src/content.config.ts',
  'src/{pages,layouts,components,styles,content,schema,api,globe,orbit}/**/*',
];

/** Whether the website in `dist` is missing or older than what it is made from. `root` is the project's folder. */
export async function siteIsStale(root: string): Promise<boolean> {
  const built = await stat(join(root, 'dist/server/entry.mjs')).catch(() => null);
  if (!built) return true;
  for await (const file of glob(sources, { cwd: root })) {
    if ((await stat(join(root, file))).mtimeMs > built.mtimeMs) return true;
  }
  return false;
}
