import { fields } from './field-value.ts';

/** The fields of a record as its page shows them. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Identity', ['name', 'common_name', 'alt_names', 'norad_cat_id', 'cospar_id', 'object_class']],
  ['Status', ['operational_status', 'active', 'disposition', 'decay_date']],
  [
    'Orbit',
    [
      'orbit_class',
      'orbit_type',
      'perigee_km',
      'apogee_km',
      'inclination_deg',
      'period_min',
      'eccentricity',
      'geo_longitude_deg',
      'elements_epoch',
    ],
  ],
  [
    'Owner and use',
    [
      'country',
      'country_name',
      'operator',
      'operator_slug',
      'users',
      'purpose',
      'detailed_purpose',
      'un_registry_country',
    ],
  ],
  ['Launch', ['launch_id', 'launch_date', 'launch_site', 'launch_vehicle']],
  [
    'Body',
    [
      'manufacturer',
      'manufacturer_country',
      'launch_mass_kg',
      'dry_mass_kg',
      'power_w',
      'length_m',
      'diameter_m',
      'span_m',
      'rcs_m2',
      'expected_lifetime_yr',
    ],
  ],
  ['Elsewhere', ['gcat_id', 'satnogs_id', 'wikidata_id', 'website', 'image', 'updated_at']],
];

/** Every field of the record in exactly one group: a field that nobody has placed stands at the end. */
export const fieldGroups: typeof groups = [
  ...groups,
  ['Further', [...fields.keys()].filter((name) => !groups.some(([, names]) => names.includes(name)))] as const,
].filter(([, names]) => names.length > 0);
