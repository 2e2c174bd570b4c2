/** A stretch of time, milliseconds since 1970, UTC. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** Longest time between two sets of a tracked object, days: during a longer gap, a change may remain unseen. */
export const GAP_DAYS = 5;
/** The share of a range that sets must cover before we conclude that nothing else happened in it. */
const COVERED = 0.9;

/** Whether the time between two neighboring sets is a gap. */
export const isGap = (from: number, to: number): boolean => to - from > GAP_DAYS * DAY_MS;

/** The parts of a range without data: between two times, before the first and after the last, longer than `GAP_DAYS`. */
export function gapsOf(times: readonly number[], { from, to }: Stretch): Stretch[] {
  const edges = [from, ...times.filter((time) => time >= from && time <= to).sort((a, b) => a - b), to];
  return edges.flatMap((end, at) => {
    const begin = edges[at - 1];
    return begin !== undefined && isGap(begin, end) ? [{ from: begin, to: end }] : [];
  });
}

/** The part of a range whose sets were read, if it has `total` and only the newest were read: what was not read is no gap. */
export const readPart = (times: readonly number[], total: number, { from, to }: Stretch): Stretch => ({
  from: total > times.length ? Math.min(...times) : from,
  to,
});

/** Releases are made several times a day: between two that are farther apart than this, changes may have come and gone. Days. */
export const RELEASE_GAP_DAYS = 1.5;

/** The parts of a range in which no releases were made whose differences could show a change; `times` ascend. */
export function releaseGaps(times: readonly number[], { from, to }: Stretch): Stretch[] {
  const inside = times.filter((time) => time >= from && time <= to);
  const edges = [times.findLast((time) => time < from), ...inside, times.find((time) => time > to)];
  return edges.slice(1).flatMap((end, at) => {
    const begin = edges[at];
    // Before the first release, nothing was seen.
    if (begin !== undefined && (end ?? to) - begin <= RELEASE_GAP_DAYS * DAY_MS) return [];
    const gap = { from: Math.max(from, begin ?? from), to: Math.min(to, end ?? to) };
    return gap.to > gap.from ? [gap] : [];
  });
}

/** A range and the gaps in it, as responses have them: ISO 8601, UTC. */
export interface Coverage {
  readonly from: string;
  readonly to: string;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
}

/** Writes a range and the gaps in it. */
export const coverageWith = (gaps: readonly Stretch[], range: Stretch): Coverage => ({
  ...written(range),
  gaps: gaps.map(written),
});

/** The coverage of a range by releases of these times, which ascend. */
export const releaseCoverage = (times: readonly number[], range: Stretch): Coverage =>
  coverageWith(releaseGaps(times, range), range);

const written = ({ from, to }: Stretch) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** The part of a range outside of its gaps, days. */
export const coveredDays = (gaps: readonly Stretch[], { from, to }: Stretch): number =>
  (to - from - gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)) / DAY_MS;

/** Whether enough of a range lies outside of its gaps to conclude that nothing else happened in it. */
export function isCovered(gaps: readonly Stretch[], range: Stretch): boolean {
  return coveredDays(gaps, range) >= (COVERED * (range.to - range.from)) / DAY_MS;
}
