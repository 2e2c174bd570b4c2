import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveIndex, readsArchive } from '../schema/release/archive.ts';

/**
 * Marks in the archive that the releases after one were rolled back at a time (ISO 8601 UTC): their data no longer counts as
 * the catalog of their time. The release that is served again loses its mark. Does nothing if there is no readable archive.
 */
export async function markRolledBack(home: string, servedAgain: string, at: string): Promise<void> {
  const path = join(home, 'archive', 'index.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const index = archiveIndex.parse(JSON.parse(text));
  if (!readsArchive(index.format)) return;
  const snapshots = index.snapshots.map(({ rolled_back_at, ...snapshot }) => {
    if (snapshot.release === null || snapshot.release === servedAgain) return snapshot;
    const marked = rolled_back_at ?? (snapshot.release > servedAgain ? at : undefined);
    return { ...snapshot, ...(marked !== undefined && { rolled_back_at: marked }) };
  });
  await writeFile(`${path}.part`, `${JSON.stringify({ ...index, snapshots })}\n`, { flush: true });
  await rename(`${path}.part`, path);
}
