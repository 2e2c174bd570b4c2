import type { KeyObject } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifest } from '../../src/schema/release/manifest.ts';
import { Releases } from '../publish/release.ts';
import { slimReleases } from '../publish/slim-releases.ts';
import { type Bucket, BucketProblem, sha256Of } from './bucket.ts';
import { each } from './push.ts';
import { checkSignature, pointer, pointerKey, releaseKey, signedText } from './signature.ts';

export interface PullOptions {
  readonly home: string;
  /** The publisher's pinned key; null: unsigned releases are accepted. */
  readonly key: KeyObject | null;
  /** Whether a release may be older than the served one, as after a rollback at the publisher. */
  readonly allowOlder: boolean;
  progress(step: string): void;
}

/** A downloaded release, and how many of its files were already in the previous release. */
export interface Pulled {
  readonly release: string;
  readonly fetched: number;
  readonly linked: number;
}

/**
 * Downloads the release that a bucket names to a home, verifies the hash of every file, and switches to it as a refresh does. Null if
 * that release is already served. If anything fails, the served release stays.
 */
export async function pull(bucket: Bucket, { home, key, allowOlder, progress }: PullOptions): Promise<Pulled | null> {
  const named = await bucket.text(pointerKey);
  if (named === null) throw new BucketProblem('the bucket names no release yet: "npm run publish" uploads one');
  const to = pointer.parse(JSON.parse(named));
  checkSignature(key, pointerKey, signedText(to), to.signature);
  const { release: id, sample, manifest_sha256 } = to;
  const releases = new Releases(home);
  const served = await releases.current();
  if (served) await slimReleases(releases, served.id);
  if (served?.id === id) return null;
  if (served && !served.sample && sample)
    throw new BucketProblem('the bucket has the sample, which never replaces real data: nothing was downloaded');
  // An id begins with the time of its release.
  if (served && served.sample === sample && id < served.id && !allowOlder)
    throw new BucketProblem(
      `release ${id} of the bucket is older than the served one, ${served.id}: nothing was downloaded. If the publisher has rolled back, run this once with --allow-older`,
    );

  const text = await bucket.text(releaseKey(id, 'manifest.json'));
  if (text === null || sha256Of(text) !== manifest_sha256)
    throw new BucketProblem(
      `the manifest of release ${id} is missing or is not the one that was published: publish it again`,
    );
  const release = manifest.parse(JSON.parse(text));
  if (release.id !== id || release.sample !== sample || !Object.keys(release.files).every(isInside))
    throw new BucketProblem(
      `the manifest of release ${id} is of another release or names files outside of it: nothing was downloaded`,
    );

  const known = new Map(Object.entries(served?.files ?? {}).map(([path, { sha256 }]) => [sha256, path]));
  const building = await releases.begin();
  const counts = { fetched: 0, linked: 0 };
  try {
    await each(Object.entries(release.files), async ([path, facts]) => {
      const place = join(building, path);
      await mkdir(dirname(place), { recursive: true });
      const same = known.get(facts.sha256);
      // Files of a release never change: a file that is in both is stored once.
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

/** A manifest may only name files inside its release. */
const isInside = (path: string): boolean => /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !/(^|\/)\.{1,2}(\/|$)/.test(path);

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );
