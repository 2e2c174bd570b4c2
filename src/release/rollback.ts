import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../file-bytes.ts';
import { parsedJson } from '../schema/json-text.ts';
import { parsedIndex, readsArchive } from '../schema/release/archive.ts';
import { emptyFileRecord, refreshRecord } from '../schema/release/refresh-record.ts';
import { releaseIndex, type SnapshotIndex, snapshotIndex } from '../schema/release/snapshot.ts';

/**
 * Restores the snapshots that a release was built from as the last good ones, and quarantines those of later releases:
 * the next refresh doesn't use these bytes, even if a publisher sends them again. Returns the number of files that were
 * rolled back; null if the snapshots of the release are not recorded.
 */
export async function rollBackSnapshots(home: string, release: string, sample: boolean): Promise<number | null> {
  const snapshots = join(home, sample ? 'sample/snapshots' : 'snapshots');
  const before = await readIndex(join(snapshots, releaseIndex(release)));
  if (before === null) return null;
  const now = (await readIndex(join(snapshots, 'index.json'))) ?? {};
  const held = (await readIndex(join(snapshots, 'held.json'))) ?? {};
  const arrived = (await readIndex(join(snapshots, 'arrived.json'))) ?? {};
  const path = join(home, 'refresh.json');
  const record = refreshRecord.catch(refreshRecord.parse({})).parse(parsedJson(await text(path)) ?? {});
  let count = 0;
  for (const [key, one] of Object.entries(now)) {
    if (before[key]?.sha256 === one.sha256) continue;
    count++;
    held[key] = one;
    if (arrived[key]?.sha256 === one.sha256) delete arrived[key];
    record.files[key] = {
      ...(record.files[key] ?? emptyFileRecord()),
      refused: one.sha256,
      refusal: `it was taken back by a rollback to release ${release}`,
      good_at: null,
    };
  }
  for (const [key, { sha256 }] of Object.entries(before)) {
    const file = record.files[key];
    if (file?.refused === sha256) Object.assign(file, { refused: null, refusal: null });
    if (held[key]?.sha256 === sha256) delete held[key];
  }
  if (!sample) await replace(path, record);
  await replace(join(snapshots, 'held.json'), held);
  await replace(join(snapshots, 'arrived.json'), arrived);
  await replace(join(snapshots, 'index.json'), before);
  return count;
}

/**
 * Marks in the archive that the releases after one were rolled back at a time (ISO 8601 UTC): their data no longer counts as
 * the catalog of their time. The release that is served again loses its mark. Returns false, and changes nothing, if the archive
 * cannot be read.
 */
export async function markRolledBack(home: string, servedAgain: string, at: string): Promise<boolean> {
  const path = join(home, 'archive', 'index.json');
  if (!existsSync(path)) return true;
  const index = parsedIndex(await text(path));
  if (index === null || !readsArchive(index.format)) return false;
  const snapshots = index.snapshots.map(({ rolled_back_at, ...snapshot }) => {
    if (snapshot.release === null || snapshot.release === servedAgain) return snapshot;
    const marked = rolled_back_at ?? (snapshot.release > servedAgain ? at : undefined);
    return { ...snapshot, ...(marked !== undefined && { rolled_back_at: marked }) };
  });
  await replaceFile(path, `${JSON.stringify({ ...index, snapshots })}\n`, true);
  return true;
}

const text = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function readIndex(path: string): Promise<SnapshotIndex | null> {
  const read = snapshotIndex.safeParse(parsedJson(await text(path)));
  return read.success ? read.data : null;
}

const replace = (path: string, content: unknown): Promise<void> =>
  replaceFile(path, `${JSON.stringify(content, null, 1)}\n`, true);
