import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import { type Publisher, type PublisherSlug, publisher, publishers } from '../../src/schema/release/publishers.ts';
import type { SourceSlug } from '../../src/schema/release/source.ts';

/** The trust in a source. Values that Orbweaver computes have the trust of their inputs. */
export const trustOf = (slug: Exclude<SourceSlug, 'derived'>): 'high' | 'medium' => publisher(slug).trust;

/** Why the undated entries of a source count as of the day of the release; null if they don't. */
export const currentBecause = (slug: PublisherSlug): string | null => (publisher(slug) as Publisher).current ?? null;

/** The order of sources of some fields: the value of the first one is used. */
export interface SourceOrder {
  readonly fields: readonly SatelliteField[];
  /** Sources that are not named follow in the order of the registry. */
  readonly order: readonly PublisherSlug[];
  /** Whether two or more others that agree with each other outvote the first. */
  readonly outvotable: boolean;
  readonly because: string;
}

/**
 * The order of sources for each compared field. It depends on the contents of files, neither on their time nor on their arrival.
 * Documentation prints this table.
 */
export const sourceOrders: readonly SourceOrder[] = [
  {
    fields: ['operational_status'],
    order: ['celestrak', 'gcat', 'satnogs', 'wikidata'],
    outvotable: false,
    because: 'CelesTrak reviews the status of every payload daily; the others only occasionally',
  },
  {
    fields: ['decay_date', 'disposition'],
    order: ['celestrak', 'gcat', 'satnogs', 'wikidata'],
    outvotable: false,
    because: 'SATCAT is maintained by those who track the objects and observe reentries',
  },
  {
    fields: ['cospar_id'],
    order: ['celestrak', 'gcat', 'wikidata', 'satnogs'],
    outvotable: false,
    because: 'SATCAT has the designators as assigned by the United States Space Force',
  },
  {
    fields: ['launch_date', 'launch_site', 'launch_vehicle'],
    order: ['gcat', 'celestrak', 'satnogs', 'wikidata'],
    outvotable: false,
    because: 'GCAT keeps a catalog of launches, one row each; SATCAT repeats them for every piece',
  },
  {
    fields: ['separation_date'],
    order: ['gcat', 'satnogs', 'celestrak', 'wikidata'],
    outvotable: false,
    because: 'GCAT dates the separation of every object; SatNOGS DB that of some satellites, as volunteers enter it',
  },
  {
    fields: [
      'operator',
      'manufacturer',
      'manufacturer_country',
      'purpose',
      'detailed_purpose',
      'users',
      'un_registry_country',
    ],
    order: ['gcat', 'celestrak', 'satnogs', 'wikidata'],
    outvotable: false,
    because: 'GCAT researches them; SATCAT has no such columns',
  },
  {
    fields: ['launch_mass_kg', 'dry_mass_kg', 'length_m', 'diameter_m', 'span_m', 'power_w', 'expected_lifetime_yr'],
    order: ['gcat', 'celestrak', 'satnogs', 'wikidata'],
    outvotable: false,
    because: 'GCAT researches them, and marks what it estimates',
  },
  {
    fields: ['name', 'object_class'],
    order: ['celestrak', 'gcat', 'satnogs', 'wikidata'],
    outvotable: true,
    because:
      'the number, the name and the class that most programs and lists use are SATCAT’s; GCAT has other names for many objects',
  },
  {
    fields: ['country'],
    order: ['celestrak', 'gcat', 'satnogs', 'wikidata'],
    outvotable: true,
    because:
      'SATCAT names one owner of every object; GCAT has the state at the time of launch, and for half of the objects',
  },
];

/** The sources of a field, the first one first. A field that is not compared has the order of the registry. */
export function orderOf(field: SatelliteField): readonly SourceSlug[] {
  const named: readonly SourceSlug[] = sourceOrders.find(({ fields }) => fields.includes(field))?.order ?? [];
  const all: readonly SourceSlug[] = publishers.map(({ slug }) => slug);
  return [...named, ...all.filter((slug) => !named.includes(slug))];
}

/** Whether the first source of a field keeps its value against a majority. */
export const firstStands = (field: SatelliteField): boolean =>
  sourceOrders.find(({ fields }) => fields.includes(field))?.outvotable === false;
