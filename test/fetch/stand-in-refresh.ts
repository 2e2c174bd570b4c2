import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifest } from '../../src/schema/release/manifest.ts';
import { type RefreshProcess, startRefresh } from '../chaos/refresh-process.ts';
import type { StandIn } from './stand-in.ts';

/**
 * Starts `npm run refresh` as a separate process that requests the files of a stand-in, without its pauses between requests. Its clock
 * starts at `startedAt` plus the age of this process, so that one refresh is later than the one before.
 */
export function refreshFrom(standIn: StandIn, home: string, startedAt: number, ...args: string[]): RefreshProcess {
  const bases = Object.entries(standIn.bases).map(([slug, url]) => [`ORBWEAVER_${slug.toUpperCase()}_URL`, url]);
  return startRefresh({
    home,
    loaded: [new URL('./no-pauses.ts', import.meta.url).href, new URL('./shifted-clock.ts', import.meta.url).href],
    args: ['--small', '--compression', 'fast', ...args],
    settings: {
      SHIFTED_CLOCK: String(startedAt + performance.now()),
      ORBWEAVER_CONTACT: 'test@example.org',
      ...Object.fromEntries(bases),
    },
  });
}

/** The manifest of the release that a home serves. */
export async function servedManifest(home: string): Promise<Manifest> {
  const link = await readlink(join(home, 'current'));
  return manifest.parse(JSON.parse(await readFile(join(home, link, 'manifest.json'), 'utf8')));
}
