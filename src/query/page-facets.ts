import { indexOfId } from '../orbit/index-of-id.ts';
import { forEachRow, hasRow, type RowSet } from './row-set.ts';
import type { SatelliteFilter } from './satellite-filter.ts';
import type { SatelliteLists } from './satellite-lists.ts';

/** The fields by which a list of satellites is counted. */
export const facetNames = ['orbit_class', 'status', 'object_class', 'country', 'operator'] as const;
export type FacetName = (typeof facetNames)[number];

/** A value and how many objects have it. */
export interface FacetValue {
  readonly value: string;
  readonly objects: number;
}

/** The counts of each facet, most objects first. */
export type Counted = Readonly<Record<FacetName, readonly FacetValue[]>>;

/** Counts how many objects of a list have each value, in the columns that lists are filtered by. */
export class Facets {
  readonly #lists: SatelliteLists;
  /** Counts over the whole catalog: a facet ignores its own filter, so most counts are over all objects. */
  readonly #whole = new Map<FacetName, readonly FacetValue[]>();

  constructor(lists: SatelliteLists) {
    this.#lists = lists;
  }

  /** The number of objects per value of each facet, with all other filters applied; only among `found`, if given. */
  async count(filter: SatelliteFilter, found?: Int32Array): Promise<Counted> {
    const { ids } = this.#lists.columns;
    const rows = found?.map((id) => indexOfId(ids, id));
    const left = await this.#lists.rows(filter);
    const one = async (name: FacetName) => {
      const set = filter[name] === undefined ? left : await this.#lists.rows({ ...filter, [name]: undefined });
      const counts = set === null && rows === undefined ? this.#ofWhole(name) : this.#count(name, set, rows);
      return [name, counts] as const;
    };
    return Object.fromEntries(await Promise.all(facetNames.map(one))) as Counted;
  }

  #ofWhole(name: FacetName): readonly FacetValue[] {
    const counted = this.#whole.get(name) ?? this.#count(name, null);
    this.#whole.set(name, counted);
    return counted;
  }

  /** Counts the rows in `set`, or all if it is null; with `rows`, only those among them. */
  #count(name: FacetName, set: RowSet | null, rows?: Int32Array): FacetValue[] {
    const { words, codes } = this.#lists.columns.words[name];
    // The last element counts rows without a value.
    const counts = new Int32Array(words.length + 1);
    const add = (code: number) => {
      counts[code < 0 ? words.length : code]! += 1;
    };
    if (rows) for (const row of rows) (set === null || hasRow(set, row)) && add(codes[row]!);
    else if (set === null) for (const code of codes) add(code);
    else forEachRow(set, (row) => add(codes[row]!));
    return words
      .map((value, index) => ({ value, objects: counts[index]! }))
      .filter(({ objects }) => objects > 0)
      .sort((a, b) => b.objects - a.objects || (a.value < b.value ? -1 : 1));
  }
}
