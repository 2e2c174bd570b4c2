import { columns } from '../field.ts';
import {
  dispositions,
  maneuverCapabilities,
  missionResults,
  objectClasses,
  orbitClasses,
  statuses,
} from '../vocabulary.ts';
import { satellite } from './satellite.ts';

/** One of some codes, or several separated by commas: any of them. `values` is null if the release holds them. */
const code = (example: string, values: readonly string[] | null, meaning: string) =>
  ({ kind: 'code', values, example, meaning: `Only objects ${meaning}` }) as const;

/** Words that a text has, in this order and without regard to case; several texts separated by commas: any of them. */
const text = (name: string, example: string) =>
  ({ kind: 'text', example, meaning: `Only objects with these words in \`${name}\`` }) as const;

/** `true` or `false`. `sql` is the condition over `satellites`. */
const flag = (sql: string, meaning: string) => ({ kind: 'flag', sql, meaning: `Only ${meaning}` }) as const;

/** A filter for a day: from that day on, or before it. `sql` is the day over `satellites`. */
const day = (side: 'from' | 'before', sql: string, example: string, meaning: string) =>
  ({ kind: 'day', side, sql, example, meaning: `Only objects ${meaning}` }) as const;

/**
 * A filter for the launch day, from a day on or before it: every day on which the object may have been launched must
 * match.
 */
const launched = (side: 'from' | 'before', example: string, meaning: string) =>
  ({ kind: 'launched', side, example, meaning: `Only objects ${meaning}` }) as const;

/** Bounds of a number, `min_` and `max_`, both inclusive. */
const range = (name: string, least: number, most: number, example: number, what = 'objects') =>
  ({ kind: 'range', least, most, example, meaning: `Only ${what} whose ${name} is at` }) as const;

/** Filters by catalog numbers, groups, and evidence: each is parsed differently. */
const own = <Kind extends 'ids' | 'group' | 'field' | 'confidence'>(kind: Kind, example: string, meaning: string) =>
  ({ kind, example, meaning: `Only ${meaning}` }) as const;

const conflictingIds = "SELECT norad_cat_id FROM provenance WHERE confidence = 'CONFLICTING'";

/**
 * Every filter of the list of satellites, in the order of the documentation. The parameters of the API, their validation,
 * the OpenAPI document, the documentation and the queries are made from this table.
 */
export const satelliteFilters = {
  ids: own(
    'ids',
    '25544,20580',
    'these objects: up to 1,000 catalog numbers, separated by commas; `meta.unknown_ids` lists numbers that are not in the catalog',
  ),
  orbit_class: code('LEO', orbitClasses, 'of these orbit classes'),
  orbit_type: code('SUN_SYNCHRONOUS', null, 'in these types of orbit'),
  status: code('OPERATIONAL', statuses, 'of these operational statuses'),
  object_class: code('PAYLOAD', objectClasses, 'of these classes'),
  disposition: code('IN_ORBIT', dispositions, 'with these dispositions'),
  active: flag('active', 'active objects, or only inactive ones'),
  has_elements: flag('elements_epoch IS NOT NULL', 'objects with public elements, or only those without'),
  group: own('group', 'stations', 'members of these groups, as `/api/v1/groups` lists them'),
  country: code(
    'US',
    null,
    'of these states (ISO 3166-1 alpha-2) or organizations; SATCAT owner codes are accepted as aliases',
  ),
  operator: code('nasa', null, 'of these operators, by slug'),
  users: text('users', 'Military'),
  purpose: text('purpose', 'Earth Observation'),
  manufacturer: text('manufacturer', 'Thales'),
  program: text('program', 'Starlink'),
  bus: text('bus', 'Cubesat'),
  mission_result: code('FAILURE', missionResults, 'whose mission had these results'),
  maneuver_capability: code('MANEUVERS', maneuverCapabilities, 'of these maneuver capabilities'),
  launch_id: code('1998-067', null, 'of these launches, by year and number'),
  launch_site: text('launch_site', 'Baikonur'),
  launch_vehicle: text('launch_vehicle', 'Falcon 9'),
  launched_after: launched(
    'from',
    '2024-01-01',
    'launched on this day or later. An object without a launch date matches only if every possible day does: its launch lies between the dated launches numbered before and after it. `meta.without_launch_date` counts those, and `meta.possible_without_launch_date` those that may match',
  ),
  launched_before: launched(
    'before',
    '2025-01-01',
    'launched before this day; without a launch date as for `launched_after`',
  ),
  separated_after: day(
    'from',
    'separation_date',
    '2026-01-01',
    'that separated from their parent on this day or later',
  ),
  separated_before: day('before', 'separation_date', '2026-01-01', 'that separated from their parent before this day'),
  decayed_after: day('from', 'decay_date', '2026-01-01', 'with a decay date of this day or later'),
  decayed_before: day('before', 'decay_date', '2026-01-01', 'with a decay date before this day'),
  /** Objects updated at an instant or later; a day stands for its beginning. */
  updated_after: {
    kind: 'instant',
    meaning: 'Only objects whose record last changed at this time or later',
    sql: 'updated_at',
    example: '2026-08-01T00:00:00Z',
  },
  perigee_km: range('perigee_km', -7000, 1e9, 400),
  apogee_km: range('apogee_km', -7000, 1e9, 600),
  inclination_deg: range('inclination_deg', 0, 180, 97),
  period_min: range('period_min', 0, 1e9, 100),
  eccentricity: range('eccentricity', 0, 1, 0.01),
  /** An angle: if the lower bound exceeds the upper one, the arc across 180° is selected. */
  geo_longitude_deg: { ...range('geo_longitude_deg', -180, 180, 13, 'GEO objects'), wraps: true },
  rcs_m2: range('rcs_m2', 0, 1e9, 1),
  launch_mass_kg: range('launch_mass_kg', 0, 1e9, 1000),
  conflicting: flag(
    `norad_cat_id IN (${conflictingIds})`,
    'objects with a field on which sources disagree, or only those without',
  ),
  conflicting_field: own('field', 'decay_date', 'objects on which sources disagree about one of these fields'),
  confidence: own(
    'confidence',
    'launch_date:MEDIUM',
    'objects with this confidence in one field (`launch_date:MEDIUM`) or in any field (`CONFLICTING`)',
  ),
} as const;

type Table = typeof satelliteFilters;
export type SatelliteFilterName = keyof Table;

/** One filter of the list of satellites. */
export type SatelliteFilterFacts = Table[SatelliteFilterName];

/** The names of the filters of some kinds. */
export type FilterNames<Kind extends SatelliteFilterFacts['kind']> = {
  [Name in SatelliteFilterName]: Table[Name]['kind'] extends Kind ? Name : never;
}[SatelliteFilterName];

/** The names of the filters of a kind, in their order. */
export function filtersOfKind<Kind extends SatelliteFilterFacts['kind']>(kind: Kind): FilterNames<Kind>[] {
  const names = Object.keys(satelliteFilters) as SatelliteFilterName[];
  return names.filter((name) => satelliteFilters[name].kind === kind) as FilterNames<Kind>[];
}

/** Texts without a meaningful order. */
const unordered: readonly string[] = ['operator_slug', 'website', 'image'];

/** The fields by which a list of satellites can be ordered: every text, number and date of the record. */
export const sortable: readonly string[] = columns(satellite)
  .filter(
    ({ name, sql }) => ['VARCHAR', 'INTEGER', 'DOUBLE', 'DATE', 'TIMESTAMP'].includes(sql) && !unordered.includes(name),
  )
  .map(({ name }) => name);
