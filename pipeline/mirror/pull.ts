import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifest } from '../../src/schema/release/manifest.ts';
import { Releases } from '../publish/release.ts';
import { type Bucket, BucketProblem, sha256Of } from './bucket.ts';
import { pointer, pointerKey, releaseKey } from './pointer.ts';
import { each } from './push.ts';

interface PullOptions {
  readonly home: string;
  progress(step: string): void;
}

/** A release that came, and how many of its files were there already, in the release before. */
export interface Pulled {
  readonly release: string;
  readonly fetched: number;
  readonly linked: number;
}

/**
 * Brings the release that a bucket names into a home folder, compares every file with its hash, and switches to it as
 * a refresh does. Null where it is the one that is served. Whatever fails leaves the served one in its place.
 */
export async function pull(bucket: Bucket, { home, progress }: PullOptions): Promise<Pulled | null> {
  const named = await bucket.text(pointerKey);
  if (named === null) throw new BucketProblem('the bucket names no release yet: "npm run publish" brings one');
  const { release: id, manifest_sha256 } = pointer.parse(JSON.parse(named));
  const releases = new Releases(home);
  const served = await releases.current();
  if (served?.id === id) return null;

  const text = await bucket.text(releaseKey(id, 'manifest.json'));
  if (text === null || sha256Of(text) !== manifest_sha256)
    throw new BucketProblem(
      `the manifest of release ${id} is missing or is not the one that was published: publish it again`,
    );
  const release = manifest.parse(JSON.parse(text));
  if (release.id !== id || !Object.keys(release.files).every(isInside))
    throw new BucketProblem(`the manifest of release ${id} is not its own, and nothing of it is taken`);

  const known = new Map(Object.entries(served?.files ?? {}).map(([path, { sha256 }]) => [sha256, path]));
  const building = await releases.begin();
  const counts = { fetched: 0, linked: 0 };
  try {
    await each(Object.entries(release.files), async ([path, facts]) => {
      const place = join(building, path);
      await mkdir(dirname(place), { recursive: true });
      const same = known.get(facts.sha256);
      // Files of a release never change: one that both have is one on the disk.
      if (same && (await linked(join(releases.folder(served!.id), same), place))) counts.linked++;
      else {
        await bucket.download(releaseKey(id, path), place, facts);
        counts.fetched++;
      }
      progress(`release ${id}: ${counts.fetched + counts.linked} of ${Object.keys(release.files).length} files`);
    });
    await releases.publish(building, release);
  } finally {
    await releases.abandon();
  }
  return { release: id, ...counts };
}

/** A manifest names files of its release alone. */
const isInside = (path: string): boolean => /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !/(^|\/)\.{1,2}(\/|$)/.test(path);

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );
