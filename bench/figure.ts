/** A measurement of a section. */
export interface Measured {
  readonly what: string;
  readonly unit: string;
  /** One number per round. */
  readonly ours: readonly number[];
  /** The alternative it is compared with in the same run; without one, a figure has only a target. */
  readonly rival?: string;
  readonly theirs?: readonly number[];
  /** `≥ 3 ×` bounds the ratio to the rival, `≤ 1,500 ms` the figure itself. */
  readonly target: string;
  readonly note?: string;
  /** Whether the target applies. Default: on a release of full size. */
  readonly judged?: boolean;
}

/** One row of the table: medians of the rounds. */
export type Figure = ReturnType<typeof figure>;

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** Creates a figure from a measurement; `full`: whether the release is of full size. */
export function figure({ what, unit, ours, rival, theirs = [], target, note, judged }: Measured, full: boolean) {
  // The median of each round's ratio: the speed of a machine changes from round to round.
  const ratio = theirs.length > 0 ? median(ours.map((one, round) => one / theirs[round]!)) : null;
  const value = target.endsWith('×') ? ratio! : median(ours);
  const bound = Number(target.split(' ')[1]!.replace(',', ''));
  return {
    what,
    unit,
    ours: median(ours),
    rival: rival ?? null,
    theirs: theirs.length > 0 ? median(theirs) : null,
    ratio,
    target,
    /** Null if the release is too small to judge. */
    met: (judged ?? full) ? (target.startsWith('≥') ? value >= bound : value <= bound) : null,
    ...(note !== undefined && { note }),
  };
}

/** Formats a number with three digits, or as an integer with thousands separators. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

/** Prints figures as a table, with their notes below. */
export function print(figures: readonly Figure[]): void {
  const lines = figures.map(({ what, unit, ours, theirs, rival, ratio, target, met }) => ({
    what,
    ours: `${shown(ours)} ${unit}`,
    comparison: rival === null ? '' : `${rival}: ${shown(theirs!)}`,
    ratio: ratio === null ? '' : `${shown(ratio)} ×`,
    target,
    met: met === null ? 'not judged' : met ? 'met' : 'NOT MET',
  }));
  console.table(lines);
  for (const { what, note } of figures) if (note !== undefined) console.log(`${what}: ${note}`);
}
