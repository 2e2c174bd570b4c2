import { fold } from '../src/schema/fold.ts';
import { seeded } from '../test/seeded.ts';

/** One object, as a list has it. */
export interface Summary {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly alt_names: readonly string[];
  readonly cospar_id: string | null;
  readonly operator: string | null;
  readonly operator_slug: string | null;
  readonly country: string;
  readonly active: boolean;
}

/** Random choices, the same for the same seed: every round and every rival gets the same requests. */
export class Random {
  /** From 0 to 1, without 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** A whole number below `count`. */
  below = (count: number): number => Math.floor(this.next() * count);

  of = <T>(list: readonly T[]): T => list[this.below(list.length)]!;
}

/** Filters: the column, how it is compared, and how its value is read. */
const filters: Readonly<Record<string, readonly [column: string, read: (text: string) => string | number | boolean]>> =
  {
    orbit_class: ['orbit_class =', String],
    status: ['operational_status =', String],
    object_class: ['object_class =', String],
    country: ['country =', String],
    active: ['active =', (text) => text === 'true'],
    min_inclination_deg: ['inclination_deg >=', Number],
    launched_after: ['launch_date >=', String],
  };

/** The orders that are asked for. Each has an index in PostgreSQL. */
const orders: Readonly<Record<string, string>> = {
  name: 'name, norad_cat_id',
  '-launch_date': 'launch_date DESC NULLS LAST, norad_cat_id',
  apogee_km: 'apogee_km, norad_cat_id',
  '-updated_at': 'updated_at DESC NULLS LAST, norad_cat_id',
};

export const queryOf = (path: string) => new URLSearchParams(path.split('?')[1]);

/** What a list asks for, as the end of a query of objects; `mark` writes a value or its placeholder. Unknown values come last. */
export function listSql(query: URLSearchParams, mark: (value: string | number | boolean) => string) {
  const asked = Object.entries(filters).flatMap(([name, [column, read]]) =>
    query.has(name) ? [`${column} ${mark(read(query.get(name)!))}`] : [],
  );
  const where = asked.length > 0 ? `WHERE ${asked.join(' AND ')}` : '';
  const order = `ORDER BY ${orders[query.get('sort') ?? ''] ?? 'norad_cat_id'}`;
  return { where, order, offset: Number(query.get('offset') ?? 0), limit: Number(query.get('limit') ?? 20) };
}

/** Paths of lists with random filters, orders and offsets: the same for the same seed. */
export function randomLists(count: number, seed: number, countries: readonly string[]): string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    orbit_class: ['LEO', 'MEO', 'GEO', 'HEO'],
    status: ['OPERATIONAL', 'NONOPERATIONAL', 'DECAYED', 'UNKNOWN'],
    object_class: ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS'],
    country: countries,
    active: ['true', 'false'],
    min_inclination_deg: ['10', '45.5', '51.6', '70', '97.2'],
    launched_after: ['1970-01-01', '1999-05-06', '2019-05-24', '2024-02-29'],
    sort: Object.keys(orders),
  };
  const random = new Random(1000 + seed);
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    for (const [name, some] of Object.entries(values)) if (random.next() < 0.4) query.set(name, random.of(some));
    query.set('offset', String(random.below(2000)));
    return `/api/v1/satellites?${query}`;
  });
}

/** What a person types, and which objects are the right answer: the one that was meant, or any of the operator's. */
export interface Search {
  readonly q: string;
  isRight(id: number): boolean;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** One typing error: a letter left out, added, replaced, or swapped with the next. Digits stay: another number is another object. */
function mistype(text: string, random: Random): string {
  const at = random.of([...text.matchAll(/\p{L}/gu)].map(({ index }) => index));
  const [before, one, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)];
  const other = random.of(letters);
  const swap = /^\p{L}/u.test(after) && after[0] !== one;
  return random.of([
    before + after,
    before + one + other + after,
    before + other + after,
    swap ? before + after[0] + one + after.slice(1) : before + after,
  ]);
}

/** The text with so many errors, where that is not the name of something else; as it is where ten tries give none. */
function mistyped(text: string, edits: number, taken: (folded: string) => boolean, random: Random): string {
  for (let tries = 0; tries < 10 && edits > 0; tries += 1) {
    let typed = text;
    for (let n = 0; n < edits; n += 1) typed = mistype(typed, random);
    const folded = fold(typed);
    if (folded !== fold(text) && folded !== '' && !taken(folded)) return typed;
  }
  return text;
}

/** Of ten searches. */
const kinds = 'name name name name alias alias operator operator designator number'.split(' ');

/**
 * Makes searches from a catalog, the same for the same seed: 40 % names, 20 % alternative names, 20 % operators, two of
 * three of these with one typing error or two; 10 % designators as SATCAT or as a TLE writes them, 10 % catalog numbers.
 * Half of the objects are active ones. A name is asked for only where one object alone has it: then the right answer is known.
 */
export function randomSearches(summaries: readonly Summary[], count: number, seed: number): Search[] {
  const names = new Map<string, number>();
  for (const { name, alt_names } of summaries)
    for (const folded of new Set([name, ...alt_names].map(fold))) names.set(folded, (names.get(folded) ?? 0) + 1);
  const operators = new Map(summaries.map(({ norad_cat_id, operator }) => [norad_cat_id, operator]));
  const folded = new Set([...operators.values()].map((operator) => fold(operator ?? '')));
  const unique = (text: string) => names.get(fold(text)) === 1 && (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= 4;
  const pools = [summaries, summaries.filter(({ active }) => active)];
  const random = new Random(2000 + seed);

  const searchFor = (object: Summary, kind: string, edits: number): Search | null => {
    const { norad_cat_id, cospar_id, operator, name, alt_names } = object;
    const isRight = (id: number) => id === norad_cat_id;
    if (kind === 'number') return { q: String(norad_cat_id), isRight };
    if (kind === 'designator') {
      if (cospar_id === null) return null;
      return { q: random.next() < 0.5 ? cospar_id : cospar_id.slice(2).replace('-', ''), isRight };
    }
    if (kind === 'operator') {
      if (operator === null || fold(operator).length < 4 || !/[a-z]{3}/i.test(operator)) return null;
      const q = mistyped(operator.toLowerCase(), edits, (text) => names.has(text) || folded.has(text), random);
      return { q, isRight: (id) => operators.get(id) === operator };
    }
    const text = kind === 'alias' ? random.of([...alt_names, '']) : name;
    if (!unique(text)) return null;
    return { q: mistyped(text.toLowerCase(), edits, (typed) => names.has(typed), random), isRight };
  };
  return Array.from({ length: count }, () => {
    const kind = random.of(kinds);
    for (;;) {
      const search = searchFor(random.of(random.of(pools)), kind, random.below(3));
      if (search) return search;
    }
  });
}

export const searchPath = (q: string, limit?: number): string =>
  `/api/v1/search?${new URLSearchParams({ q, ...(limit && { limit: String(limit) }) })}`;
