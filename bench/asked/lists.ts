import { Chance } from '../chance.ts';

/** A condition on the rows of objects, in SQL; what stands for a value is made by who asks. */
type Condition = (mark: (value: string | number | boolean) => string) => string;

const conditions: Readonly<Record<string, (value: string) => Condition>> = {
  orbit_class: (value) => (mark) => `orbit_class = ${mark(value)}`,
  status: (value) => (mark) => `operational_status = ${mark(value)}`,
  object_class: (value) => (mark) => `object_class = ${mark(value)}`,
  country: (value) => (mark) => `country = ${mark(value)}`,
  active: (value) => (mark) => `active = ${mark(value === 'true')}`,
  min_inclination_deg: (value) => (mark) => `inclination_deg >= ${mark(Number(value))}`,
  launched_after: (value) => (mark) => `coalesce(launch_date, launch_id[1:4] || '-12-31') >= ${mark(value)}`,
};

/** The orders that are asked for. Each has an index in PostgreSQL. */
const orders: Readonly<Record<string, string>> = {
  name: 'name, norad_cat_id',
  '-launch_date': 'launch_date DESC NULLS LAST, norad_cat_id',
  apogee_km: 'apogee_km, norad_cat_id',
  '-updated_at': 'updated_at DESC NULLS LAST, norad_cat_id',
};

/** What a list asks for, as SQL: the end of a query of objects, and its order. Unknown values come last. */
export function listSql(query: URLSearchParams, mark: (value: string | number | boolean) => string) {
  const asked = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = query.get(name);
    return value === null ? [] : [condition(value)(mark)];
  });
  return {
    where: asked.length > 0 ? `WHERE ${asked.join(' AND ')}` : '',
    order: `ORDER BY ${orders[query.get('sort') ?? ''] ?? 'norad_cat_id'}`,
    offset: Number(query.get('offset') ?? 0),
    limit: Number(query.get('limit') ?? 20),
  };
}

/** Paths of lists by random filters, in random orders, from random places: the same for the same seed. */
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
  return Array.from({ length: count }, (_, n) => {
    const chance = new Chance(n, 1000 + seed);
    const query = new URLSearchParams();
    for (const [name, some] of Object.entries(values)) if (chance.happens(0.4)) query.set(name, chance.of(some));
    query.set('offset', String(chance.below(2000)));
    return `/api/v1/satellites?${query}`;
  });
}
