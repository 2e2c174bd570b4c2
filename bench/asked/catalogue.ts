import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { elementSetOf, tleOf } from './orbits.ts';
import { type StoredRecord, StoredRecords } from './stored-records.ts';

/** One object as questions are made from it, and answers compared with it. */
export interface Thing {
  readonly id: number;
  readonly name: string;
  readonly alt_names: readonly string[];
  readonly cospar_id: string | null;
  readonly operator: string | null;
  readonly operator_slug: string | null;
  readonly country: string;
  readonly active: boolean;
}

/** What a release holds of single objects, read from its `records.sqlite` without any code of the server's. */
export class Catalogue {
  readonly things: readonly Thing[];
  readonly byId: ReadonlyMap<number, Thing>;
  /** Those that have elements, and elements that a TLE can hold. */
  readonly withElements: readonly number[];
  readonly withTle: readonly number[];
  /** The countries that most objects have. */
  readonly countries: readonly string[];
  readonly #database: DatabaseSync;
  readonly #records: StoredRecords;

  constructor(home: string) {
    this.#database = new DatabaseSync(join(home, 'current', 'records.sqlite'), { readOnly: true });
    this.#records = new StoredRecords(join(home, 'current'));
    const rows = this.#database.prepare('SELECT norad_cat_id AS id, summary, elements FROM objects').iterate();
    const things: Thing[] = [];
    const [withElements, withTle]: [number[], number[]] = [[], []];
    for (const row of rows) {
      const { id, summary, elements } = row as { id: number; summary: string; elements: string | null };
      things.push({ ...JSON.parse(summary), id });
      if (elements === null) continue;
      withElements.push(id);
      if (tleOf(elementSetOf(elements), '') !== null) withTle.push(id);
    }
    this.things = things;
    this.byId = new Map(things.map((thing) => [thing.id, thing]));
    [this.withElements, this.withTle] = [withElements, withTle];
    const counts = new Map<string, number>();
    for (const { country } of things) counts.set(country, (counts.get(country) ?? 0) + 1);
    this.countries = [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([country]) => country);
  }

  /** The JSON text of an object in a list. */
  summary(id: number): string | undefined {
    return this.#row('summary', id) as string | undefined;
  }

  /** The whole answer about an object. */
  record(id: number): StoredRecord {
    return this.#records.get(id)!;
  }

  /** The JSON text of its elements. */
  elements(id: number): string {
    return this.#row('elements', id) as string;
  }

  close(): void {
    this.#records.close();
    this.#database.close();
  }

  #row(column: string, id: number): unknown {
    return this.#database.prepare(`SELECT ${column} AS one FROM objects WHERE norad_cat_id = ?`).get(id)?.one;
  }
}
