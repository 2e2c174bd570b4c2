import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileFacts } from './file-bytes.ts';
import type { Manifest } from './schema/release/manifest.ts';

/** One file that differs from the manifest. */
export interface Difference {
  readonly file: string;
  readonly problem: string;
}

/**
 * Reads every byte of a release and compares it with its manifest, both ways; empty if it is intact. Every release is
 * checked this way before it is published, and by `admin releases verify`.
 */
export async function releaseDifferences(folder: string, { files }: Pick<Manifest, 'files'>): Promise<Difference[]> {
  const found = await fileDifferences(folder, files, Object.keys(files));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(folder, join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && file !== 'manifest.json' && !Object.hasOwn(files, file))
      found.push({ file, problem: 'is not in the manifest' });
  }
  return found;
}

/** The differences of some files of a release: a server checks those that it opens. */
export async function fileDifferences(
  folder: string,
  files: Manifest['files'],
  names: readonly string[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const file of names) {
    const actual = await fileFacts(join(folder, file)).then(
      ({ sha256 }) => sha256,
      (error: NodeJS.ErrnoException) => error.code ?? 'unreadable',
    );
    if (actual === 'ENOENT') found.push({ file, problem: 'is missing' });
    else if (!/^[0-9a-f]{64}$/.test(actual)) found.push({ file, problem: `cannot be read (${actual})` });
    else if (actual !== files[file]?.sha256) found.push({ file, problem: 'differs from the file that was published' });
  }
  return found;
}
