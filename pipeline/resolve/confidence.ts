import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { publisher } from '../../src/schema/release/publishers.ts';
import type { SourceSlug } from '../../src/schema/release/source.ts';

/** The trust in a source; it is low for what Orbweaver derives from others. */
export const trustOf = (slug: SourceSlug): 'high' | 'medium' | 'low' =>
  slug === 'derived' ? 'low' : publisher(slug).trust;

/** The source that is the authority for some fields. */
export interface Authority {
  readonly fields: readonly SatelliteField[];
  readonly source: SourceSlug;
  readonly because: string;
}

/**
 * The authority for each field: its claim takes precedence among equally trusted and equally exact ones, and no majority outvotes it. Other fields
 * have none. Documentation prints this table.
 */
export const authorities: readonly Authority[] = [
  {
    fields: ['operational_status'],
    source: 'celestrak',
    because: 'CelesTrak reviews the status of every payload daily; the others only occasionally',
  },
  {
    fields: ['decay_date', 'disposition'],
    source: 'celestrak',
    because: 'SATCAT is maintained by those who track the objects and observe reentries',
  },
  {
    fields: ['cospar_id'],
    source: 'celestrak',
    because: 'SATCAT has the designators as assigned by the United States Space Force',
  },
  {
    fields: ['launch_date', 'launch_site', 'launch_vehicle'],
    source: 'gcat',
    because: 'GCAT keeps a catalog of launches, one row each; SATCAT repeats them for every piece',
  },
  {
    fields: ['operator', 'manufacturer', 'manufacturer_country', 'purpose', 'users', 'un_registry_country'],
    source: 'gcat',
    because: 'GCAT researches them; SATCAT has no such columns',
  },
  {
    fields: ['launch_mass_kg', 'dry_mass_kg', 'length_m', 'diameter_m', 'span_m'],
    source: 'gcat',
    because: 'GCAT researches them, and marks what it estimates',
  },
];

/**
 * Fields for which a file's own rank takes precedence over trust: newest elements, SATCAT, then GCAT. What Orbweaver derives from elements is as
 * reliable as the elements, and class and type have to describe the same orbit.
 */
export const byFile: readonly SatelliteField[] = ['orbit_class', 'orbit_type'];
