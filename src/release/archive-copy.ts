import { copyFile, link, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../file-bytes.ts';
import { archiveFiles, damagedIndex, parsedIndex } from '../schema/release/archive.ts';

/**
 * Copies an archive from one folder into another that has none: its files, then the index that names them, so that an
 * interrupted copy is not an archive. Files never change, so they are hard-linked on the same disk. Returns the number of
 * files; null if there is no archive. Throws if its index is damaged.
 */
export async function copyArchive(from: string, to: string): Promise<number | null> {
  const text = await readFile(join(from, 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const index = parsedIndex(text);
  if (index === null) throw new Error(damagedIndex);
  const files = archiveFiles(index);
  for (const { file, bytes } of files) {
    const place = join(to, file);
    await mkdir(dirname(place), { recursive: true });
    const there = await stat(place).catch(() => null);
    if (there?.size === bytes) continue;
    await link(join(from, file), place).catch(() => copyFile(join(from, file), place));
  }
  await replaceFile(join(to, 'index.json'), `${JSON.stringify({ ...index, retired: [] })}\n`, true);
  return files.length;
}
