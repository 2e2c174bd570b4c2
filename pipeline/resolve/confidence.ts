import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { publisher } from '../../src/schema/release/publishers.ts';
import type { SourceSlug } from '../../src/schema/release/source.ts';

/** How far a source is believed; what Orbweaver works out from others, least. */
export const trustOf = (slug: SourceSlug): 'high' | 'medium' | 'low' =>
  slug === 'derived' ? 'low' : publisher(slug).trust;

/** Whose business a field is. */
export interface Authority {
  readonly fields: readonly SatelliteField[];
  readonly source: SourceSlug;
  readonly because: string;
}

/**
 * The authority for each field: of equally trusted and equally exact claims its own goes first, and no majority outvotes it. A field that is not named
 * has none. Documentation prints this table.
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
 * Fields in which the rank that a file gives itself goes before trust: newest elements, SATCAT, then GCAT. What Orbweaver works out from elements is as
 * good as the elements, and class and type have to speak of one orbit.
 */
export const byFile: readonly SatelliteField[] = ['orbit_class', 'orbit_type'];
