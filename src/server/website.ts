import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { siteIsStale } from '../http/pages/site-build.ts';
import { Locked, locked } from '../lock.ts';
import { UserError } from '../user-error.ts';

/** How often a server checks whether another one has finished building the website, ms. */
const LOOK_MS = 200;

/**
 * Runs `build` if the website is missing or older than its sources. Servers of one program folder that start together do
 * so one at a time, because Astro empties the output folder: the second one finds the website built. Throws SiteMissing, and UserError
 * if this user may not write to that folder.
 */
export async function buildStaleSite(
  root: string,
  build: () => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const cache = join(root, 'node_modules/.cache');
  let isWaiting = false;
  while (await siteIsStale(root)) {
    try {
      return await locked(join(cache, 'orbweaver'), async () => {
        if (!(await siteIsStale(root))) return;
        say('Building the website: it is missing or older than its sources.');
        await build();
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).path?.startsWith(cache))
        throw new UserError(
          `The website is missing or older than its sources, and this user may not build it (${(error as Error).message}). Run "npm run build" in ${root} as its owner, then "npm ci --omit=dev".`,
        );
      if (!(error instanceof Locked)) throw error;
    }
    if (!isWaiting) say('Waiting for another server, which is building the website.');
    isWaiting = true;
    await setTimeout(LOOK_MS);
  }
}
