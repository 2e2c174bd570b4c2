import type { Catalog } from '../../../query/catalog.ts';
import type { SatelliteFilter } from '../../../query/satellite-filter.ts';
import type { Sort, UndatedLaunches } from '../../../query/satellite-lists.ts';
import type { SearchResult } from '../../../query/search/search.ts';
import { satellite } from '../../../schema/objects/satellite.ts';
import {
  type FilterNames,
  filtersOfKind,
  satelliteFilters,
  sortable,
} from '../../../schema/objects/satellite-filters.ts';
import { dateOrInstant } from '../instant.ts';
import { badValue, boolean, day, decimal, enumOf, listOf, type Parameter } from '../parameter.ts';
import { catalogNumbers, codes, confidenceLevels, patterned, texts } from './comma-list.ts';
import { countriesOf, groupsOf, launchIdOf, orbitTypesOf, textsOf } from './release-values.ts';

type Ranged = FilterNames<'range'>;
/** The filters as they are read from a request, before they are checked against the values of the release. */
type FilterValues = {
  readonly [Name in FilterNames<'code' | 'group' | 'field'>]: string[] | undefined;
} & { readonly [Name in FilterNames<'text' | 'day' | 'launched' | 'instant'>]: string | undefined } & {
  readonly [Name in FilterNames<'flag'>]: boolean | undefined;
} & { readonly [Bound in `${'min' | 'max'}_${Ranged}`]: number | undefined } & {
  readonly ids: number[] | undefined;
  readonly confidence: SatelliteFilter['confidence'];
};
type FilterParameters = { readonly [Name in keyof FilterValues]: Parameter<FilterValues[Name]> };

const fieldNames = Object.keys(satellite.shape);

/** The spelling of codes whose values are those of the release. */
const spellings: Readonly<Record<string, readonly [pattern: RegExp, allowed: string]>> = {
  country: [
    /^[A-Za-z0-9/+_-]{1,20}$/,
    'a country code such as US, or the code of an organization such as ESA; several separated by commas',
  ],
  operator: [/^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/, 'a slug from /api/v1/operators; several separated by commas'],
  orbit_type: [/^[A-Za-z_]{1,40}$/, 'a type such as SUN_SYNCHRONOUS, or SSO for it; several separated by commas'],
  launch_id: [/^\d{4}-\d{1,3}$/, 'a launch such as 1998-067; several separated by commas'],
  group: [/^[A-Za-z0-9-]{1,40}$/, 'a group from /api/v1/groups; several separated by commas'],
};

/** The parameters of one filter of the table: two for a range. */
function parametersOf(name: keyof typeof satelliteFilters): Record<string, Parameter<unknown>> {
  const facts = satelliteFilters[name];
  const { meaning } = facts;
  switch (facts.kind) {
    case 'range':
      return {
        [`min_${name}`]: decimal(`${meaning} least this`, facts.least, facts.most, facts.example),
        [`max_${name}`]: decimal(`${meaning} most this`, facts.least, facts.most, facts.example),
      };
    case 'flag':
      return { [name]: boolean(meaning) };
    case 'day':
    case 'launched':
      return { [name]: day(meaning, facts.example) };
    case 'instant':
      return { [name]: dateOrInstant(meaning, facts.example) };
    case 'ids':
      return { [name]: catalogNumbers(meaning, facts.example) };
    case 'text':
      return { [name]: texts(meaning, facts.example) };
    case 'field':
      return { [name]: codes(meaning, fieldNames, facts.example) };
    case 'confidence':
      return { [name]: confidenceLevels(meaning, fieldNames, facts.example) };
    default: {
      if ('values' in facts && facts.values) return { [name]: codes(meaning, facts.values, facts.example) };
      const [pattern, allowed] = spellings[name]!;
      return { [name]: patterned(meaning, pattern, allowed, facts.example) };
    }
  }
}

/** Every filter of the list of satellites. */
export const filters = Object.assign(
  {},
  ...(Object.keys(satelliteFilters) as (keyof typeof satelliteFilters)[]).map(parametersOf),
) as FilterParameters;

/** The filters that a search accepts, too. */
export const basicFilters = {
  orbit_class: filters.orbit_class,
  status: filters.status,
  country: filters.country,
};

const orders = sortable.flatMap((name) => [name, `-${name}`]);
export const sort = enumOf('The order; a leading - descends. Unknown values are last', orders, '-launch_date');

/** The fields that each row of a list may be requested with. */
export const fields = listOf(
  'Only these fields of each object, any of the full record, in this order',
  fieldNames,
  'norad_cat_id,name,launch_mass_kg',
);

const byNumber: Sort = { by: 'norad_cat_id', descending: false };
const sortOf = (text: string): Sort => ({ by: text.replace(/^-/, ''), descending: text.startsWith('-') });

/**
 * The catalog numbers of a list in order, how its search matched, and how many objects without a launch date may match
 * a filter by launch day (`undated`, null without such a filter). A search has its own order; without a search and
 * `sort`, the order is `usual`.
 */
export async function listOrSearch(
  catalog: Catalog,
  filter: SatelliteFilter,
  { q, sort }: { readonly q?: string | undefined; readonly sort?: string | undefined },
  usual = byNumber,
): Promise<{ ids: Int32Array; undated: UndatedLaunches | null; search?: SearchResult }> {
  const undated = await catalog.undated(filter, q);
  if (q === undefined) return { ids: await catalog.list(filter, sort === undefined ? usual : sortOf(sort)), undated };
  const search = await catalog.search(q, filter);
  if (sort === undefined) return { ids: search.ids, undated, search };
  const among = new Set(search.ids);
  const sorted = await catalog.list(filter, sortOf(sort));
  return { ids: sorted.filter((id) => among.has(id)), undated, search };
}

/**
 * Converts filter parameters to a catalog filter: a value without objects selects none. Throws 400 for values that are
 * not in a closed list, such as unknown country codes.
 */
export async function filterOf(catalog: Catalog, values: Partial<FilterValues>): Promise<SatelliteFilter> {
  for (const [from, before] of [
    ['launched_after', 'launched_before'],
    ['separated_after', 'separated_before'],
    ['decayed_after', 'decayed_before'],
  ] as const)
    checkOrder(from, values[from], before, values[before], values[from]! < values[before]!);
  for (const name of filtersOfKind('range')) {
    const [least, most] = [values[`min_${name}`], values[`max_${name}`]];
    if (!('wraps' in satelliteFilters[name])) checkOrder(`min_${name}`, least, `max_${name}`, most, least! <= most!);
  }
  const known = Object.entries(values).filter(([name, value]) => value !== undefined && Object.hasOwn(filters, name));
  const filter = Object.fromEntries(known) as Record<string, unknown>;
  if (values.country) filter.country = await countriesOf(catalog, values.country);
  if (values.orbit_type) filter.orbit_type = orbitTypesOf(values.orbit_type);
  if (values.group) filter.group = groupsOf(values.group);
  if (values.launch_id) filter.launch_id = values.launch_id.map(launchIdOf);
  for (const name of filtersOfKind('text'))
    if (values[name] !== undefined) filter[name] = textsOf(name, await catalog.values(name), values[name]);
  return filter as SatelliteFilter;
}

/** Bounds that exclude every value are an error, not an empty list. */
function checkOrder(lower: string, from: unknown, upper: string, to: unknown, inOrder: boolean): void {
  if (from === undefined || to === undefined || inOrder) return;
  throw badValue(lower, [`less than ${upper}, which is ${String(to)}`], `Nothing lies between ${lower} and ${upper}.`);
}
