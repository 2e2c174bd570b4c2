import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { RecordStore, unpackedText } from '../src/release/record-store.ts';
import { launchDay } from '../src/schema/objects/launch.ts';
import { listSql, queryOf, type Summary } from './questions.ts';

/** Says what is wrong with an answer to a path; null where nothing is. */
export type Check = (path: string, answer: Response) => Promise<string | null>;

/**
 * What the release holds, read from its files: the rival is filled with it, and every answer under load, ours and the
 * rival's, is compared with it.
 */
export class ReleaseData {
  readonly duckdb: DuckDBConnection;
  readonly records: RecordStore;
  /** Every object, by catalog number. */
  readonly summaries: readonly Summary[];
  /** The countries that most objects have. */
  readonly countries: readonly string[];
  readonly #byId: ReadonlyMap<number, Summary>;

  private constructor(duckdb: DuckDBConnection, records: RecordStore, ids: readonly number[]) {
    [this.duckdb, this.records] = [duckdb, records];
    this.#byId = new Map(ids.map((id) => [id, JSON.parse(records.summary(id)!)]));
    this.summaries = [...this.#byId.values()];
    const counts = Map.groupBy(this.summaries, ({ country }) => country);
    const most = [...counts].sort(([, a], [, b]) => b.length - a.length);
    this.countries = most.slice(0, 5).map(([country]) => country);
  }

  static async open(home: string): Promise<ReleaseData> {
    const folder = join(home, 'current');
    const options = { access_mode: 'READ_ONLY' };
    const duckdb = await (await DuckDBInstance.create(join(folder, 'catalog.duckdb'), options)).connect();
    // Lists count an object whose launch has no date as launched on a day that the service defines; its rival gets the same day.
    await duckdb.run(`CREATE TEMP VIEW objects AS SELECT * REPLACE (${launchDay} AS launch_date) FROM satellites`);
    const found = await duckdb.runAndReadAll('SELECT norad_cat_id FROM objects ORDER BY norad_cat_id');
    const ids = found.getRows().map(([id]) => Number(id));
    return new ReleaseData(duckdb, new RecordStore(folder), ids);
  }

  checkRecord: Check = async (path, answer) => {
    const body = await answer.text();
    const isRight = body === unpackedText(this.records.record(Number(path.split('/').at(-1)))!);
    return isRight ? null : `${body.length} characters that are not this record`;
  };

  /** A list has the objects that DuckDB finds, in their order, and says how many there are. */
  checkList: Check = async (path, answer) => {
    const { where, order, limit, offset } = listSql(queryOf(path), (value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    const found = await this.duckdb.runAndReadAll(`SELECT norad_cat_id FROM objects ${where} ${order}`);
    const rows = found.getRows();
    const page = rows.slice(offset, offset + limit).map(([id]) => this.#byId.get(Number(id)));
    const { data, meta } = (await answer.json()) as { data: Summary[]; meta: { total: number } };
    if (JSON.stringify(data) !== JSON.stringify(page)) return `other objects: ${JSON.stringify(data).slice(0, 120)}`;
    return meta.total === rows.length ? null : `${meta.total} in all, and there are ${rows.length}`;
  };

  /** What a search finds are objects as the release has them; whether they are the right ones, their ranks say. */
  checkSearch: Check = async (_path, answer) => {
    const { data } = (await answer.json()) as { data: Summary[] };
    const odd = data.find((one) => JSON.stringify(one) !== JSON.stringify(this.#byId.get(one.norad_cat_id)));
    return odd ? `an object that the release does not have: ${JSON.stringify(odd)}` : null;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.duckdb.closeSync();
    this.records.close();
  }
}
