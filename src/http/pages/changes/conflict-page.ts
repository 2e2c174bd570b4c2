import { releaseCoverage } from '../../../orbit/coverage.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import { changeStepsOf, timeOf } from '../../api/history/changes.ts';
import { conflictChangesSince } from '../../api/history/conflict-changes.ts';
import { releaseTimes } from '../../api/history/coverage.ts';
import type { OpenedRelease } from '../../opened-release.ts';

/** The conflicts that began or ended, newest first, and the time that they are known of; null if no comparison is kept. */
export async function conflictPage(from: OpenedRelease, archive: Pick<ArchiveReader, 'index'>) {
  const { changes, unread } = await conflictChangesSince(from, 0);
  // Change sets are read from the oldest: the newest may be missing.
  const known = (await changeStepsOf(from)).map(timeOf).reverse();
  const read = known.slice(0, known.length - unread);
  const coverage =
    read.length === 0
      ? null
      : releaseCoverage(await releaseTimes(archive, from.release.manifest.generated_at), {
          from: read[0]!,
          to: read.at(-1)!,
        });
  return { changes, coverage };
}
