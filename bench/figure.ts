/** A bound of our own figure, or of its ratio to the rival's. */
type Target = { readonly of: 'ours' | 'ratio'; readonly at: 'least' | 'most'; readonly bound: number };

/** One line of the table. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** The median of the rounds. */
  readonly ours: number;
  /** What was measured beside it in the same run; null where a figure has no rival but its target. */
  readonly rival: string | null;
  readonly theirs: number | null;
  /** Ours to theirs: the median of the rounds' own ratios, for the speed of a machine changes from round to round. */
  readonly ratio: number | null;
  /** `≥ 3 ×`, `≤ 25 ms`; null where there is no target. */
  readonly target: string | null;
  /** Null where there is no target, or where the release is too small to tell. */
  readonly met: boolean | null;
  readonly rounds: { readonly ours: readonly number[]; readonly theirs: readonly number[] };
  readonly note?: string;
}

/** What a section knows of a figure. */
interface Measured {
  readonly what: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly rival?: string;
  readonly theirs?: readonly number[];
  readonly target?: Target;
  readonly note?: string;
}

export const least = (bound: number, of: Target['of'] = 'ratio'): Target => ({ of, at: 'least', bound });
export const most = (bound: number, of: Target['of'] = 'ratio'): Target => ({ of, at: 'most', bound });

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** Makes a figure; `judged` is false where the release is too small to tell whether the target is met. */
export function figure({ what, unit, ours, rival, theirs = [], target, note }: Measured, judged = true): Figure {
  const ratio = theirs.length > 0 ? median(ours.map((one, round) => one / theirs[round]!)) : null;
  const value = target?.of === 'ratio' ? ratio : median(ours);
  const meets =
    target && value !== null ? (target.at === 'least' ? value >= target.bound : value <= target.bound) : null;
  return {
    what,
    unit,
    ours: median(ours),
    rival: rival ?? null,
    theirs: theirs.length > 0 ? median(theirs) : null,
    ratio,
    target: target
      ? `${target.at === 'least' ? '≥' : '≤'} ${shown(target.bound)} ${target.of === 'ratio' ? '×' : unit}`.trim()
      : null,
    met: judged ? meets : null,
    rounds: { ours, theirs },
    ...(note !== undefined && { note }),
  };
}

/** A number as people read it: three digits, or whole with its thousands. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

/** Prints figures as a table, and their notes below it. */
export function print(figures: readonly Figure[]): void {
  const lines = figures.map(({ what, unit, ours, theirs, rival, ratio, target, met }) => ({
    what,
    ours: `${shown(ours)} ${unit}`,
    beside: rival === null ? '' : `${rival}: ${shown(theirs!)}`,
    ratio: ratio === null ? '' : `${shown(ratio)} ×`,
    target: target ?? '',
    met: target === null ? '' : met === null ? 'not judged' : met ? 'met' : 'NOT MET',
  }));
  console.table(lines);
  for (const { what, note } of figures) if (note !== undefined) console.log(`${what}: ${note}`);
}
