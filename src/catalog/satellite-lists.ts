import { readColumns, type SatelliteColumns } from './columns.ts';
import type { Database } from './database.ts';
import { maskOf, type SatelliteFilter } from './satellite-filter.ts';

/** What a list of satellites can be ordered by. */
export const sortable = ['norad_cat_id', 'name', 'launch_date', 'apogee_km', 'updated_at'] as const;
export type Sort = { readonly by: (typeof sortable)[number]; readonly descending: boolean };

/**
 * The satellites of a release as lists see them: the columns of their filters in memory (60 bytes an object), and the
 * orders they can be in. DuckDB makes all of it, once a release.
 */
export class SatelliteLists {
  readonly #database: Database;
  readonly #columns: SatelliteColumns;
  readonly #mask: Uint8Array;
  readonly #kept: Int32Array;
  readonly #orders = new Map<string, Promise<Int32Array>>();

  private constructor(database: Database, columns: SatelliteColumns) {
    this.#database = database;
    this.#columns = columns;
    this.#mask = new Uint8Array(columns.ids.length);
    this.#kept = new Int32Array(columns.ids.length);
  }

  static async read(database: Database): Promise<SatelliteLists> {
    return new SatelliteLists(database, await readColumns(database));
  }

  /** Catalogue numbers of the satellites that a filter leaves, in a total order: unknown values last, then by number. */
  async list(filter: SatelliteFilter, { by, descending }: Sort): Promise<Int32Array> {
    const { ids } = this.#columns;
    const order = by === 'norad_cat_id' ? null : await this.#order(by, descending);
    // From here on nothing waits, so all lists can share one mask and one place to gather in.
    const mask = maskOf(this.#columns, filter, this.#mask);
    const kept = this.#kept;
    let count = 0;
    for (let place = 0; place < ids.length; place += 1) {
      const row = order ? order[place]! : descending ? ids.length - 1 - place : place;
      if (mask[row] === 1) {
        kept[count] = ids[row]!;
        count += 1;
      }
    }
    return kept.slice(0, count);
  }

  /** Those of some catalogue numbers that a filter leaves, in the order given. */
  keep(found: Int32Array, filter: SatelliteFilter): Int32Array {
    if (Object.values(filter).every((value) => value === undefined)) return found;
    const mask = maskOf(this.#columns, filter, this.#mask);
    return found.filter((id) => mask[this.#rowOf(id)] === 1);
  }

  /** The rows in an order, made by DuckDB when somebody asks for it first. */
  #order(by: Exclude<Sort['by'], 'norad_cat_id'>, descending: boolean): Promise<Int32Array> {
    const key = `${by}${descending ? ' DESC' : ''}`;
    const known = this.#orders.get(key);
    if (known) return known;
    const asked = this.#database
      .integers(`SELECT norad_cat_id FROM satellites ORDER BY ${key} NULLS LAST, norad_cat_id`)
      .then((ids) => ids.map((id) => this.#rowOf(id)));
    this.#orders.set(key, asked);
    asked.catch(() => this.#orders.delete(key));
    return asked;
  }

  #rowOf(id: number): number {
    const { ids } = this.#columns;
    let low = 0;
    let high = ids.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
