import { type Coverage, releaseCoverage } from '../../../orbit/coverage.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import { releaseTimes } from '../../api/history/coverage.ts';

const DAY_MS = 86_400_000;

/**
 * The part of a time that releases have seen, up to the served one: of the days before it (a number), of a month (`2026-08`), or since
 * the first release (`all`).
 */
export async function eventCoverage(
  archive: Pick<ArchiveReader, 'index'>,
  generated: string,
  of: number | string,
): Promise<Coverage> {
  const times = await releaseTimes(archive, generated);
  const newest = times.at(-1)!;
  if (typeof of === 'number') return releaseCoverage(times, { from: newest - of * DAY_MS, to: newest });
  if (of === 'all') return releaseCoverage(times, { from: times[0]!, to: newest });
  const end = Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5)), 1);
  return releaseCoverage(times, { from: Date.parse(`${of}-01`), to: Math.min(end, newest) });
}
