import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runNode } from '../src/server/child.ts';
import { openSite, type Site } from '../src/server/site.ts';
import { siteIsStale } from '../src/server/site-build.ts';

const root = join(import.meta.dirname, '..');
const lock = join(root, 'node_modules/.orbweaver-site-lock');
/** A lock older than this belongs to a test that was killed, ms. */
const abandoned = 180_000;

/**
 * The website as it is built, built anew where it is older than its sources: by one test file, while others wait.
 * `ORBWEAVER_TEST_DIST` names another build, taken as it is: for a checkout where somebody else builds as well.
 */
export async function builtSite(): Promise<Site> {
  const other = process.env.ORBWEAVER_TEST_DIST;
  if (other) return openSite(other);
  let built = false;
  while (!built && (await siteIsStale(root))) {
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!mine) {
      const age = Date.now() - ((await stat(lock).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > abandoned) await rm(lock, { recursive: true, force: true });
      await pause(200);
      continue;
    }
    try {
      if (await siteIsStale(root)) await runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']);
      built = true;
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return openSite(join(root, 'dist'));
}
