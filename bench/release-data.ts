import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { launchDay } from '../src/schema/launch.ts';
import type { Server } from './process.ts';
import { listSql, queryOf, type Summary } from './questions.ts';

/** Says what is wrong with an answer to a path; null where nothing is. */
export type Check = (path: string, answer: Response) => Promise<string | null>;

const PAGE = 100;

/**
 * What the release holds, asked of our own server once: the rival is filled with it, and every answer under load, ours and
 * the rival's, is compared with it. Which objects a list has, and in which order, DuckDB says.
 */
export class ReleaseData {
  readonly summaries: readonly Summary[];
  /** The countries that most objects have. */
  readonly countries: readonly string[];
  readonly #byId: ReadonlyMap<number, Summary>;
  readonly #server: Server;
  readonly #duckdb: DuckDBConnection;

  private constructor(server: Server, duckdb: DuckDBConnection, summaries: readonly Summary[]) {
    [this.#server, this.#duckdb, this.summaries] = [server, duckdb, summaries];
    this.#byId = new Map(summaries.map((one) => [one.norad_cat_id, one]));
    const counts = Map.groupBy(summaries, ({ country }) => country);
    const most = [...counts].sort(([, a], [, b]) => b.length - a.length);
    this.countries = most.slice(0, 5).map(([country]) => country);
  }

  /** Reads a release through a server on it. */
  static async open(home: string, server: Server): Promise<ReleaseData> {
    const path = join(home, 'current/catalog.duckdb');
    const duckdb = await (await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })).connect();
    // Lists count an object whose launch has no date as launched on a day that the service defines; its rival gets the same day.
    await duckdb.run(`CREATE TEMP VIEW objects AS SELECT * REPLACE (${launchDay} AS launch_date) FROM satellites`);
    const summaries: Summary[] = [];
    for (let total = 1; summaries.length < total; ) {
      const answer = await fetch(`${server.base}/api/v1/satellites?limit=${PAGE}&offset=${summaries.length}`, {
        headers: server.headers,
      });
      const { data, meta } = (await answer.json()) as { data: Summary[]; meta: { total: number } };
      summaries.push(...data);
      total = meta.total;
    }
    return new ReleaseData(server, duckdb, summaries);
  }

  summary(id: number): Summary | undefined {
    return this.#byId.get(id);
  }

  /** A record as a server of ours without load sends it. */
  async record(id: number): Promise<{ etag: string; text: string }> {
    const headers = { ...this.#server.headers, 'Accept-Encoding': 'identity' };
    const answer = await fetch(`${this.#server.base}/api/v1/satellites/${id}`, { headers });
    if (!answer.ok) throw new Error(`record ${id}: status ${answer.status}`);
    return { etag: answer.headers.get('etag')!, text: await answer.text() };
  }

  checkRecord: Check = async (path, answer) => {
    const { text } = await this.record(Number(path.split('/').at(-1)));
    const body = await answer.text();
    return body === text ? null : `${body.length} characters that are not this record`;
  };

  /** A list has the objects that DuckDB finds, in their order, and says how many there are. */
  checkList: Check = async (path, answer) => {
    const { where, order, limit, offset } = listSql(queryOf(path), (value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    const found = await this.#duckdb.runAndReadAll(`SELECT norad_cat_id FROM objects ${where} ${order}`);
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
    return odd ? `an object that the release does not have: ${JSON.stringify(odd).slice(0, 120)}` : null;
  };

  /** Writes what a query finds in the release's database as CSV, for the rival. */
  async export(query: string, file: string): Promise<void> {
    await this.#duckdb.run(`COPY (${query}) TO '${file}' (FORMAT csv, HEADER false)`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#duckdb.closeSync();
    await this.#server[Symbol.asyncDispose]();
  }
}
