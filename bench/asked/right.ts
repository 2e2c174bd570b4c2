import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../src/release/database.ts';
import { Catalogue } from './catalogue.ts';
import { listSql } from './lists.ts';
import { elementSetOf, ommText, tleOf } from './orbits.ts';

/** Says what is wrong with an answer to a path; null where nothing is. */
type Wrong = (path: string, answer: Response) => Promise<string | null>;

/**
 * What is right: answers compared whole with what the release's files say, read here anew. Whoever answers, ours or a rival,
 * is held to the same.
 */
export class Right {
  readonly catalogue: Catalogue;
  readonly #database: Database;
  readonly #folder: string;
  readonly #manifest: { generated_at: string; files: Record<string, { sha256: string }> };

  private constructor(folder: string, catalogue: Catalogue, database: Database, manifest: string) {
    [this.#folder, this.catalogue, this.#database] = [folder, catalogue, database];
    this.#manifest = JSON.parse(manifest);
  }

  static async open(home: string): Promise<Right> {
    const folder = join(home, 'current');
    const database = await Database.open(join(folder, 'catalog.duckdb'), 30_000);
    return new Right(folder, new Catalogue(home), database, await readFile(join(folder, 'manifest.json'), 'utf8'));
  }

  /** A record: the hash of its text stands in the release. */
  record: Wrong = async (path, answer) => {
    const { etag } = this.catalogue.record(idOf(path));
    const body = Buffer.from(await answer.arrayBuffer());
    return hash('sha256', body, 'hex').startsWith(etag) ? null : `${body.length} bytes that are not this record`;
  };

  tle: Wrong = (path, answer) => same(answer, this.tleText(idOf(path)));

  omm: Wrong = (path, answer) => same(answer, this.ommText(idOf(path)));

  tleText(id: number): string {
    return tleOf(elementSetOf(this.catalogue.elements(id)), this.catalogue.byId.get(id)!.name)!;
  }

  ommText(id: number): string {
    return ommText(elementSetOf(this.catalogue.elements(id)), this.#manifest.generated_at);
  }

  /** A list: how many there are in all, and the objects of the page in their order, as DuckDB finds them. */
  list: Wrong = async (path, answer) => {
    const { where, order, limit, offset } = listSql(queryOf(path), (value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    );
    const ids = await this.#database.integers(`SELECT norad_cat_id FROM satellites ${where} ${order}`);
    const page = Array.from(ids.subarray(offset, offset + limit), (id) => this.catalogue.summary(id)!);
    const body = await answer.text();
    if (!body.startsWith(`{"data":[${page.join(',')}],"meta":{`)) return `other objects: ${body.slice(0, 120)}`;
    const { total } = JSON.parse(body).meta;
    return total === ids.length ? null : `${total} in all, and there are ${ids.length}`;
  };

  /** A search: what is found are objects as the release has them. Whether they are the right ones, their ranks say. */
  search: Wrong = async (_path, answer) => {
    const { data } = (await answer.json()) as { data: { norad_cat_id: number }[] };
    const odd = data.find(
      (one) => JSON.stringify(one) !== JSON.stringify(JSON.parse(this.catalogue.summary(one.norad_cat_id) ?? '0')),
    );
    return odd ? `an object that the release does not have: ${JSON.stringify(odd).slice(0, 120)}` : null;
  };

  /** A file of the release, whatever it was packed in: the manifest has its hash. */
  file(name: string): Wrong {
    const { sha256 } = this.#manifest.files[name]!;
    return async (_path, answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      return hash('sha256', body, 'hex') === sha256
        ? null
        : `${body.length} bytes that are not ${join(this.#folder, name)}`;
    };
  }

  close(): void {
    this.catalogue.close();
    this.#database.close();
  }
}

const idOf = (path: string) => Number(/\/satellites\/(\d+)/.exec(path)![1]);
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1]);

async function same(answer: Response, expected: string): Promise<string | null> {
  const body = await answer.text();
  return body === expected ? null : body.slice(0, 200);
}
