import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishFrontFiles } from '../../pipeline/publish/files/front-files.ts';
import { publicFiles } from '../../pipeline/publish/files/public-files.ts';
import { ReleaseFolder } from '../../pipeline/publish/folder.ts';

let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'orbweaver-front-'));
});
afterAll(() => rm(path, { recursive: true, force: true }));

test.each([
  ['', false],
  ['https://orbweaver.example', true],
])('a front sends the feed of a release with the public URL %j itself: %s', async (base, sends) => {
  const folder = new ReleaseFolder(path, 'fast');
  await folder.text('public/api/v1/events.atom', '<feed/>');
  await folder.files();
  const files = publicFiles([], []).filter((file) => file.path === '/api/v1/events' && file.form === 'atom');
  expect(files).toHaveLength(1);
  const now = new Date('2026-08-22T14:00:00Z');
  await publishFrontFiles(folder, files, {
    ...{ id: '20260822T140000Z-00000000', sample: false, now, generatedAt: '2026-08-22T14:00:00Z', base },
    ...{ previous: null, previousFolder: null, sources: [] },
  });
  for (const name of ['nginx-maps.conf', 'caddy-map'])
    expect([name, (await readFile(join(path, 'front', name), 'utf8')).includes('events.atom')]).toEqual([name, sends]);
});
