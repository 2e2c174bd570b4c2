import { LRUCache } from 'lru-cache';
import type { Database } from '../release/database.ts';
import { launchDay } from '../schema/launch.ts';
import { readColumns, rowOf, type SatelliteColumns } from './columns.ts';
import { countRows, hasRow, type RowSet, rowsInAll, valuesAt } from './row-set.ts';
import { conditionsOf, type SatelliteFilter } from './satellite-filter.ts';

/** What a list of satellites can be ordered by. */
export const sortable = ['norad_cat_id', 'name', 'launch_date', 'apogee_km', 'updated_at'] as const;
export type Sort = { readonly by: (typeof sortable)[number]; readonly descending: boolean };

/**
 * The satellites of a release as lists see them: the columns of their filters in memory (60 bytes an object), and the
 * orders they can be in. DuckDB makes all of it, once a release.
 */
export class SatelliteLists {
  readonly #database: Database;
  /** What lists are filtered by, for whoever counts in it. */
  readonly columns: SatelliteColumns;
  readonly #orders = new Map<string, Promise<Int32Array>>();
  /** The rows of recent conditions: lists of any filter are combined from the same few. */
  readonly #sets = new LRUCache<string, RowSet>({
    maxSize: 4 * 2 ** 20,
    sizeCalculation: (set) => set.byteLength + 128,
  });

  private constructor(database: Database, columns: SatelliteColumns) {
    this.#database = database;
    this.columns = columns;
  }

  static async read(database: Database): Promise<SatelliteLists> {
    return new SatelliteLists(database, await readColumns(database));
  }

  /** Catalog numbers of the satellites that a filter leaves, in a total order: unknown values last, then by number. */
  async list(filter: SatelliteFilter, { by, descending }: Sort): Promise<Int32Array> {
    const { ids } = this.columns;
    const set = this.rows(filter);
    if (by === 'norad_cat_id') {
      const found = set ? valuesAt(set, ids) : ids.slice();
      return descending ? found.reverse() : found;
    }
    const order = await this.#order(by, descending);
    const found = new Int32Array(set ? countRows(set) : ids.length);
    let count = 0;
    for (let place = 0; count < found.length; place += 1) {
      const row = order[place]!;
      if (set && !hasRow(set, row)) continue;
      found[count] = ids[row]!;
      count += 1;
    }
    return found;
  }

  /** Those of some catalog numbers that a filter leaves, in the order given. */
  keep(found: Int32Array, filter: SatelliteFilter): Int32Array {
    const set = this.rows(filter);
    return set ? found.filter((id) => hasRow(set, rowOf(this.columns.ids, id))) : found;
  }

  /** The rows that a filter leaves; null where that is every one. */
  rows(filter: SatelliteFilter): RowSet | null {
    const sets = conditionsOf(this.columns, filter).map(({ key, rows }) => this.#rowsOf(key, rows));
    return sets.length === 0 ? null : sets.length === 1 ? sets[0]! : rowsInAll(sets);
  }

  #rowsOf(key: string, read: () => RowSet): RowSet {
    const known = this.#sets.get(key);
    if (known) return known;
    const rows = read();
    this.#sets.set(key, rows);
    return rows;
  }

  /** The rows in an order, made by DuckDB when somebody asks for it first. */
  #order(by: Exclude<Sort['by'], 'norad_cat_id'>, descending: boolean): Promise<Int32Array> {
    const key = `${by}${descending ? ' DESC' : ''}`;
    const known = this.#orders.get(key);
    if (known) return known;
    const asked = this.#database
      .integers(
        `SELECT norad_cat_id FROM satellites ORDER BY ${by === 'launch_date' ? launchDay : by} ${descending ? 'DESC' : 'ASC'} NULLS LAST, norad_cat_id`,
      )
      .then((ids) => ids.map((id) => rowOf(this.columns.ids, id)));
    this.#orders.set(key, asked);
    asked.catch(() => this.#orders.delete(key));
    return asked;
  }
}
