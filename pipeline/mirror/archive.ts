import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type ArchiveFile,
  type ArchiveIndex,
  archiveDocument,
  archiveFiles,
  archiveIndex,
  archivePath,
  datasetDocument,
  datasetPath,
} from '../../src/schema/archive.ts';
import { forms, publicCacheControl } from '../../src/schema/public-route.ts';
import { type Bucket, BucketProblem, type ObjectFacts } from './bucket.ts';

const indexKey = 'archive/index.json';
const FOREVER = 'public, max-age=31536000, immutable';
const SHARED_SECONDS = 3600;
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** The archive of a home folder; null where it has none. */
export async function localArchive(home: string): Promise<ArchiveIndex | null> {
  const text = await readFile(join(home, 'archive', 'index.json'), 'utf8').catch(() => null);
  return text === null ? null : archiveIndex.parse(JSON.parse(text));
}

/**
 * Brings the archive of a home folder into a bucket: the files that it lacks, then the index, then what the new index names no more.
 * Returns how many objects were written. `base` begins the addresses in what is cited.
 */
export async function pushArchive(bucket: Bucket, home: string, index: ArchiveIndex, base = ''): Promise<number> {
  let written = 0;
  const unless = async (key: string, facts: ObjectFacts, write: () => Promise<void>) => {
    if ((await bucket.look(key))?.sha256 === facts.sha256) return;
    await write();
    written++;
  };
  const facts = (sha256: string, cacheControl: string): ObjectFacts => ({
    type: forms.parquet,
    encoding: undefined,
    cacheControl,
    sha256,
  });
  const files = archiveFiles(index);
  for (const { file, bytes, sha256 } of files) {
    const described = facts(sha256, FOREVER);
    await unless(`archive/${file}`, described, () =>
      bucket.put(`archive/${file}`, { file: join(home, 'archive', file), bytes }, described),
    );
  }
  for (const { month, file, bytes, sha256 } of index.elements) {
    const key = archivePath(month).slice(1);
    const described = facts(sha256, publicCacheControl(SHARED_SECONDS));
    await unless(key, described, () => bucket.put(key, { file: join(home, 'archive', file), bytes }, described));
  }
  for (const dataset of index.datasets)
    for (const [form, encoding] of [
      ['csv', 'gzip'],
      ['parquet', undefined],
    ] as const) {
      const { file, bytes, sha256 } = dataset[form];
      const key = `${datasetPath(dataset.month).slice(1)}.${form}`;
      // The sample makes room for real data.
      const cacheControl = index.sample ? publicCacheControl(SHARED_SECONDS) : FOREVER;
      const described = { type: forms[form], encoding, cacheControl, sha256 };
      await unless(key, described, () => bucket.put(key, { file: join(home, 'archive', file), bytes }, described));
    }
  const list = `${JSON.stringify(archiveDocument(index))}\n`;
  const text = `${JSON.stringify({ ...index, retired: [] })}\n`;
  const json = (body: string, cacheControl: string) => ({ ...facts(sha256Of(body), cacheControl), type: forms.json });
  const documents = [
    ['/api/v1/archive', list],
    ...index.datasets.map(
      (one) => [datasetPath(one.month), `${JSON.stringify(datasetDocument(index, one, base))}\n`] as const,
    ),
  ] as const;
  for (const [path, body] of documents)
    for (const key of [path.slice(1), `${path.slice(1)}.json`]) {
      const described = json(body, publicCacheControl(SHARED_SECONDS));
      await unless(key, described, () => bucket.put(key, body, described));
    }
  const described = json(text, 'no-cache');
  await unless(indexKey, described, () => bucket.put(indexKey, text, described));
  const kept = new Set([indexKey, ...files.map(({ file }) => `archive/${file}`)]);
  for (const key of await bucket.keys('archive/')) if (!kept.has(key)) await bucket.remove(key);
  return written;
}

/**
 * Brings the archive that a bucket has into a home folder, each file compared with its hash, the index last. Returns how many files
 * were fetched; null where the bucket has none.
 */
export async function pullArchive(bucket: Bucket, home: string): Promise<number | null> {
  const text = await bucket.text(indexKey);
  if (text === null) return null;
  const index = archiveIndex.parse(JSON.parse(text));
  const folder = join(home, 'archive');
  let fetched = 0;
  for (const one of archiveFiles(index)) {
    const place = join(folder, one.file);
    const there = await stat(place).catch(() => null);
    if (there?.size === one.bytes) continue;
    await mkdir(dirname(place), { recursive: true });
    await fetchFile(bucket, one, place);
    fetched++;
  }
  const path = join(folder, 'index.json');
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return fetched;
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, text, { flush: true });
  await rename(`${path}.part`, path);
  return fetched;
}

async function fetchFile(bucket: Bucket, { file, bytes, sha256 }: ArchiveFile, place: string): Promise<void> {
  const body = await bucket.read(`archive/${file}`);
  if (!body) throw new BucketProblem(`archive/${file} is not in the bucket`);
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        if (size > bytes) break;
        yield chunk;
      }
    },
    createWriteStream(`${place}.part`, { flush: true }),
  );
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new BucketProblem(`archive/${file} came with another content than its index says`);
  await rename(`${place}.part`, place);
}
