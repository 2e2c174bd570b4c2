import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReleaseFolder } from '../../../pipeline/publish/folder.ts';

let path: string;
let folder: ReleaseFolder;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'orbweaver-folder-'));
  folder = new ReleaseFolder(path, 'fast');
});
afterEach(() => rm(path, { recursive: true, force: true }));

test('files() waits for background compression, and lists a packed file under both names', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `public/set-${at}.csv`);
  for (const name of names) await folder.packed(name, name.repeat(1000), { brotli: true, alias: `${name}-newest` });
  const files = await folder.files();
  const endings = ['.br', '.gz'].flatMap((ending) => ['', '-newest'].map((alias) => `${alias}${ending}`));
  expect(Object.keys(files)).toEqual(names.flatMap((name) => endings.map((ending) => name + ending)).sort());
  for (const name of names)
    for (const one of [name, `${name}-newest`])
      expect(gunzipSync(await readFile(join(path, `${one}.gz`))).toString()).toBe(name.repeat(1000));
  expect(Object.keys(folder.packedFiles())).toHaveLength(14);
});

test.each([
  ['short', 3],
  // Packed in streams.
  ['longer than a mebibyte', 90_000],
])('a %s text in pieces makes the same file as one text', async (_, count) => {
  const pieces = Array.from({ length: count }, (_, at) => `${at} Ørsted Å©\r\n`);
  const whole = await folder.packed('public/whole.csv', pieces.join(''), { omitted: 2 });
  expect(await folder.packedPieces('public/pieces.csv', () => pieces, 2)).toEqual(whole);
  const files = await folder.files();
  expect(files['public/pieces.csv.gz']).toEqual(files['public/whole.csv.gz']);
  expect(gunzipSync(await readFile(join(path, 'public/pieces.csv.gz'))).toString()).toBe(pieces.join(''));
  expect(folder.packedFiles()['public/pieces.csv']).toEqual({ ...whole, omitted: 2 });
});

test('a failure in the background is thrown by files() and when more files are added', async () => {
  const body = join(path, 'body');
  await writeFile(body, 'text');
  await folder.packedFile('public/good.csv', body);
  // A folder blocks the path of the compressed file.
  await folder.place('public/bad.csv.gz/in-the-way');
  await folder.packed('public/bad.csv', 'text');
  await expect(folder.files()).rejects.toThrow('EISDIR');
  await expect(folder.files()).rejects.toThrow('EISDIR');
  const more = async () => {
    for (let at = 0; at < 3; at += 1) await folder.packed(`public/more-${at}.csv`, 'text');
    await folder.files();
  };
  await expect(more()).rejects.toThrow('EISDIR');
});

test('concurrent additions lose no files', async () => {
  const chain = async (name: string) => {
    for (let at = 0; at < 10; at += 1) await folder.text(`public/${name}-${at}.json`, `{"${name}":${at}}`);
    expect((await folder.files())[`public/${name}-9.json.gz`]).toBeDefined();
  };
  await Promise.all([chain('one'), chain('other')]);
  expect(Object.keys(await folder.files())).toHaveLength(2 * 10 * 4);
});
