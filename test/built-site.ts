import { join } from 'node:path';
import { openSite, type Site } from '../src/http/pages/site.ts';
import { runNode } from '../src/server/child.ts';
import { buildStaleSite } from '../src/server/website.ts';

const root = join(import.meta.dirname, '..');

/**
 * The built website. If it is older than its sources, one test file rebuilds it while others wait.
 * `ORBWEAVER_TEST_DIST` names another build to use unchanged: for a checkout in which other processes build, too.
 */
export async function builtSite(): Promise<Site> {
  const other = process.env.ORBWEAVER_TEST_DIST;
  if (other) return openSite(other);
  // With the lock of servers: a server that a test starts meanwhile waits for the website, and does not build it, too.
  await buildStaleSite(
    root,
    () => runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']),
    () => {},
  );
  return openSite(join(root, 'dist'));
}
