import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { RecordStore, unpackedText } from '../src/release/record-store.ts';
import { launchOrderDay, objectLaunches } from '../src/schema/objects/launch-interval.ts';
import { listSql, queryOf, type Summary } from './random-requests.ts';

/** Returns the problem of a response to a path; null if it is correct. */
export type Check = (path: string, response: Response) => Promise<string | null>;

/**
 * The content of the release, read from its files. The rival is filled with it, and checked responses, of Orbweaver and of the
 * rival, are compared with it.
 */
export class ReleaseData {
  readonly duckdb: DuckDBConnection;
  readonly records: RecordStore;
  /** Every object, by catalog number. */
  readonly summaries: readonly Summary[];
  /** The countries with the most objects. */
  readonly countries: readonly string[];
  readonly #byId: ReadonlyMap<number, Summary>;

  private constructor(duckdb: DuckDBConnection, records: RecordStore, ids: readonly number[]) {
    [this.duckdb, this.records] = [duckdb, records];
    this.#byId = new Map(ids.map((id) => [id, JSON.parse(records.summary(id)!)]));
    this.summaries = [...this.#byId.values()];
    const counts = Map.groupBy(this.summaries, ({ country }) => country);
    const byCount = [...counts].sort(([, a], [, b]) => b.length - a.length);
    this.countries = byCount.slice(0, 5).map(([country]) => country);
  }

  static async open(home: string): Promise<ReleaseData> {
    const folder = join(home, 'current');
    const options = { access_mode: 'READ_ONLY' };
    const duckdb = await (await DuckDBInstance.create(join(folder, 'catalog.duckdb'), options)).connect();
    // Lists sort an object without a launch date by a day that the service defines; the rival gets the same day.
    await duckdb.run(`CREATE TEMP VIEW objects AS SELECT * EXCLUDE (launched_from, launched_to) REPLACE (${launchOrderDay} AS launch_date)
      FROM satellites JOIN (${objectLaunches}) USING (norad_cat_id)`);
    const found = await duckdb.runAndReadAll('SELECT norad_cat_id FROM objects ORDER BY norad_cat_id');
    const ids = found.getRows().map(([id]) => Number(id));
    return new ReleaseData(duckdb, new RecordStore(folder), ids);
  }

  checkRecord: Check = async (path, response) => {
    const body = await response.text();
    const isCorrect = body === unpackedText(this.records.record(Number(path.split('/').at(-1)))!);
    return isCorrect ? null : `${body.length} characters that are not this record`;
  };

  /** A list must have the objects that DuckDB finds, in order, and their total. */
  checkList: Check = async (path, response) => {
    const { where, order, limit, offset } = listSql(queryOf(path), (value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    const found = await this.duckdb.runAndReadAll(`SELECT norad_cat_id FROM objects ${where} ${order}`);
    const rows = found.getRows();
    const page = rows.slice(offset, offset + limit).map(([id]) => this.#byId.get(Number(id)));
    const { data, meta } = (await response.json()) as { data: Summary[]; meta: { total: number } };
    if (JSON.stringify(data) !== JSON.stringify(page)) return `other objects: ${JSON.stringify(data).slice(0, 120)}`;
    return meta.total === rows.length ? null : `${meta.total} in all, and there are ${rows.length}`;
  };

  /** Found objects must equal those of the release; whether they are the intended ones is measured by rank. */
  checkSearch: Check = async (_path, response) => {
    const { data } = (await response.json()) as { data: Summary[] };
    const odd = data.find((one) => JSON.stringify(one) !== JSON.stringify(this.#byId.get(one.norad_cat_id)));
    return odd ? `an object that the release does not have: ${JSON.stringify(odd)}` : null;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.duckdb.closeSync();
    this.records.close();
  }
}
