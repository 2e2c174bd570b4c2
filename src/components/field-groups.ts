import { fields } from './field-value.ts';

/** The ten fields that the page of an object shows first; an absent one makes room for nothing. */
export const firstFields = [
  'operational_status',
  'object_class',
  'purpose',
  'users',
  'operator',
  'country',
  'orbit_class',
  'launch_date',
  'launch_vehicle',
  'launch_mass_kg',
] as const;

/** Fields that are told with another one: the name of a code, a slug, a code that the status says. */
export const foldedFields: Readonly<Record<string, string>> = {
  country_name: 'country',
  operator_slug: 'operator',
  active: 'operational_status',
};

/** The other fields of a record, by the question that they answer. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['What it is', ['name', 'common_name', 'alt_names', 'detailed_purpose']],
  ['What has become of it', ['disposition', 'decay_date', 'expected_lifetime_yr']],
  [
    'Its orbit',
    [
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
  ['Who is behind it', ['un_registry_country', 'manufacturer', 'manufacturer_country']],
  ['Its launch', ['launch_id', 'launch_site']],
  ['Size and power', ['dry_mass_kg', 'power_w', 'length_m', 'diameter_m', 'span_m', 'rcs_m2']],
];
const identifiers = [
  'norad_cat_id',
  'cospar_id',
  'gcat_id',
  'satnogs_id',
  'wikidata_id',
  'website',
  'image',
  'updated_at',
] as const;

const placed = new Set([
  ...firstFields,
  ...Object.keys(foldedFields),
  ...identifiers,
  ...groups.flatMap(([, names]) => names),
]);

/** Every field of the record but the first and the folded in exactly one group: one that nobody has placed stands before the identifiers. */
export const fieldGroups: typeof groups = [
  ...groups,
  ['Further', [...fields.keys()].filter((name) => !placed.has(name))] as const,
  ['Identifiers and links', identifiers] as const,
].filter(([, names]) => names.length > 0);
