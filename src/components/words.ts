import { formatCount } from './format.ts';

/** Enumerated codes, countries' codes apart, as a person reads them: `PARTIALLY_OPERATIONAL` as `Partially operational`. */
export function codeWords(code: string): string {
  if (code === 'NONOPERATIONAL') return 'Not operational';
  if (/^(LEO|MEO|GEO|HEO)$/.test(code)) return code;
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the orbit classes are called in full. */
export const orbitClassNames: Readonly<Record<string, string>> = {
  LEO: 'Low Earth orbit',
  MEO: 'Medium Earth orbit',
  GEO: 'Geosynchronous orbit',
  HEO: 'Highly elliptical orbit',
  DEEP_SPACE: 'Deep space',
  UNKNOWN: 'Unknown',
};

const fieldNames: Readonly<Record<string, string>> = {
  norad_cat_id: 'NORAD number',
  cospar_id: 'COSPAR designator',
  alt_names: 'Other names',
  object_class: 'Object class',
  operational_status: 'Status',
  country: 'Owner',
  country_name: 'Owner name',
  operator_slug: 'Operator slug',
  launch_id: 'Launch',
  launch_date: 'Launched',
  decay_date: 'Decay date',
  period_min: 'Period',
  inclination_deg: 'Inclination',
  apogee_km: 'Apogee',
  perigee_km: 'Perigee',
  rcs_m2: 'Radar cross-section',
  elements_epoch: 'Elements epoch',
  updated_at: 'Record updated',
  un_registry_country: 'UN registry',
  manufacturer_country: 'Manufacturer country',
  launch_mass_kg: 'Launch mass',
  dry_mass_kg: 'Dry mass',
  power_w: 'Power',
  length_m: 'Length',
  diameter_m: 'Diameter',
  span_m: 'Span',
  expected_lifetime_yr: 'Expected lifetime',
  geo_longitude_deg: 'GEO longitude',
  wikidata_id: 'Wikidata',
  satnogs_id: 'SatNOGS DB',
  gcat_id: 'GCAT',
};

/** A field of the record as a label. */
export const fieldName = (field: string) => fieldNames[field] ?? codeWords(field);

/** `1 object`, `2 objects`, with the number as figures are written. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
