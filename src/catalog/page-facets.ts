import { rowOf, type SatelliteColumns } from './columns.ts';

/** What a list of satellites is counted by. */
export const facetNames = ['orbit_class', 'status', 'object_class', 'country', 'operator'] as const;
export type FacetName = (typeof facetNames)[number];

/** A value and how many objects have it. */
export interface FacetValue {
  readonly value: string;
  readonly objects: number;
}

/** Few objects have a number from here on, and none of them needs a table of a thousand million. */
const most = 2 ** 19;

/** Counts how many objects of a list have each value, in the columns that lists are filtered by. */
export class Facets {
  readonly #columns: SatelliteColumns;
  /** What was counted of lists that are still remembered. */
  readonly #counted = new WeakMap<Int32Array, Map<FacetName, readonly FacetValue[]>>();

  /** Rows by catalogue number, below `most`: a look-up where a search among all would take sixteen. */
  readonly #rows: Int32Array;

  constructor(columns: SatelliteColumns) {
    this.#columns = columns;
    const small = columns.ids.filter((id) => id < most);
    this.#rows = new Int32Array((small.at(-1) ?? 0) + 1);
    for (const [row, id] of small.entries()) this.#rows[id] = row;
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
    for (const id of ids) {
      const code = codes[id < most ? this.#rows[id]! : rowOf(all, id)]!;
      if (code >= 0) counts[code]! += 1;
    }
    return words
      .map((value, index) => ({ value, objects: counts[index]! }))
      .filter(({ objects }) => objects > 0)
      .sort((a, b) => b.objects - a.objects || (a.value < b.value ? -1 : 1));
  }
}
