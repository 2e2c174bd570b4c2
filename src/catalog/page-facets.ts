import { rowOf, type SatelliteColumns } from './columns.ts';

/** What a list of satellites is counted by. */
export const facetNames = ['orbit_class', 'status', 'object_class', 'country', 'operator'] as const;
export type FacetName = (typeof facetNames)[number];

/** A value and how many objects have it. */
export interface FacetValue {
  readonly value: string;
  readonly objects: number;
}

/** Counts how many objects of a list have each value, in the columns that lists are filtered by. */
export class Facets {
  readonly #columns: SatelliteColumns;
  /** What was counted of lists that are still remembered. */
  readonly #counted = new WeakMap<Int32Array, Map<FacetName, readonly FacetValue[]>>();

  constructor(columns: SatelliteColumns) {
    this.#columns = columns;
  }

  /** How many of some objects have each value, most first. The objects may be in any order. */
  count(name: FacetName, ids: Int32Array): readonly FacetValue[] {
    const counted = this.#counted.get(ids) ?? new Map<FacetName, readonly FacetValue[]>();
    this.#counted.set(ids, counted);
    const known = counted.get(name) ?? this.#count(name, ids);
    counted.set(name, known);
    return known;
  }

  #count(name: FacetName, ids: Int32Array): FacetValue[] {
    const { words, codes } = this.#columns.words[name];
    const all = this.#columns.ids;
    const counts = new Int32Array(words.length);
    let row = 0;
    for (const id of ids) {
      // Lists by number, and most of any other, go upwards.
      row = all[row + 1] === id ? row + 1 : rowOf(all, id);
      const code = codes[row]!;
      if (code >= 0) counts[code]! += 1;
    }
    return words
      .map((value, index) => ({ value, objects: counts[index]! }))
      .filter(({ objects }) => objects > 0)
      .sort((a, b) => b.objects - a.objects || (a.value < b.value ? -1 : 1));
  }
}
