import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArchiveOptions } from '../../pipeline/archive/archive.ts';
import { exportArchive } from '../../pipeline/archive/export.ts';
import { compactArchive } from '../../pipeline/archive/merge.ts';
import { verifyArchive } from '../../pipeline/archive/verify.ts';
import { localArchive } from '../../pipeline/mirror/archive.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { runAdmin } from '../../src/cli/run-admin.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { newestSets } from './plain-set.ts';

const limits = { memory: '200MB', ...smallCatalog };
const NOON = Date.UTC(2026, 7, 23, 12);
let home: string;
let other: string;
beforeAll(async () => {
  home = await copySample();
  other = await mkdtemp(join(tmpdir(), 'orbweaver-restored-'));
});
afterAll(() => Promise.all([home, other].map(removeFolder)));

/** Runs `npm run admin -- …` in a home folder, and returns its output. */
async function admin(folder: string, ...line: string[]): Promise<string> {
  const out: string[] = [];
  const code = await runAdmin(line, {
    home: folder,
    databaseUrl: undefined,
    secret: undefined,
    now: () => NOON,
    actor: 'operator test',
    out: (text) => out.push(text),
    say: () => {},
  });
  expect([line, code]).toEqual([line, 0]);
  return out.join('\n');
}

test('admin backup contains the archive, and admin restore copies it to another home', async () => {
  await admin(home, 'keys', 'create', '--email', 'me@example.org');
  const folder = await admin(home, 'backup');
  await admin(other, 'restore', '--from', folder);
  expect(await localArchive(other)).toEqual({ ...(await localArchive(home))!, retired: [] });
  expect(await verifyArchive({ home: other, limits })).toEqual([]);
  const [original, restored] = [new ArchiveReader(home), new ArchiveReader(other)];
  expect(await newestSets(restored, 25_544)).toEqual(await newestSets(original, 25_544));
  expect(await newestSets(original, 25_544)).toHaveLength(2);
  original.close();
  restored.close();
});

test('verify, compact, and export fail in a home without an archive, and create no files', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'orbweaver-no-archive-'));
  const filter = { of: 'elements', from: null, to: null, norad_cat_id: null } as const;
  const file = join(empty, 'elements.csv');
  for (const work of [verifyArchive, compactArchive, (options: ArchiveOptions) => exportArchive(options, file, filter)])
    await expect(work({ home: empty, limits })).rejects.toThrow('there is no archive in');
  expect(await readdir(empty)).toEqual([]);
  await removeFolder(empty);
});

test('admin releases rollback marks the snapshot as rolled back, and as_of ignores it', async () => {
  const served = await currentReleaseId(home);
  await admin(home, 'releases', 'rollback');
  const { snapshots } = (await localArchive(home))!;
  expect(snapshots.map(({ release, rolled_back_at }) => [release, rolled_back_at])).toEqual([
    [await currentReleaseId(home), undefined],
    [served, new Date(NOON).toISOString()],
  ]);
  const reader = new ArchiveReader(home);
  expect((await reader.coverage(NOON)).snapshot?.release).toBe(snapshots[0]!.release);
  expect((await reader.asOf(NOON)).length).toBe(snapshots[0]!.objects);
  reader.close();
  await admin(home, 'releases', 'rollback', '--to', served!);
  expect((await localArchive(home))!.snapshots[1]!.rolled_back_at).toBeUndefined();
});
