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

/** Objects in orbit at the end of each year: arrivals up to then minus decays up to then. */
export function inOrbitByYear(arrived: readonly Tally[], decayed: readonly Tally[], until: number): Bar[] {
  const first = Math.min(until, ...arrived.map(({ bin }) => bin));
  const range = { from: first, to: until + 1, width: 1 };
  const [up, down] = [bars(arrived, kinds, range), bars(decayed, kinds, range)];
  const standing = kinds.map(() => 0);
  return up.map(({ bin, counts }, year) => {
    for (const kind of kinds.keys()) standing[kind]! += counts[kind]! - down[year]!.counts[kind]!;
    return { bin, counts: [...standing] };
  });
}

/** The sum of a bar. */
export const height = ({ counts }: Bar) => counts.reduce((sum, count) => sum + count, 0);
