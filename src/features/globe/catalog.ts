import type { AccuracyRegime } from '../../schema/objects/accuracy.ts';
import type { OrbitClass } from '../../schema/vocabulary.ts';
import { type Coloring, coloring, otherColor } from './coloring.ts';

/** The data of the objects that the globe draws, by row. */
export interface Catalog {
  readonly ids: Int32Array;
  readonly names: readonly string[];
  readonly classes: readonly OrbitClass[];
  /** The kinds of orbit by which elements age. */
  readonly regimes: readonly AccuracyRegime[];
  /** Milliseconds, UTC. */
  readonly epochs: Float64Array;
  /** When the release was made, milliseconds, UTC. */
  readonly generated: number;
}

const HOUR = 3_600_000;

function byClass({ classes }: Catalog): Coloring {
  const known = ['LEO', 'MEO', 'GEO', 'HEO'];
  const labels = [
    ['LEO, below 2,000 km', 0],
    ['MEO, 2,000–35,786 km', 1],
    ['GEO, 24-hour orbit', 2],
    ['HEO, highly elliptical', 3],
    ['Unknown', otherColor],
  ] as const;
  return coloring(labels, classes.length, (row) => {
    const place = known.indexOf(classes[row]!);
    return place < 0 ? known.length : place;
  });
}

/** The word that a series of satellites shares: `STARLINK` of `STARLINK-1007`; the whole name if it has no number. */
export function seriesOf(name: string): string {
  return /^([^\d]*?[^\d\s-])[\s-]*\(?[\d].*$/.exec(name)?.[1] ?? name;
}

function bySeries({ names }: Catalog): Coloring {
  const series = names.map(seriesOf);
  const counts = new Map<string, number>();
  for (const word of series) counts.set(word, (counts.get(word) ?? 0) + 1);
  const biggest = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, otherColor);
  const places = new Map(biggest.map(([word], place) => [word, place]));
  const labels = [...biggest.map(([word], place) => [word, place] as const), ['Other', otherColor] as const];
  return coloring(labels, names.length, (row) => places.get(series[row]!) ?? biggest.length);
}

function byAge({ epochs, generated }: Catalog): Coloring {
  const labels = [
    ['Under 12 hours', 0],
    ['12 to 24 hours', 1],
    ['1 to 3 days', 2],
    ['Older', 5],
  ] as const;
  return coloring(labels, epochs.length, (row) => {
    const age = generated - epochs[row]!;
    return age < 12 * HOUR ? 0 : age < 24 * HOUR ? 1 : age <= 72 * HOUR ? 2 : 3;
  });
}

/** The ways to color objects by their elements, by the value of the choice on the page. */
export const colorings = { class: byClass, series: bySeries, age: byAge } as const;

/** The median epoch of the elements, milliseconds, UTC; NaN if there are none. */
export function medianEpoch({ epochs }: Pick<Catalog, 'epochs'>): number {
  const sorted = Float64Array.from(epochs).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
