import { z } from 'zod';
import { field } from './field.ts';
import { dispositions, objectClasses, orbitClasses, statuses } from './vocabulary.ts';

const text = z.string().min(1);
const day = z.iso.date();
const instant = z.iso.datetime();
const km = (meaning: string, example: number, sql = 'DOUBLE') =>
  field(z.number().nullable(), { meaning, sql, unit: 'km', example });
const metres = (meaning: string, example: number) =>
  field(z.number().positive().nullable(), { meaning, sql: 'DOUBLE', unit: 'm', example });
const words = (meaning: string, example: string, restates?: string) =>
  field(text.nullable(), { meaning, sql: 'VARCHAR', example, ...(restates && { restates }) });

/** The record that lists, search results and operators carry. Absent is null; times are UTC; names carry units. */
export const satelliteSummary = z.object({
  norad_cat_id: field(z.int().positive().max(999_999_999), {
    meaning: 'Catalog number of the United States Space Force (NORAD), up to nine digits',
    sql: 'INTEGER',
    example: 25544,
  }),
  cospar_id: words('International (COSPAR) designator: year, launch of the year, piece', '1998-067A'),
  name: field(text, { meaning: 'Name of the object', sql: 'VARCHAR', example: 'ISS (ZARYA)' }),
  alt_names: field(z.array(text), {
    meaning: 'Other names in the sources',
    sql: 'VARCHAR[]',
    example: ['Zarya Cargo Block'],
    restates: 'name',
  }),
  object_class: field(z.enum(objectClasses), {
    meaning: 'What kind of object it is',
    sql: 'VARCHAR',
    example: 'PAYLOAD',
  }),
  operational_status: field(z.enum(statuses), {
    meaning: 'Whether it is working; DECAYED if it has a decay date',
    sql: 'VARCHAR',
    example: 'OPERATIONAL',
  }),
  active: field(z.boolean(), {
    meaning: 'True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION',
    sql: 'BOOLEAN',
    example: true,
    restates: 'operational_status',
  }),
  orbit_class: field(z.enum(orbitClasses), {
    meaning: 'Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one',
    sql: 'VARCHAR',
    example: 'LEO',
  }),
  orbit_type: words('Type of orbit within its class: sun-synchronous, Molniya, geostationary …', 'INCLINED'),
  country: field(text, {
    meaning: 'ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN',
    sql: 'VARCHAR',
    example: 'US',
  }),
  country_name: words('Name of that state or organization', 'United States of America', 'country'),
  operator: words('Operator, under one name for all spellings', 'NASA Johnson Space Flight Center'),
  operator_slug: words('The operator in URLs', 'nasa-johnson-space-flight-center', 'operator'),
  launch_id: words('The launch it came from: year and number of its COSPAR designator', '1998-067', 'cospar_id'),
  launch_date: field(day.nullable(), { meaning: 'Day of launch (UTC)', sql: 'DATE', example: '1998-11-20' }),
  launch_site: words('Launch site', 'Baikonur Cosmodrome'),
  launch_vehicle: words('Launch vehicle', 'Proton-K'),
  decay_date: field(day.nullable(), {
    meaning: 'Day it reentered or landed (UTC); null if still in orbit or unknown',
    sql: 'DATE',
    example: null,
  }),
  period_min: field(z.number().positive().nullable(), {
    meaning: 'Orbital period',
    sql: 'DOUBLE',
    unit: 'min',
    example: 92.9,
  }),
  inclination_deg: field(z.number().min(0).max(180).nullable(), {
    meaning: 'Angle between the orbit and the equator',
    sql: 'DOUBLE',
    unit: 'degrees',
    example: 51.63,
  }),
  apogee_km: km('Highest altitude above an Earth radius of 6,378.135 km', 422.1),
  perigee_km: km('Lowest altitude above an Earth radius of 6,378.135 km', 413.4),
  eccentricity: field(z.number().min(0).lt(1).nullable(), {
    meaning: 'Shape of the orbit: 0 is a circle',
    sql: 'DOUBLE',
    example: 0.00062,
  }),
  rcs_m2: field(z.number().nonnegative().nullable(), {
    meaning: 'Radar cross-section',
    sql: 'DOUBLE',
    unit: 'm²',
    example: 399.05,
  }),
  elements_epoch: field(instant.nullable(), {
    meaning: 'Epoch of its newest element set (UTC); null if it has none',
    sql: 'TIMESTAMP',
    example: '2026-08-21T18:32:11.425056Z',
  }),
  updated_at: field(instant, {
    meaning: 'Release in which this record last changed (UTC)',
    sql: 'TIMESTAMP',
    example: '2026-08-21T23:00:00Z',
  }),
});

/** The whole record of one object, without its claims and provenance. */
export const satellite = satelliteSummary.extend({
  common_name: words('Common name, if a source has one', 'International Space Station'),
  purpose: words('Purpose, in UCS terms', 'Space Science'),
  detailed_purpose: words('Detailed purpose; several are separated by "/"', 'Spaceship or space station'),
  users: words(
    'Users, in UCS terms: Civil, Commercial, Government, Military; several are separated by "/"',
    'Government',
  ),
  un_registry_country: words('State or organization that registered it with the UN; NR if unregistered', 'US'),
  manufacturer: words('Manufacturer', 'Khrunichev'),
  manufacturer_country: words('Country of the manufacturer', 'RU'),
  launch_mass_kg: field(z.number().positive().nullable(), {
    meaning: 'Mass at launch, including propellant',
    sql: 'DOUBLE',
    unit: 'kg',
    example: 20_040,
  }),
  dry_mass_kg: field(z.number().positive().nullable(), {
    meaning: 'Mass without propellant',
    sql: 'DOUBLE',
    unit: 'kg',
    example: 16_240,
  }),
  power_w: field(z.number().positive().nullable(), {
    meaning: 'Electric power',
    sql: 'DOUBLE',
    unit: 'W',
    example: null,
  }),
  length_m: metres('Length of the body', 12.6),
  diameter_m: metres('Diameter of the body', 4.1),
  span_m: metres('Largest dimension with panels and booms deployed', 24.4),
  expected_lifetime_yr: field(z.number().positive().nullable(), {
    meaning: 'Design life',
    sql: 'DOUBLE',
    unit: 'years',
    example: null,
  }),
  geo_longitude_deg: field(z.number().min(-180).max(180).nullable(), {
    meaning: 'East longitude of a GEO object at the epoch of its elements; west is negative',
    sql: 'DOUBLE',
    unit: 'degrees',
    example: null,
  }),
  disposition: field(z.enum(dispositions), {
    meaning: 'Whether it is in orbit, reentered, landed, escaped, or is lost',
    sql: 'VARCHAR',
    example: 'IN_ORBIT',
  }),
  wikidata_id: words('Its item in Wikidata', 'Q25271'),
  satnogs_id: words('Its id in SatNOGS DB', 'XSKZ-5603-1870-9019-3066'),
  gcat_id: words('Its JCAT id in GCAT', 'S25544'),
  website: words('Its website', 'https://www.nasa.gov/station'),
  image: words('A picture of it', 'https://db.satnogs.org/media/satellites/iss.jpg'),
});

/** A name of the record that a claim can be about. */
export type SatelliteField = keyof z.infer<typeof satellite>;
