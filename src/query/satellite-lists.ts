import { LRUCache } from 'lru-cache';
import { indexOfId } from '../orbit/index-of-id.ts';
import type { Database, Parameters } from '../release/database.ts';
import { columns } from '../schema/field.ts';
import { launchOrderDay, objectLaunches } from '../schema/objects/launch-interval.ts';
import { satellite } from '../schema/objects/satellite.ts';
import { filtersOfKind } from '../schema/objects/satellite-filters.ts';
import { readColumns, type SatelliteColumns } from './columns.ts';
import { countRows, hasRow, type RowSet, rowsAt, rowsInAll, valuesAt } from './row-set.ts';
import { type Condition, conditionsOf, type SatelliteFilter } from './satellite-filter.ts';

/** An order of a list: by a field of `sortable`; `byLaunch` orders equal values by launch, and puts active objects of each launch first. */
export interface Sort {
  readonly by: string;
  readonly descending: boolean;
  readonly byLaunch?: boolean;
}

const columnOf = new Map(columns(satellite).map((column) => [column.name, column]));

/** How many objects or launches without a launch date match a filter by launch day on every possible day, and how many on some. */
export interface UndatedLaunches {
  readonly matched: number;
  readonly possible: number;
}

/** How many orders are kept: each is four bytes an object. */
const MAX_ORDERS = 16;

/**
 * The satellites of a release as lists see them: the columns of their filters in memory (60 bytes an object), and the
 * orders they can be in. DuckDB computes them once per release.
 */
export class SatelliteLists {
  readonly #database: Database;
  /** The columns that lists are filtered by; facets count in them. */
  readonly columns: SatelliteColumns;
  readonly #orders = new LRUCache<string, Promise<Int32Array>>({ max: MAX_ORDERS });
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

  /** Catalog numbers of the satellites that match a filter, in a total order: unknown values last, then by number. */
  async list(filter: SatelliteFilter, { by, descending, byLaunch = false }: Sort): Promise<Int32Array> {
    const { ids } = this.columns;
    const set = await this.rows(filter);
    if (by === 'norad_cat_id') {
      const found = set ? valuesAt(set, ids) : ids.slice();
      return descending ? found.reverse() : found;
    }
    const order = await this.#order(by, descending, byLaunch);
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

  /** The given catalog numbers that match the filter, in input order. */
  async filter(found: Int32Array, filter: SatelliteFilter): Promise<Int32Array> {
    const set = await this.rows(filter);
    return set ? found.filter((id) => hasRow(set, indexOfId(this.columns.ids, id))) : found;
  }

  /** The rows that match a filter; null if all do. */
  rows(filter: SatelliteFilter): Promise<RowSet | null> {
    return this.#rowsOfAll(conditionsOf(this.columns, filter));
  }

  /** Objects without a launch date under a filter by launch day, counted among `found` if given; null for any other filter. */
  async undated(filter: SatelliteFilter, found?: Int32Array): Promise<UndatedLaunches | null> {
    if (filtersOfKind('launched').every((name) => filter[name] === undefined)) return null;
    const undated: Condition = { key: 'no launch date', where: 'launch_date IS NULL', values: {} };
    const count = async (conditions: readonly Condition[]) => {
      const set = (await this.#rowsOfAll([...conditions, undated]))!;
      return found
        ? found.reduce((sum, id) => sum + Number(hasRow(set, indexOfId(this.columns.ids, id))), 0)
        : countRows(set);
    };
    const matched = await count(conditionsOf(this.columns, filter));
    return { matched, possible: (await count(conditionsOf(this.columns, filter, 'possible'))) - matched };
  }

  /** The rows that meet all conditions; null if there is no condition. */
  async #rowsOfAll(conditions: readonly Condition[]): Promise<RowSet | null> {
    const sets = await Promise.all(conditions.map((condition) => this.#rowsOf(condition)));
    return sets.length === 0 ? null : sets.length === 1 ? sets[0]! : rowsInAll(sets);
  }

  async #rowsOf(condition: Condition): Promise<RowSet> {
    const known = this.#sets.get(condition.key);
    if (known) return known;
    const rows = 'rows' in condition ? condition.rows() : await this.#found(condition.where, condition.values);
    this.#sets.set(condition.key, rows);
    return rows;
  }

  /** Rows found by the database: rarely used filters have no column in memory. */
  async #found(where: string, values: Parameters): Promise<RowSet> {
    const { ids } = this.columns;
    const found = await this.#database.integers(`SELECT norad_cat_id FROM satellites WHERE ${where}`, values);
    return rowsAt(
      found.map((id) => indexOfId(ids, id)),
      ids.length,
    );
  }

  /** The rows in an order, sorted by DuckDB on first use. */
  #order(by: string, descending: boolean, byLaunch: boolean): Promise<Int32Array> {
    const key = `${by}${descending ? ' DESC' : ''}${byLaunch ? ', by launch' : ''}`;
    const known = this.#orders.get(key);
    if (known) return known;
    const direction = descending ? 'DESC' : 'ASC';
    const joined = by === 'launch_date' ? `JOIN (${objectLaunches}) USING (norad_cat_id)` : '';
    const ties = byLaunch ? `launch_id ${direction} NULLS LAST, active DESC, ` : '';
    const reading = this.#database
      .integers(
        `SELECT norad_cat_id FROM satellites ${joined} ORDER BY ${orderOf(by)} ${direction} NULLS LAST, ${ties}norad_cat_id`,
      )
      .then((ids) => ids.map((id) => indexOfId(this.columns.ids, id)));
    this.#orders.set(key, reading);
    reading.catch(() => this.#orders.delete(key));
    return reading;
  }
}

/** The sort key of a field, in SQL over `satellites`: numbers that are not finite come last, like unknown values. */
function orderOf(name: string): string {
  if (name === 'launch_date') return launchOrderDay;
  return columnOf.get(name)!.sql === 'DOUBLE' ? `if(isfinite(${name}), ${name}, NULL)` : name;
}
