/** A period that may be in a plan. Times in milliseconds since 1970, UTC. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  /** Greater than 0; a plan has the largest sum. */
  readonly weight: number;
}

/**
 * The candidates that one antenna can follow one after the other, with the largest sum of weights, in order of time. Between two of
 * them are at least `turnMs` milliseconds. This is weighted interval scheduling: for each candidate, in order of their ends, the best
 * sum with it is its weight and the best sum of those that end before it begins (Kleinberg and Tardos, Algorithm Design, 6.1).
 */
export function stationPlan<C extends Candidate>(candidates: readonly C[], turnMs: number): C[] {
  const byEnd = candidates.toSorted((a, b) => a.to - b.to || a.from - b.from);
  /** How many of the first candidates end early enough for each. */
  const before = byEnd.map(({ from }) => endedBy(byEnd, from - turnMs));
  /** The largest sum of the first 0, 1, 2, … candidates. */
  const best = [0];
  for (const [n, { weight }] of byEnd.entries()) best.push(Math.max(best[n]!, weight + best[before[n]!]!));
  const plan: C[] = [];
  for (let n = byEnd.length; n > 0; ) {
    if (best[n] === best[n - 1]) n -= 1;
    else {
      plan.push(byEnd[n - 1]!);
      n = before[n - 1]!;
    }
  }
  return plan.reverse();
}

/** The number of candidates that end at a time or earlier. They are in order of their ends. */
function endedBy(byEnd: readonly Candidate[], time: number): number {
  let [low, high] = [0, byEnd.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byEnd[middle]!.to <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
