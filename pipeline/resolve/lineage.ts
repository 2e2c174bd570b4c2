import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { type Publisher, publishers } from '../../src/schema/release/publishers.ts';
import { type SourceSlug, sourceSlugs } from '../../src/schema/release/source.ts';

/** Sources that take a field from one another: together they are one independence group, however many rows assert it. */
export interface Lineage {
  readonly fields: readonly SatelliteField[];
  readonly sources: readonly SourceSlug[];
  readonly because: string;
}

/** The sources that share an origin. A value that Orbweaver computes from a row belongs to the row's source. */
const sharing = (origin: Publisher['shares'][number]): SourceSlug[] =>
  publishers.filter(({ shares }: Publisher) => shares.includes(origin)).map(({ slug }) => slug);

/** A field and source that are not listed here form their own independence group. Documentation prints this table. */
export const lineages: readonly Lineage[] = [
  {
    fields: [
      'period_min',
      'inclination_deg',
      'apogee_km',
      'perigee_km',
      'eccentricity',
      'orbit_class',
      'orbit_type',
      'geo_longitude_deg',
      'elements_epoch',
    ],
    sources: sharing('tracking'),
    because: 'GP, SATCAT and GCAT orbits all come from the tracking of the United States Space Force',
  },
  {
    fields: [
      'name',
      'alt_names',
      'cospar_id',
      'object_class',
      'operational_status',
      'disposition',
      'country',
      'launch_date',
      'launch_site',
      'decay_date',
    ],
    sources: ['celestrak', 'spacetrack'],
    because: 'CelesTrak’s SATCAT and names are those of Space-Track',
  },
  {
    fields: ['norad_cat_id', 'gcat_id', 'satnogs_id', 'wikidata_id'],
    sources: sharing('identifiers'),
    because: 'Identifiers are keys that sources copy from each other: never evidence',
  },
];

/** The independence group of a source for a field, a number: sources with one number are not independent. */
export function independenceGroup(field: SatelliteField, source: SourceSlug): number {
  const shared = lineages.find((lineage) => lineage.fields.includes(field) && lineage.sources.includes(source));
  return sourceSlugs.indexOf(shared?.sources[0] ?? source);
}
