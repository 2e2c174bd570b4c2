/** A stretch of time, milliseconds since 1970, UTC. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** Objects that are tracked have a new set within this time: longer without one, what happened was not seen, days. */
export const GAP_DAYS = 5;
/** The part of a range that sets have to cover to say that nothing else happened in it. */
const COVERED = 0.9;

/** The parts of a range without element sets: between two epochs, before the first and after the last, longer than `GAP_DAYS`. */
export function gapsOf(epochs: readonly number[], { from, to }: Stretch): Stretch[] {
  const edges = [from, ...epochs.filter((epoch) => epoch >= from && epoch <= to).sort((a, b) => a - b), to];
  return edges.flatMap((end, at) => {
    const begin = edges[at - 1];
    return begin !== undefined && end - begin > GAP_DAYS * DAY_MS ? [{ from: begin, to: end }] : [];
  });
}

/** Whether what is outside of the gaps is enough of a range to say that nothing else happened in it. */
export function isCovered(gaps: readonly Stretch[], { from, to }: Stretch): boolean {
  const missing = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return missing <= (1 - COVERED) * (to - from);
}
