import type { z } from 'zod';
import { fold } from '../src/schema/fold.ts';
import type { satelliteSummary } from '../src/schema/objects/satellite.ts';
import { seeded } from '../test/seeded.ts';

/** One object, as in lists. */
export type Summary = z.infer<typeof satelliteSummary>;

/** Random choices, the same for the same seed, so that Orbweaver and its alternatives get the same requests. */
export class Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** An integer from 0 to `count` - 1. */
  below = (count: number): number => Math.floor(this.next() * count);

  of = <T>(list: readonly T[]): T => list[this.below(list.length)]!;

  list = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
}

/** Filters: the column and its operator, how a value is parsed, and some values; countries are taken from the release. */
const filters: Readonly<
  Record<string, [column: string, read: (text: string) => string | number | boolean, values: readonly string[]]>
> = {
  orbit_class: ['orbit_class =', String, ['LEO', 'MEO', 'GEO', 'HEO']],
  status: ['operational_status =', String, ['OPERATIONAL', 'NONOPERATIONAL', 'DECAYED', 'UNKNOWN']],
  object_class: ['object_class =', String, ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS']],
  country: ['country =', String, []],
  active: ['active =', (text) => text === 'true', ['true', 'false']],
  min_inclination_deg: ['inclination_deg >=', Number, ['10', '45.5', '51.6', '70', '97.2']],
  launched_after: ['launch_date >=', String, ['1970-01-01', '1999-05-06', '2019-05-24', '2024-02-29']],
};

/** The requested sort orders. Each has an index in PostgreSQL. */
const orders: Readonly<Record<string, string>> = {
  name: 'name, norad_cat_id',
  '-launch_date': 'launch_date DESC NULLS LAST, norad_cat_id',
  apogee_km: 'apogee_km, norad_cat_id',
  '-updated_at': 'updated_at DESC NULLS LAST, norad_cat_id',
};

export const queryOf = (path: string) => new URLSearchParams(path.split('?')[1]);

/** The SQL clauses of a list request; `mark` returns a value or its placeholder. Unknown values are last. */
export function listSql(query: URLSearchParams, mark: (value: string | number | boolean) => string) {
  const conditions = Object.entries(filters).flatMap(([name, [column, read]]) =>
    query.has(name) ? [`${column} ${mark(read(query.get(name)!))}`] : [],
  );
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const order = `ORDER BY ${orders[query.get('sort') ?? ''] ?? 'norad_cat_id'}`;
  return { where, order, offset: Number(query.get('offset') ?? 0), limit: Number(query.get('limit') ?? 20) };
}

/** Paths of records of random objects, the same for the same seed. */
export function randomRecords(count: number, seed: number, summaries: readonly Summary[]): string[] {
  const random = new Random(3000 + seed);
  return random.list(count, () => `/api/v1/satellites/${random.of(summaries).norad_cat_id}`);
}

/** Paths of lists with random filters, orders, and offsets, the same for the same seed. */
export function randomLists(count: number, seed: number, countries: readonly string[]): string[] {
  const filtered = Object.entries(filters).map(([name, [, , values]]) => [name, values] as const);
  const values = [...filtered, ['country', countries] as const, ['sort', Object.keys(orders)] as const];
  const random = new Random(1000 + seed);
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    for (const [name, some] of values) if (some.length > 0 && random.next() < 0.4) query.set(name, random.of(some));
    query.set('offset', String(random.below(2000)));
    return `/api/v1/satellites?${query}`;
  });
}

/** A search as a person types it, and the correct results: the intended object, or any object of the operator. */
export interface Search {
  readonly q: string;
  isCorrect(id: number): boolean;
}

/** Makes one typing error: omits, adds or replaces a letter, or swaps it with the next. Digits stay, because they identify an object. */
function mistype(text: string, random: Random): string {
  const at = random.of([...text.matchAll(/\p{L}/gu)].map(({ index }) => index));
  const [before, one, next, after] = [text.slice(0, at), text[at]!, text.charAt(at + 1), text.slice(at + 2)];
  const other = random.of([...'abcdefghijklmnopqrstuvwxyz']);
  return before + random.of([next, one + other + next, other + next, /\p{L}/u.test(next) ? next + one : next]) + after;
}

/** The kinds of searches, out of ten. */
const kinds = 'name name name name alias alias operator operator designator number'.split(' ');
/** How many objects are tried for one kind. */
const MAX_TRIES = 1000;

/**
 * Generates searches from a catalog, the same for the same seed: 40 % names, 20 % alternative names, 20 % operators, two of
 * three of these with one or two typing errors; 10 % designators in the format of SATCAT or of a TLE, 10 % catalog numbers.
 * Half of the objects are active. Names are used only if a single object has them, so that the correct result is unambiguous.
 */
export function randomSearches(summaries: readonly Summary[], count: number, seed: number): Search[] {
  const texts = summaries.flatMap(({ norad_cat_id: id, name, alt_names, operator }) =>
    [...new Set([name, ...alt_names, operator ?? ''].map(fold))].map((text) => ({ id, text })),
  );
  const holders = Map.groupBy(texts, ({ text }) => text);
  const pools = [summaries, summaries.filter(({ active }) => active)];
  const random = new Random(2000 + seed);
  const searchFor = ({ norad_cat_id, cospar_id, operator, name, alt_names }: Summary, kind: string): Search | null => {
    const isCorrect = (id: number) => id === norad_cat_id;
    if (kind === 'number') return { q: String(norad_cat_id), isCorrect };
    if (kind === 'designator') {
      const q = random.next() < 0.5 ? cospar_id : cospar_id?.slice(2).replace('-', '');
      return q ? { q, isCorrect } : null;
    }
    const text = kind === 'name' ? name : kind === 'alias' ? random.of([...alt_names, '']) : (operator ?? '');
    const meant = holders.get(fold(text))!;
    if ((text.match(/\p{Script=Latin}/gu)?.length ?? 0) < 4 || (kind !== 'operator' && meant.length > 1)) return null;
    let q = text.toLowerCase();
    const edits = random.below(3);
    for (let n = 0; n < edits; n += 1) q = mistype(q, random);
    if (edits > 0 && (fold(q) === '' || holders.has(fold(q)))) return null;
    return { q, isCorrect: (id) => meant.some((holder) => holder.id === id) };
  };
  return random.list(count, () => {
    // A small catalog may have no object for a kind: then another kind is taken.
    for (;;) {
      const kind = random.of(kinds);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const search = searchFor(random.of(random.of(pools)), kind);
        if (search) return search;
      }
    }
  });
}

export const searchPath = (q: string, limit?: number): string =>
  `/api/v1/search?${new URLSearchParams({ q, ...(limit && { limit: String(limit) }) })}`;
