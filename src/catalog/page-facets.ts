import type { Database } from './database.ts';

/** What a list of satellites is counted by, and the column of each. */
const facetColumns = {
  orbit_class: 'orbit_class',
  status: 'operational_status',
  object_class: 'object_class',
  country: 'country',
  operator: 'operator_slug',
} as const;

export type FacetName = keyof typeof facetColumns;
export const facetNames = Object.keys(facetColumns) as FacetName[];

/** A value and how many objects have it. */
export interface FacetValue {
  readonly value: string;
  readonly objects: number;
}

interface CodedColumn {
  readonly words: readonly string[];
  /** The place of each object's word in `words`, plus one; 0 where it has none. */
  readonly codes: Uint16Array;
}

/** The words that facets count, as numbers: seven bytes an object or less, rows ascending by catalogue number. */
export class FacetColumns {
  readonly #ids: Int32Array;
  readonly #columns: Readonly<Record<FacetName, CodedColumn>>;
  /** What was counted of lists that are still remembered. */
  readonly #counted = new WeakMap<Int32Array, Map<FacetName, readonly FacetValue[]>>();

  private constructor(ids: Int32Array, columns: Readonly<Record<FacetName, CodedColumn>>) {
    this.#ids = ids;
    this.#columns = columns;
  }

  /** Throws CatalogError. */
  static async read(database: Database): Promise<FacetColumns> {
    const ids = await database.integers('SELECT norad_cat_id FROM satellites ORDER BY norad_cat_id');
    const read = async (column: string): Promise<CodedColumn> => {
      const distinct = `SELECT DISTINCT ${column} AS word FROM satellites WHERE ${column} IS NOT NULL`;
      const words = await database.rows<{ word: string }>(`${distinct} ORDER BY word`);
      const codes = await database.integers(
        `SELECT coalesce(w.code, 0)::INTEGER FROM satellites s
         LEFT JOIN (SELECT word, row_number() OVER (ORDER BY word) AS code FROM (${distinct})) w ON w.word = s.${column}
         ORDER BY s.norad_cat_id`,
      );
      return { words: words.map(({ word }) => word), codes: Uint16Array.from(codes) };
    };
    const columns = {} as Record<FacetName, CodedColumn>;
    for (const name of facetNames) columns[name] = await read(facetColumns[name]);
    return new FacetColumns(ids, columns);
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
    const { words, codes } = this.#columns[name];
    const all = this.#ids;
    const counts = new Int32Array(words.length + 1);
    let row = 0;
    for (const id of ids) {
      // Lists by number, and most of any other, go upwards.
      row = all[row + 1] === id ? row + 1 : this.#rowOf(id);
      counts[codes[row]!]! += 1;
    }
    return words
      .map((value, index) => ({ value, objects: counts[index + 1]! }))
      .filter(({ objects }) => objects > 0)
      .sort((a, b) => b.objects - a.objects || (a.value < b.value ? -1 : 1));
  }

  #rowOf(id: number): number {
    let low = 0;
    let high = this.#ids.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
