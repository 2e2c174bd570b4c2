/** How many objects of a kind fall into a bin. */
interface Tally {
  readonly bin: number;
  readonly object_class: string;
  readonly objects: number;
}

/** One bar: its beginning, and the number of objects of each kind, in the order of the kinds. */
export interface Bar {
  readonly bin: number;
  readonly counts: readonly number[];
  /** Drawn pale: the year is not over, or too little of it is known. */
  readonly partial?: boolean;
  /** Numbers that are not drawn, in the order of their names in the chart. */
  readonly also?: readonly number[];
}

/** Kinds of objects in the order in which bars are stacked. */
export const kinds = ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS', 'UNKNOWN'] as const;

/** Bars from tallies, `width` apart, from `from` to `to` (exclusive); empty bins are included with zeros. */
export function bars(
  tallies: readonly Tally[],
  of: readonly string[],
  range: { from: number; to: number; width: number },
): Bar[] {
  const found = new Map(tallies.map(({ bin, object_class, objects }) => [`${bin} ${object_class}`, objects]));
  const count = Math.max(0, Math.ceil((range.to - range.from) / range.width));
  return Array.from({ length: count }, (_, index) => {
    const bin = range.from + index * range.width;
    return { bin, counts: of.map((kind) => found.get(`${bin} ${kind}`) ?? 0) };
  });
}

/** The sum of a bar. */
export const height = ({ counts }: Bar) => counts.reduce((sum, count) => sum + count, 0);
