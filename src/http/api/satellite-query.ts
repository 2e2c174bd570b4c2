import type { Catalog } from '../../query/catalog.ts';
import { ranged, type SatelliteFilter } from '../../query/satellite-filter.ts';
import { type Sort, sortable } from '../../query/satellite-lists.ts';
import { satellite } from '../../schema/satellite.ts';
import { objectClasses, orbitClasses, statuses } from '../../schema/vocabulary.ts';
import { badValue, day, decimal, flag, listOf, oneOf, type Parameters, text, type Values } from './parameter.ts';

/** The filters that search has too. */
export const basicFilters = {
  orbit_class: oneOf('Only objects of this orbit class', orbitClasses, 'LEO'),
  status: oneOf('Only objects of this operational status', statuses, 'OPERATIONAL'),
  country: text(
    'Only objects of this state (ISO 3166-1 alpha-2) or organization; SATCAT owner codes also work',
    /^[A-Za-z0-9/+_-]{1,20}$/,
    'a country code such as US, or the code of an organization such as ESA',
    'US',
  ),
} as const satisfies Parameters;

const bounds = {
  perigee_km: [-7000, 1e9, 400],
  apogee_km: [-7000, 1e9, 600],
  inclination_deg: [0, 180, 97],
  period_min: [0, 1e9, 100],
} as const satisfies Record<(typeof ranged)[number], readonly [number, number, number]>;

const range = <Name extends (typeof ranged)[number]>(name: Name) => {
  const [least, most, example] = bounds[name];
  return {
    [`min_${name}`]: decimal(`Only objects whose ${name} is at least this`, least, most, example),
    [`max_${name}`]: decimal(`Only objects whose ${name} is at most this`, least, most, example),
  } as Record<`${'min' | 'max'}_${Name}`, ReturnType<typeof decimal>>;
};

/** Every filter of the list of satellites. */
export const filters = {
  orbit_class: basicFilters.orbit_class,
  status: basicFilters.status,
  object_class: oneOf('Only objects of this kind', objectClasses, 'PAYLOAD'),
  country: basicFilters.country,
  active: flag('Only objects that are active, or only those that are not'),
  operator: text(
    'Only objects of this operator, by its slug',
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'a slug from /api/v1/operators',
    'nasa',
  ),
  launched_after: day(
    'Only objects launched on this day or later; one without a launch date counts by the year of its designator',
    '2024-01-01',
  ),
  launched_before: day('Only objects launched before this day', '2025-01-01'),
  ...range('perigee_km'),
  ...range('apogee_km'),
  ...range('inclination_deg'),
  ...range('period_min'),
  conflicting: flag('Only objects with a field on which sources disagree, or only those without'),
} as const satisfies Parameters;

const orders = sortable.flatMap((name) => [name, `-${name}`]);
export const sort = oneOf('The order; a leading - descends. What is unknown comes last', orders, '-launch_date');

/** The fields that a list may be narrowed or widened to. */
export const fields = listOf(
  'Only these fields of each object, any of the full record, in this order',
  Object.keys(satellite.shape),
  'norad_cat_id,name,launch_mass_kg',
);

/** Reads `sort`. */
export function sortOf(text: string | undefined): Sort {
  if (text === undefined) return { by: 'norad_cat_id', descending: false };
  const by = text.replace(/^-/, '') as Sort['by'];
  return { by, descending: text.startsWith('-') };
}

/** Turns the values of filters into what the catalog is asked. Throws 400 for what this release does not have. */
export async function filterOf(catalog: Catalog, asked: Partial<Values<typeof filters>>): Promise<SatelliteFilter> {
  const filter: Record<string, unknown> = {};
  for (const name of Object.keys(filters) as (keyof typeof filters)[])
    if (asked[name] !== undefined) filter[name] = asked[name];
  if (asked.country !== undefined) filter.country = await countryOf(catalog, asked.country);
  if (asked.operator !== undefined) await checkOperator(catalog, asked.operator);
  checkOrder<string>(asked, 'launched_after', 'launched_before', (from, to) => from < to);
  for (const name of ranged) checkOrder<number>(asked, `min_${name}`, `max_${name}`, (least, most) => least <= most);
  return filter as SatelliteFilter;
}

async function countryOf(catalog: Catalog, code: string): Promise<string> {
  const countries = await catalog.countries();
  const country = countries.get(code.toUpperCase());
  if (country !== undefined) return country;
  throw badValue('country', [...new Set(countries.values())].sort(), `No object of this release is of ${code}.`);
}

async function checkOperator(catalog: Catalog, slug: string): Promise<void> {
  const operators = await catalog.operators();
  if (operators.some((row) => row.slug === slug)) return;
  // Who only launches has no payload, and is in no list of operators; its rocket bodies carry its slug.
  if ((await catalog.list({ operator: slug }, sortOf(undefined))).length > 0) return;
  const near = operators.filter((row) => row.slug.includes(slug.split('-')[0]!)).map((row) => row.slug);
  const allowed = near.length > 0 ? near.slice(0, 20) : filters.operator.allowed;
  throw badValue('operator', allowed, 'This release has no operator of that slug.');
}

/** Two bounds that nothing can lie between are a mistake, and no empty list. */
function checkOrder<T>(
  asked: Readonly<Record<string, unknown>>,
  lower: string,
  upper: string,
  inOrder: (lower: T, upper: T) => boolean,
): void {
  const [from, to] = [asked[lower] as T | undefined, asked[upper] as T | undefined];
  if (from === undefined || to === undefined || inOrder(from, to)) return;
  throw badValue(lower, [`less than ${upper}, which is ${String(to)}`], `Nothing lies between ${lower} and ${upper}.`);
}
