import { join } from 'node:path';
import { openSite, type Site } from '../src/http/pages/site.ts';
import { siteIsStale } from '../src/http/pages/site-build.ts';
import { runNode } from '../src/server/child.ts';
import { once } from './once.ts';

const root = join(import.meta.dirname, '..');
const lock = join(root, 'node_modules/.orbweaver-site-lock');

/**
 * The built website. If it is older than its sources, one test file rebuilds it while others wait.
 * `ORBWEAVER_TEST_DIST` names another build to use unchanged: for a checkout in which other processes build, too.
 */
export async function builtSite(): Promise<Site> {
  const other = process.env.ORBWEAVER_TEST_DIST;
  if (other) return openSite(other);
  await once(
    lock,
    async () => !(await siteIsStale(root)),
    () => runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']),
  );
  return openSite(join(root, 'dist'));
}
