import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifest as manifestSchema } from '../../src/schema/release/manifest.ts';
import { forms, publicCacheControl } from '../../src/schema/release/public-route.ts';
import { publicFiles } from '../publish/files/public-files.ts';
import { type Bucket, BucketProblem, type ObjectFacts, sha256Of, textFacts } from './bucket.ts';
import { type Pointer, pointer, pointerKey, releaseKey, type Signer, signedText } from './signature.ts';

/** The result of a push. */
export interface Pushed {
  readonly release: string;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}

interface PushOptions {
  /** The folder of the release. */
  readonly folder: string;
  /** How many releases to keep in the bucket, including the pushed one. */
  readonly keep: number;
  readonly signer: Signer;
  progress(step: string): void;
}

/** Concurrent transfers: enough to saturate a connection, few enough for a small machine. */
const MAX_PARALLEL_REQUESTS = 4;
export const forever = 'public, max-age=31536000, immutable';

/**
 * Uploads a release to a bucket: its files, then its manifest; then the public files under the paths of the API, copied
 * within the bucket; then the pointer to it. If the push is interrupted, the previous release stays complete, and the
 * next run writes only missing objects.
 */
export async function push(bucket: Bucket, { folder, keep, signer, progress }: PushOptions): Promise<Pushed> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  const release = manifestSchema.parse(JSON.parse(text));
  const before = await bucket.text(pointerKey).then((found) => found && pointer.parse(JSON.parse(found)));
  if (before && !before.sample && release.sample)
    throw new BucketProblem('the bucket has real data, which the sample never replaces. Use another prefix');

  const counts = { written: 0, unchanged: 0, removed: 0 };
  const unless = async (key: string, facts: ObjectFacts, write: () => Promise<void>) => {
    const same = await bucket.has(key, facts);
    if (!same) await write();
    counts[same ? 'unchanged' : 'written']++;
    progress(`${counts.written} written, ${counts.unchanged} unchanged`);
  };

  const pub = publicFacts(release);
  await each(Object.entries(release.files), async ([path, { bytes, sha256 }]) => {
    const facts = pub.get(path)?.facts ?? {
      type: 'application/octet-stream',
      encoding: undefined,
      cacheControl: forever,
      sha256,
    };
    const key = releaseKey(release.id, path);
    await unless(key, facts, () => bucket.put(key, { file: join(folder, path), bytes }, facts));
  });
  const hash = sha256Of(text);
  const described = textFacts(text, 'application/json', forever);
  const manifestKey = releaseKey(release.id, 'manifest.json');
  await unless(manifestKey, described, () => bucket.put(manifestKey, text, described));

  // Lists of sizes and hashes are written after the files that they describe.
  const [lists, data] = split([...pub], ([path]) => /\/(dataset|datapackage|changes)\.json/.test(path));
  for (const part of [data, lists])
    await each(part, async ([path, { keys, facts, unpacked }]) => {
      const write = (key: string) =>
        unpacked === undefined
          ? bucket.copy(releaseKey(release.id, path), key)
          : bucket.put(key, { file: join(folder, `${path}.gz`), bytes: unpacked, unpack: true }, facts);
      for (const key of keys) await unless(key, facts, () => write(key));
    });
  const to = { release: release.id, sample: release.sample, manifest_sha256: hash };
  await point(bucket, { ...to, signature: signer.sign(signedText(to)) });

  const wanted = new Set([...pub.values()].flatMap(({ keys }) => keys));
  const gone = (await bucket.keys('api/v1/')).filter(
    // The archive is not part of a release: see archive.ts.
    (key) => !wanted.has(key) && !key.startsWith('api/v1/archive') && !key.startsWith('api/v1/dataset/all/'),
  );
  for (const key of [...gone, ...(await outdated(bucket, release.id, keep))]) {
    await bucket.remove(key);
    counts.removed++;
  }
  return { release: release.id, ...counts };
}

/** A public file: the keys under which clients request it, and its headers. */
interface PublicObject {
  readonly keys: readonly string[];
  readonly facts: ObjectFacts;
  /** Size of a dataset that the release has as `.gz` only, because it has been replaced since; else undefined. */
  readonly unpacked?: number | undefined;
}

/** The public files of a release by path. Each encoding has its own key. */
function publicFacts({ files, packed }: Manifest): Map<string, PublicObject> {
  const months = Object.keys(files).flatMap(
    (path) => /^public\/api\/v1\/events\/(\d{4}-\d\d)\.json$/.exec(path)?.[1] ?? [],
  );
  const releases = Object.keys(files).flatMap(
    (path) => /^public\/api\/v1\/changes\/([^/]+)\.json$/.exec(path)?.[1] ?? [],
  );
  const found = new Map<string, PublicObject>();
  for (const { route, path, form, codings } of publicFiles(months, releases)) {
    const plain = path.slice(1);
    for (const [coding, ending] of [[undefined, ''] as const, ...codings]) {
      const file = `public/${plain}.${form}${ending}`;
      const stored = files[file] ?? packed[file];
      if (stored === undefined) continue;
      const facts = {
        type: forms[form],
        encoding: coding,
        cacheControl: publicCacheControl(route.sharedMaxAge),
        sha256: stored.sha256,
      };
      const short = ending === '' && form === route.forms[0] ? [plain] : [];
      const unpacked = Object.hasOwn(files, file) ? undefined : stored.bytes;
      found.set(file, { keys: [`${plain}.${form}${ending}`, ...short], facts, unpacked });
    }
  }
  return found;
}

async function point(bucket: Bucket, to: Pointer): Promise<void> {
  const text = `${JSON.stringify(pointer.parse(to))}\n`;
  await bucket.put(pointerKey, text, textFacts(text, forms.json, 'no-cache'));
}

/**
 * The objects of releases to delete: the oldest, and those without a manifest, whose push or deletion was interrupted. Manifests come
 * first, so that no follower starts to fetch such a release.
 */
async function outdated(bucket: Bucket, served: string, keep: number): Promise<string[]> {
  const keys = await bucket.keys('releases/');
  const idOf = (key: string) => key.split('/')[1]!;
  const others = keys.filter((key) => idOf(key) !== served);
  const [manifests, files] = split(others, (key) => key === releaseKey(idOf(key), 'manifest.json'));
  const kept = new Set(
    manifests
      .map(idOf)
      .sort()
      .reverse()
      .slice(0, keep - 1),
  );
  return [...manifests, ...files].filter((key) => !kept.has(idOf(key)));
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

/** Does the work for each item, a few concurrently. After a failure no item is started; it throws when all running ones have ended. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  let failed = false;
  const worker = async () => {
    for (const one of left) {
      if (failed) return;
      await work(one).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: MAX_PARALLEL_REQUESTS }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
