import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compress, digest, packFile } from '../../../pipeline/publish/compress.ts';

let folder: string;
/** More than is compressed in memory, in pieces that differ. */
const content = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => (at * 7 + (at >> 9)) % 251));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-compress-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileIn(name: string): Promise<string> {
  await mkdir(join(folder, name));
  const path = join(folder, name, 'file');
  await writeFile(path, content);
  return path;
}

test('a large file and its forms have the same bytes, and the facts of each are returned', async () => {
  const path = await fileIn('large');
  const written = await compress(path, false, 'fast');
  expect(Object.keys(written).sort()).toEqual([path, `${path}.br`, `${path}.gz`, `${path}.zst`].sort());
  for (const [file, facts] of Object.entries(written)) expect(facts).toEqual(digest(await readFile(file)));
  const forms = [
    ['br', brotliDecompressSync],
    ['gz', gunzipSync],
    ['zst', zstdDecompressSync],
  ] as const;
  for (const [ending, decompress] of forms)
    expect(decompress(await readFile(`${path}.${ending}`)).equals(content)).toBe(true);
});

test('the error is that of the form that cannot be written, not that of an encoder', async () => {
  const path = await fileIn('folder');
  await mkdir(`${path}.zst`);
  await expect(compress(path, false, 'fast')).rejects.toMatchObject({ code: 'EISDIR' });
});

test.skipIf(!existsSync('/dev/full'))('a full disk is told as such, by whichever form it was written', async () => {
  for (const ending of ['br', 'gz', 'zst']) {
    const path = await fileIn(`full ${ending}`);
    await symlink('/dev/full', `${path}.${ending}`);
    await expect(compress(path, false, 'fast')).rejects.toMatchObject({ code: 'ENOSPC' });
  }
  const path = await fileIn('packed');
  await expect(packFile(path, '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a file that cannot be read is an error with its code', async () => {
  await expect(packFile(join(folder, 'none'), join(folder, 'none.gz'))).rejects.toMatchObject({ code: 'ENOENT' });
});
