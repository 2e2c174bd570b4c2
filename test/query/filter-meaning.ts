import fc from 'fast-check';
import type { ConfidenceOf, SatelliteFilter } from '../../src/query/satellite-filter.ts';
import { filtersOfKind, sortable } from '../../src/schema/objects/satellite-filters.ts';
import { objectClasses, orbitClasses, statuses } from '../../src/schema/vocabulary.ts';

type Value = string | number | boolean | readonly (string | number | ConfidenceOf)[];
const ranged = filtersOfKind('range');
/** Values of list filters by name, as the catalog takes them. */
export type FilterValues = Readonly<Record<string, Value>>;

export const filterOf = (filter: FilterValues) => filter as SatelliteFilter;

/** A value as text in a query. */
export function textOf(value: unknown): string {
  return [value]
    .flat()
    .map((one) => {
      if (typeof one !== 'object' || one === null) return String(one);
      const { field, level } = one as ConfidenceOf;
      return field === null ? level : `${field}:${level}`;
    })
    .join(',');
}

/** Launches with a date, from their objects; what a station released later has a date of another year. */
const dated = `(SELECT cospar_id[1:8] AS launch, cospar_id[1:4] AS year, min(launch_date) AS day FROM satellites
  WHERE launch_date IS NOT NULL AND year(launch_date)::VARCHAR = cospar_id[1:4] GROUP BY ALL)`;
/** The objects with the date of their launch, and of the launches of the year that are next to it in the order of numbers. */
const objects = `(SELECT o.*, own.day AS own_day, before.day AS day_before, after.day AS day_after, (SELECT max(updated_at)::DATE FROM satellites) AS released
  FROM (SELECT *, cospar_id[1:8] AS launch, cospar_id[1:4] AS year FROM satellites) o LEFT JOIN ${dated} own ON own.launch = o.launch
  ASOF LEFT JOIN ${dated} before ON before.year = o.year AND o.launch > before.launch
  ASOF LEFT JOIN ${dated} after ON after.year = o.year AND o.launch < after.launch)`;
const firstDay = `coalesce(launch_date, own_day, day_before, (year || '-01-01')::DATE, DATE '1957-10-04')`;
const lastDay = `coalesce(launch_date, if(cospar_id IS NULL OR own_day IS NOT NULL, released,
  least(coalesce(day_after, (year || '-12-31')::DATE), released)))`;
/** Lists place an object without a date on the last day possible, and one without a designator last. */
const day = `if(launch_date IS NULL AND cospar_id IS NULL, NULL, ${lastDay})`;

const quoted = (values: unknown) =>
  [values]
    .flat()
    .map((value) => `'${value}'`)
    .join(', ');
const text = (column: string) => (value: unknown) => `${column} IN (${quoted(value)})`;
const evidence = (condition: string) =>
  `EXISTS (FROM provenance p WHERE p.norad_cat_id = s.norad_cat_id AND (${condition}))`;

/** The meaning of each filter, in SQL over `satellites s`: written from the specification, not from the code. */
const meanings: Readonly<Record<string, (value: Value) => string>> = {
  ids: (value) => `norad_cat_id IN (${[value].flat().join(', ')})`,
  orbit_class: text('orbit_class'),
  orbit_type: text('orbit_type'),
  status: text('operational_status'),
  object_class: text('object_class'),
  disposition: text('disposition'),
  country: text('country'),
  operator: text('operator_slug'),
  users: text('users'),
  purpose: text('purpose'),
  manufacturer: text('manufacturer'),
  program: text('program'),
  bus: text('bus'),
  mission_result: text('mission_result'),
  maneuver_capability: text('maneuver_capability'),
  launch_id: text('cospar_id[1:8]'),
  launch_site: text('launch_site'),
  launch_vehicle: text('launch_vehicle'),
  group: (value) =>
    `EXISTS (FROM memberships m WHERE m.norad_cat_id = s.norad_cat_id AND m.slug IN (${quoted(value)}))`,
  active: (value) =>
    `(operational_status IN ('OPERATIONAL', 'PARTIALLY_OPERATIONAL', 'STANDBY', 'SPARE', 'EXTENDED_MISSION')) = ${value}`,
  has_elements: (value) => `EXISTS (FROM elements e WHERE e.norad_cat_id = s.norad_cat_id) = ${value}`,
  launched_after: (value) => `${firstDay} >= DATE '${value}'`,
  launched_before: (value) => `${lastDay} < DATE '${value}'`,
  separated_after: (value) => `separation_date >= DATE '${value}'`,
  separated_before: (value) => `separation_date < DATE '${value}'`,
  decayed_after: (value) => `decay_date >= DATE '${value}'`,
  decayed_before: (value) => `decay_date < DATE '${value}'`,
  updated_after: (value) => `updated_at >= TIMESTAMP '${String(value).replace('Z', '').replace('T', ' ')}'`,
  conflicting: (value) => `${value ? '' : 'NOT '}${evidence("p.confidence = 'CONFLICTING'")}`,
  conflicting_field: (value) => evidence(`p.confidence = 'CONFLICTING' AND p.field IN (${quoted(value)})`),
  confidence: (value) =>
    evidence(
      (value as readonly ConfidenceOf[])
        .map(({ field, level }) => `p.confidence = '${level}'${field === null ? '' : ` AND p.field = '${field}'`}`)
        .map((one) => `(${one})`)
        .join(' OR '),
    ),
  ...Object.fromEntries(
    ranged.flatMap((name) => [
      [`min_${name}`, (value: unknown) => `${name} >= ${value}`],
      [`max_${name}`, (value: unknown) => `${name} <= ${value}`],
    ]),
  ),
};

/** SQL for two numbers: the objects without a date that match a filter by launch day, and those that may match besides. `among`: only these. */
export function undatedQuery(after: string, before: string, among?: readonly number[]): string {
  const certain = `${firstDay} >= DATE '${after}' AND ${lastDay} < DATE '${before}'`;
  const possible = `${lastDay} >= DATE '${after}' AND ${firstDay} < DATE '${before}' AND NOT (${certain})`;
  const of = among ? `AND norad_cat_id IN (${among.join(', ') || 'NULL'})` : '';
  const count = (where: string) =>
    `SELECT count(*)::INTEGER FROM ${objects} s WHERE launch_date IS NULL ${of} AND ${where}`;
  return `${count(certain)} UNION ALL ${count(possible)}`;
}

/** The filters with a meaning above. */
export const filterNames: readonly string[] = Object.keys(meanings);

/** SQL for the catalog numbers that match filters, in an order: unknown values last, ties by catalog number. */
export function listQuery(filter: FilterValues, by = 'norad_cat_id', descending = false): string {
  const where = Object.entries(filter).map(([name, value]) => meanings[name]!(value));
  const tie = by === 'norad_cat_id' ? '' : ', norad_cat_id';
  return `SELECT norad_cat_id FROM ${objects} s WHERE ${where.join(' AND ') || 'true'}
    ORDER BY ${by === 'launch_date' ? day : by} ${descending ? 'DESC' : 'ASC'} NULLS LAST${tie}`;
}

const days = ['1957-10-04', '1990-04-24', '1998-11-20', '1998-11-21', '2019-11-11', '2026-01-01'];
const one = <T extends Value>(name: string, ...values: T[]) =>
  fc.constantFrom(...values).map((value) => [name, value] as const);
const some = <T extends string | number | ConfidenceOf>(name: string, ...values: T[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
    .map((chosen) => [name, chosen as Value] as const);

/** Lower and upper bounds, each of which excludes some objects of the sample. */
const bounds: Readonly<Record<(typeof ranged)[number], readonly [number[], number[]]>> = {
  perigee_km: [
    [0, 140, 400.5],
    [500, 30_000],
  ],
  apogee_km: [
    [0, 140, 600],
    [700, 36_000],
  ],
  inclination_deg: [
    [0, 51.64, 92.9],
    [140, 145.5, 170],
  ],
  period_min: [
    [0, 92.9, 140],
    [140, 145.5, 1500],
  ],
  eccentricity: [
    [0, 0.001],
    [0.01, 0.7],
  ],
  geo_longitude_deg: [
    [-180, -20],
    [30.5, 180],
  ],
  rcs_m2: [
    [0, 0.5, 5],
    [5, 100],
  ],
  launch_mass_kg: [
    [1, 250.5],
    [1000, 20_000],
  ],
};

/** Any combination of up to four filters, without contradictory bounds. */
export const anyFilters: fc.Arbitrary<FilterValues> = fc
  .uniqueArray(
    fc.oneof(
      some('ids', 25_544, 20_580, 5, 190_061, 999_999_999),
      some('orbit_class', ...orbitClasses),
      some('orbit_type', 'SUN_SYNCHRONOUS', 'GEOSTATIONARY', 'POLAR'),
      some('status', ...statuses),
      some('object_class', ...objectClasses),
      some('disposition', 'IN_ORBIT', 'LANDED', 'ESCAPED'),
      some('country', 'US', 'RU', 'ESA', 'UNKNOWN'),
      one('active', true, false),
      one('has_elements', true, false),
      some('group', 'active', 'analyst', 'stations'),
      some('operator', 'nasa', 'spacex'),
      some('users', 'Government/Military', 'Commercial/Military'),
      some('purpose', 'Platform', 'Space Science'),
      some('manufacturer', 'Sample Geo Satellites', 'Dornier/Astrium'),
      some('program', 'Sputnik', 'Sample Program'),
      some('bus', 'Sample Bus', 'DS2000'),
      some('mission_result', 'SUCCESS', 'FAILURE'),
      some('maneuver_capability', 'MANEUVERS', 'DEORBITS'),
      some('launch_id', '1998-067', '1957-001', '2099-001'),
      some('launch_site', 'Vandenberg Space Force Base, California', 'Guiana Space Centre, Kourou'),
      some('launch_vehicle', 'Falcon 9', 'Sample Launcher 1'),
      one('launched_after', ...days.slice(0, 3)),
      one('launched_before', ...days.slice(3)),
      one('separated_after', ...days.slice(0, 3)),
      one('separated_before', ...days.slice(3)),
      one('decayed_after', ...days.slice(0, 3)),
      one('decayed_before', ...days.slice(3)),
      one('updated_after', '2026-08-21', '2026-08-22T13:59:59.5Z', '2026-08-22T14:00:01Z'),
      one('conflicting', true, false),
      some('conflicting_field', 'operator', 'operational_status', 'power_w'),
      some<ConfidenceOf>(
        'confidence',
        { field: null, level: 'CONFLICTING' },
        { field: 'launch_mass_kg', level: 'MEDIUM' },
        { field: 'name', level: 'CONFIRMED' },
      ),
      ...ranged.flatMap((name) => [one(`min_${name}`, ...bounds[name][0]), one(`max_${name}`, ...bounds[name][1])]),
    ),
    { maxLength: 4, selector: ([name]) => name },
  )
  .map((pairs) => Object.fromEntries(pairs));

export const orders: readonly string[] = sortable;
