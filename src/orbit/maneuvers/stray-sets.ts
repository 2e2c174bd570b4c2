/** How far the value at one index is from the line between those at two others; the indices ascend. */
export type Misfit = (before: number, at: number, after: number) => number;

/** A set is stray from this many times the usual misfit, and this many times that of its neighbors without it. */
const STRAY = { usual: 10, neighbors: 4 };
/** Sets on each side from which the usual misfit is taken. */
const NEIGHBORS = 30;
const SIGMAS = 1.4826;

/**
 * Indices of single sets that both neighbors contradict, while the neighbors agree with each other and with theirs: one bad fit, which would
 * be found as two burns of opposite signs. A burn is no such set: without it, its neighbors still do not fit together.
 */
export function strayIndices(length: number, misfit: Misfit, floor: number): number[] {
  const off = Array.from({ length }, (_, at) => (at > 0 && at + 1 < length ? Math.abs(misfit(at - 1, at, at + 1)) : 0));
  return off.flatMap((size, at) => {
    if (at < 2 || at + 2 >= length) return [];
    const without = Math.max(Math.abs(misfit(at - 2, at - 1, at + 1)), Math.abs(misfit(at - 1, at + 1, at + 2)));
    if (size <= floor || size <= STRAY.neighbors * without) return [];
    const near = off.slice(Math.max(1, at - NEIGHBORS), Math.min(length - 1, at + NEIGHBORS + 1)).sort((a, b) => a - b);
    return size > STRAY.usual * SIGMAS * near[near.length >> 1]! ? [at] : [];
  });
}
