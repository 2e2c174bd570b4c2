import { columns } from './field.ts';
import { launchDay } from './launch.ts';
import { satellite } from './satellite.ts';
import { dispositions, objectClasses, orbitClasses, statuses } from './vocabulary.ts';

interface Facts {
  /** Its label in a form. */
  readonly title: string;
  readonly meaning: string;
}

/** One of some codes, or several with commas between: any of them. */
interface CodeFilter extends Facts {
  readonly kind: 'code';
  /** The column of `satellites` that it compares; the name of the filter where not given. */
  readonly column?: string;
  /** The allowed values; null where the release holds them. */
  readonly values: readonly string[] | null;
  readonly example: string;
}

/** Words that a text has, in this order and without regard to case; several texts with commas between: any of them. */
interface TextFilter extends Facts {
  readonly kind: 'text';
  readonly example: string;
}

/** `true` or `false`. `sql` is the condition over `satellites`. */
interface FlagFilter extends Facts {
  readonly kind: 'flag';
  readonly sql: string;
}

/** From a day on, or before it. `sql` is the day over `satellites`. */
interface DayFilter extends Facts {
  readonly kind: 'day';
  readonly side: 'from' | 'before';
  readonly sql: string;
  readonly example: string;
}

/** From an instant on: a day is its beginning. */
interface InstantFilter extends Facts {
  readonly kind: 'instant';
  readonly sql: string;
  readonly example: string;
}

/** Bounds of a number, `min_` and `max_`, both inside. */
interface RangeFilter extends Facts {
  readonly kind: 'range';
  readonly least: number;
  readonly most: number;
  readonly example: number;
  /** An angle: a lower bound above the upper one means the arc across 180°. */
  readonly wraps?: true;
}

/** Catalog numbers, groups, and what the evidence says: each is read in its own way. */
interface OwnFilter extends Facts {
  readonly kind: 'ids' | 'group' | 'field' | 'confidence';
  readonly example: string;
}

/** One filter of the list of satellites. */
export type SatelliteFilterFacts =
  | CodeFilter
  | TextFilter
  | FlagFilter
  | DayFilter
  | InstantFilter
  | RangeFilter
  | OwnFilter;

const conflictingIds = "SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING'";

/**
 * Every filter of the list of satellites, in the order of the documentation. The parameters of the API, their validation,
 * the OpenAPI document, the documentation, the form of the website and the queries are made from this table.
 */
export const satelliteFilters = {
  ids: {
    kind: 'ids',
    title: 'Catalog numbers',
    meaning:
      'Only these objects, by catalog number, up to 1,000 with commas between; `meta.unknown_ids` lists those that the catalog does not have',
    example: '25544,20580',
  },
  orbit_class: {
    kind: 'code',
    title: 'Orbit class',
    meaning: 'Only objects of these orbit classes',
    values: orbitClasses,
    example: 'LEO',
  },
  orbit_type: {
    kind: 'code',
    title: 'Orbit type',
    meaning: 'Only objects in these types of orbit',
    values: null,
    example: 'SUN_SYNCHRONOUS',
  },
  status: {
    kind: 'code',
    title: 'Status',
    meaning: 'Only objects of these operational statuses',
    column: 'operational_status',
    values: statuses,
    example: 'OPERATIONAL',
  },
  object_class: {
    kind: 'code',
    title: 'Object class',
    meaning: 'Only objects of these classes',
    values: objectClasses,
    example: 'PAYLOAD',
  },
  disposition: {
    kind: 'code',
    title: 'Disposition',
    meaning: 'Only objects that this has become of',
    values: dispositions,
    example: 'IN_ORBIT',
  },
  active: { kind: 'flag', title: 'Active', meaning: 'Only active objects, or only inactive ones', sql: 'active' },
  has_elements: {
    kind: 'flag',
    title: 'Has elements',
    meaning: 'Only objects with public elements, or only those without',
    sql: 'elements_epoch IS NOT NULL',
  },
  group: {
    kind: 'group',
    title: 'Group',
    meaning: 'Only members of these groups, as `/api/v1/groups` lists them',
    example: 'stations',
  },
  country: {
    kind: 'code',
    title: 'Owner',
    meaning:
      'Only objects of these states (ISO 3166-1 alpha-2) or organizations; SATCAT owner codes are accepted as aliases',
    values: null,
    example: 'US',
  },
  operator: {
    kind: 'code',
    title: 'Operator',
    meaning: 'Only objects of these operators, by slug',
    column: 'operator_slug',
    values: null,
    example: 'nasa',
  },
  users: { kind: 'text', title: 'Users', meaning: 'Only objects with these words in `users`', example: 'Military' },
  purpose: {
    kind: 'text',
    title: 'Purpose',
    meaning: 'Only objects with these words in `purpose`',
    example: 'Earth Observation',
  },
  manufacturer: {
    kind: 'text',
    title: 'Manufacturer',
    meaning: 'Only objects with these words in `manufacturer`',
    example: 'Thales',
  },
  launch_id: {
    kind: 'code',
    title: 'Launch',
    meaning: 'Only objects of these launches, by year and number',
    values: null,
    example: '1998-067',
  },
  launch_site: {
    kind: 'text',
    title: 'Launch site',
    meaning: 'Only objects with these words in `launch_site`',
    example: 'Baikonur',
  },
  launch_vehicle: {
    kind: 'text',
    title: 'Launch vehicle',
    meaning: 'Only objects with these words in `launch_vehicle`',
    example: 'Falcon 9',
  },
  launched_after: {
    kind: 'day',
    side: 'from',
    title: 'Launched from',
    meaning:
      'Only objects launched on this day or later; one without a launch date counts by the year of its designator',
    sql: launchDay,
    example: '2024-01-01',
  },
  launched_before: {
    kind: 'day',
    side: 'before',
    title: 'Launched before',
    meaning: 'Only objects launched before this day',
    sql: launchDay,
    example: '2025-01-01',
  },
  decayed_after: {
    kind: 'day',
    side: 'from',
    title: 'Decayed from',
    meaning: 'Only objects with a decay date of this day or later',
    sql: 'decay_date',
    example: '2026-01-01',
  },
  decayed_before: {
    kind: 'day',
    side: 'before',
    title: 'Decayed before',
    meaning: 'Only objects with a decay date before this day',
    sql: 'decay_date',
    example: '2026-01-01',
  },
  updated_after: {
    kind: 'instant',
    title: 'Record changed since',
    meaning: 'Only objects whose record last changed at this time or later',
    sql: 'updated_at',
    example: '2026-08-01T00:00:00Z',
  },
  perigee_km: {
    kind: 'range',
    title: 'Perigee',
    meaning: 'Only objects whose perigee_km is at',
    least: -7000,
    most: 1e9,
    example: 400,
  },
  apogee_km: {
    kind: 'range',
    title: 'Apogee',
    meaning: 'Only objects whose apogee_km is at',
    least: -7000,
    most: 1e9,
    example: 600,
  },
  inclination_deg: {
    kind: 'range',
    title: 'Inclination',
    meaning: 'Only objects whose inclination_deg is at',
    least: 0,
    most: 180,
    example: 97,
  },
  period_min: {
    kind: 'range',
    title: 'Period',
    meaning: 'Only objects whose period_min is at',
    least: 0,
    most: 1e9,
    example: 100,
  },
  eccentricity: {
    kind: 'range',
    title: 'Eccentricity',
    meaning: 'Only objects whose eccentricity is at',
    least: 0,
    most: 1,
    example: 0.01,
  },
  geo_longitude_deg: {
    kind: 'range',
    title: 'GEO longitude',
    meaning: 'Only GEO objects whose geo_longitude_deg is at',
    least: -180,
    most: 180,
    example: 13,
    wraps: true,
  },
  rcs_m2: {
    kind: 'range',
    title: 'Radar cross-section',
    meaning: 'Only objects whose rcs_m2 is at',
    least: 0,
    most: 1e9,
    example: 1,
  },
  launch_mass_kg: {
    kind: 'range',
    title: 'Launch mass',
    meaning: 'Only objects whose launch_mass_kg is at',
    least: 0,
    most: 1e9,
    example: 1000,
  },
  conflicting: {
    kind: 'flag',
    title: 'Sources disagree',
    meaning: 'Only objects with a field on which sources disagree, or only those without',
    sql: `norad_cat_id IN (${conflictingIds})`,
  },
  conflicting_field: {
    kind: 'field',
    title: 'Field that sources disagree on',
    meaning: 'Only objects on which sources disagree about one of these fields',
    example: 'decay_date',
  },
  confidence: {
    kind: 'confidence',
    title: 'Confidence',
    meaning:
      'Only objects with a field of this confidence: of one field (`launch_date:MEDIUM`), or of any field (`CONFLICTING`)',
    example: 'launch_date:MEDIUM',
  },
} as const satisfies Readonly<Record<string, SatelliteFilterFacts>>;

type Table = typeof satelliteFilters;
export type SatelliteFilterName = keyof Table;

/** The names of the filters of some kinds. */
export type FilterNames<Kind extends SatelliteFilterFacts['kind']> = {
  [Name in SatelliteFilterName]: Table[Name]['kind'] extends Kind ? Name : never;
}[SatelliteFilterName];

/** The names of the filters of a kind, in their order. */
export function filtersOfKind<Kind extends SatelliteFilterFacts['kind']>(kind: Kind): FilterNames<Kind>[] {
  const names = Object.keys(satelliteFilters) as SatelliteFilterName[];
  return names.filter((name) => satelliteFilters[name].kind === kind) as FilterNames<Kind>[];
}

/** Texts whose order says nothing. */
const unordered: readonly string[] = ['operator_slug', 'website', 'image'];

/** What a list of satellites can be ordered by: every text, number and date of the record. */
export const sortable: readonly string[] = columns(satellite)
  .filter(
    ({ name, sql }) => ['VARCHAR', 'INTEGER', 'DOUBLE', 'DATE', 'TIMESTAMP'].includes(sql) && !unordered.includes(name),
  )
  .map(({ name }) => name);
