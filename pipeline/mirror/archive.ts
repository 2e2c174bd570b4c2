import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeOthers, replaceFile } from '../../src/file-bytes.ts';
import {
  type ArchiveFile,
  type ArchiveIndex,
  archiveDocument,
  archiveFiles,
  archiveFolders,
  archivePath,
  damagedIndex,
  datasetDocument,
  datasetPath,
  parsedIndex,
  readsArchive,
} from '../../src/schema/release/archive.ts';
import { forms, publicCacheControl } from '../../src/schema/release/public-route.ts';
import { type Bucket, BucketProblem, type ObjectFacts, textFacts } from './bucket.ts';
import { forever } from './push.ts';
import { checkSignature, type Signer } from './signature.ts';

const indexKey = 'archive/index.json';
const SHARED = publicCacheControl(3600);

/** The index as it is published. Its signature is its last member, so that no reader sees the one without the other. */
function signedIndex(index: ArchiveIndex, signer: Signer): string {
  const text = JSON.stringify({ ...index, retired: [] });
  return `${text.slice(0, -1)},"signature":"${signer.sign(text)}"}\n`;
}

/** The text of a published index that is signed, and its signature. */
function signedPart(text: string): { signed: string; signature: string | undefined } {
  const [, start, signature] = /^(.*),"signature":"([\w-]+)"\}\n$/s.exec(text) ?? [];
  return start === undefined ? { signed: text, signature: undefined } : { signed: `${start}}`, signature };
}

/** The index of a home's archive; null if it has none. Throws BucketProblem if it is damaged. */
export async function localArchive(home: string): Promise<ArchiveIndex | null> {
  const text = await readFile(join(home, 'archive', 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const index = parsedIndex(text);
  if (index === null) throw new BucketProblem(damagedIndex);
  return index;
}

/**
 * Uploads the archive of a home to a bucket: missing files, then the index, and then deletes files that are no longer in it. Returns
 * how many objects were written. `base` is the prefix of the URLs in citations.
 */
export async function pushArchive(
  bucket: Bucket,
  home: string,
  index: ArchiveIndex,
  { base = '', signer }: { readonly base?: string; readonly signer: Signer },
): Promise<number> {
  let written = 0;
  const bring = async (key: string, content: { file: string; bytes: number } | string, facts: ObjectFacts) => {
    if (await bucket.has(key, facts)) return;
    await bucket.put(key, content, facts);
    written++;
  };
  const bringFile = (
    key: string,
    { file, bytes, sha256 }: ArchiveFile,
    cacheControl: string,
    type: string = forms.parquet,
    encoding?: string,
  ) => bring(key, { file: join(home, 'archive', file), bytes }, { type, encoding, cacheControl, sha256 });
  const bringText = (key: string, text: string, cacheControl: string) =>
    bring(key, text, textFacts(text, forms.json, cacheControl));

  const files = archiveFiles(index);
  for (const one of files) await bringFile(`archive/${one.file}`, one, forever);
  for (const one of index.elements) await bringFile(archivePath(one.month).slice(1), one, SHARED);
  for (const { month, csv, parquet } of index.datasets) {
    const key = datasetPath(month).slice(1);
    // Real data replaces the sample's.
    const cacheControl = index.sample ? SHARED : forever;
    await bringFile(`${key}.csv`, csv, cacheControl, forms.csv, 'gzip');
    await bringFile(`${key}.parquet`, parquet, cacheControl);
  }
  const documents: [path: string, document: unknown][] = [
    ['/api/v1/archive', archiveDocument(index)],
    ...index.datasets.map((one): [string, unknown] => [datasetPath(one.month), datasetDocument(index, one, base)]),
  ];
  for (const [path, document] of documents)
    for (const key of [path.slice(1), `${path.slice(1)}.json`])
      await bringText(key, `${JSON.stringify(document)}\n`, SHARED);
  await bringText(indexKey, signedIndex(index, signer), 'no-cache');
  const kept = new Set([indexKey, ...files.map(({ file }) => `archive/${file}`)]);
  for (const key of await bucket.keys('archive/')) if (!kept.has(key)) await bucket.remove(key);
  return written;
}

/** The version of a bucket's archive, which changes with every change of its index; null if it has none. */
export async function archiveVersion(bucket: Bucket): Promise<string | null> {
  return (await bucket.look(indexKey))?.sha256 ?? null;
}

/**
 * Downloads the archive of a bucket to a home, verifying each file's hash, the index last, and then deletes files that neither it nor the
 * index before it lists. Returns how many files were downloaded; null if the bucket has no archive. Throws BucketProblem if it lacks
 * releases of the home's archive, which `allowOlder` accepts, if it is of the sample and the home's is not, and if this version cannot
 * read it.
 */
export async function pullArchive(
  bucket: Bucket,
  home: string,
  key: KeyObject | null,
  allowOlder = false,
): Promise<number | null> {
  const text = await bucket.text(indexKey);
  if (text === null) return null;
  const { signed, signature } = signedPart(text);
  checkSignature(key, indexKey, signed, signature);
  const index = parsedIndex(text);
  if (index === null) throw new BucketProblem('the index of the archive in the bucket is damaged: publish it again');
  const local = await localArchive(home).catch(() => null);
  refuseLosing(local, index, allowOlder);
  const folder = join(home, 'archive');
  let fetched = 0;
  for (const one of archiveFiles(index)) {
    const place = join(folder, one.file);
    const there = await stat(place).catch(() => null);
    if (there?.size === one.bytes) continue;
    await mkdir(dirname(place), { recursive: true });
    await bucket.download(`archive/${one.file}`, place, one);
    fetched++;
  }
  const path = join(folder, 'index.json');
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return fetched;
  await replaceFile(path, text, true);
  const kept = [index, ...(local ? [local] : [])].flatMap(archiveFiles).map(({ file }) => file);
  await removeOthers(folder, archiveFolders, new Set(kept));
  return fetched;
}

/** Throws BucketProblem if a bucket's archive may not replace the local one. A local one that cannot be read is replaced. */
function refuseLosing(local: ArchiveIndex | null, index: ArchiveIndex, allowOlder: boolean): void {
  if (!readsArchive(index.format))
    throw new BucketProblem(
      `the archive of the bucket is of format ${index.format}, which this version cannot read: update it`,
    );
  if (local === null || (local.sample && !index.sample)) return;
  if (index.sample && !local.sample)
    throw new BucketProblem('the bucket has the archive of the sample, which never replaces that of real data');
  const theirs = new Set(index.snapshots.map(({ release }) => release));
  const lost = local.snapshots.filter(({ release }) => release !== null && !theirs.has(release));
  if (lost.length > 0 && !allowOlder)
    throw new BucketProblem(
      `the archive of the bucket lacks releases of this one, such as ${lost[0]!.release}: nothing was replaced. If that is right, run this once with --allow-older`,
    );
}
