import { z } from '@hono/zod-openapi';
import {
  type Coverage,
  coverageWith,
  GAP_DAYS,
  gapsOf,
  RELEASE_GAP_DAYS,
  type Stretch,
} from '../../../orbit/coverage.ts';
import type { ArchiveReader } from '../../../release/archive.ts';

const instant = (meaning: string) => z.iso.datetime().describe(`${meaning} (UTC)`);

/** Coverage of a requested time range, with the gaps in it. */
export const coverageShape = z
  .object({
    from: instant('Start of the range'),
    to: instant('End of the range'),
    gaps: z
      .array(
        z.object({
          from: instant('The last data before the gap, or the start of the range'),
          to: instant('The first data after the gap, or the end of the range'),
        }),
      )
      .describe(
        `Parts without data, in order: more than ${GAP_DAYS} days without an element set, or more than ${RELEASE_GAP_DAYS} without a release. Changes in them were not seen, or only at their end`,
      ),
  })
  .openapi('Coverage');

/** The end of a range up to now: the last full minute, so that a repeated request has the same response. */
export const untilNow = (now: number): number => Math.floor(now / 60_000) * 60_000;

/** The coverage of a range by element sets of these epochs (milliseconds since 1970). */
export const coverageOf = (epochs: readonly number[], range: Stretch): Coverage =>
  coverageWith(gapsOf(epochs, range), range);

/** The times of the releases up to one, milliseconds since 1970, oldest first; those that were rolled back are included if `all`. */
export async function releaseTimes(
  archive: Pick<ArchiveReader, 'index'>,
  generated: string,
  all = false,
): Promise<number[]> {
  const snapshots = (await archive.index())?.snapshots ?? [];
  const times = snapshots.flatMap(({ at, release, rolled_back_at }) =>
    release !== null && (all || !rolled_back_at) && at <= generated ? [Date.parse(at)] : [],
  );
  return [...new Set([...times, Date.parse(generated)])].sort((a, b) => a - b);
}
