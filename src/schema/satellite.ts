import { z } from 'zod';
import { keys, never, notCompared, within } from './comparison.ts';
import { presentDays } from './confidence.ts';
import { type FieldPlace, field, place } from './field.ts';
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

/** The groups of fields that the page of an object shows, in its order. */
export const fieldGroupTitles = [
  'What it is',
  'What has become of it',
  'Its orbit',
  'Who is behind it',
  'Its launch',
  'Size and power',
  'Identifiers and links',
] as const;

/**
 * Places a field in the record: its group and label on pages, its place among Orbweaver's own CSV columns (the next free number
 * for a new one), and how claims about it are compared. Filters are in `satellite-filters.ts`; numbers and dates can be sorted by.
 */
const of = <S extends z.ZodType>(
  group: (typeof fieldGroupTitles)[number],
  schema: S,
  { comparison = notCompared, ...more }: Partial<Omit<FieldPlace, 'group'>> = {},
): S => place(schema, { group, comparison, ...more });

/** The record that lists, search results and operators carry. Absent is null; times are UTC; names carry units. */
export const satelliteSummary = z.object({
  norad_cat_id: of(
    'Identifiers and links',
    field(z.int().positive().max(999_999_999), {
      meaning: 'Catalog number of the United States Space Force (NORAD), up to nine digits',
      sql: 'INTEGER',
      example: 25544,
    }),
    { label: 'NORAD number' },
  ),
  cospar_id: of(
    'Identifiers and links',
    words('International (COSPAR) designator: year, launch of the year, piece', '1998-067A'),
    {
      label: 'COSPAR designator',
      comparison: {
        ...keys('sources copy designators from each other: agreement confirms nothing, a difference is real'),
        confirms: false,
      },
    },
  ),
  name: of('What it is', field(text, { meaning: 'Name of the object', sql: 'VARCHAR', example: 'ISS (ZARYA)' }), {
    comparison: keys(
      'without case, accents, punctuation, and parts in brackets, all names of one source against all of the other; names disagree only within one numbered series',
    ),
  }),
  alt_names: of(
    'What it is',
    field(z.array(text), {
      meaning: 'Other names in the sources',
      sql: 'VARCHAR[]',
      example: ['Zarya Cargo Block'],
      restates: 'name',
    }),
    { label: 'Other names', comparison: never('an object can have many names') },
  ),
  object_class: of(
    'What it is',
    field(z.enum(objectClasses), {
      meaning: 'What kind of object it is',
      sql: 'VARCHAR',
      example: 'PAYLOAD',
    }),
    { label: 'Object class', csv: 1, comparison: keys('after decoding') },
  ),
  operational_status: of(
    'What has become of it',
    field(z.enum(statuses), {
      meaning: 'Whether it is working; DECAYED if it has a decay date',
      sql: 'VARCHAR',
      example: 'OPERATIONAL',
    }),
    {
      label: 'Status',
      csv: 2,
      comparison: keys(
        'working or not: partially operational, standby, spare, and extended mission are working; nonoperational and decayed are not, and neither confirms the other; both are permanent',
        presentDays,
      ),
    },
  ),
  active: of(
    'What has become of it',
    field(z.boolean(), {
      meaning: 'True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION',
      sql: 'BOOLEAN',
      example: true,
      restates: 'operational_status',
    }),
    { csv: 3 },
  ),
  orbit_class: of(
    'Its orbit',
    field(z.enum(orbitClasses), {
      meaning:
        'Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one',
      sql: 'VARCHAR',
      example: 'LEO',
    }),
    { csv: 4 },
  ),
  orbit_type: of(
    'Its orbit',
    words('Type of orbit within its class: sun-synchronous, Molniya, geostationary …', 'INCLINED'),
    { csv: 5 },
  ),
  country: of(
    'Who is behind it',
    field(text, {
      meaning: 'ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN',
      sql: 'VARCHAR',
      example: 'US',
    }),
    {
      label: 'Owner',
      csv: 6,
      comparison: keys(
        'states by membership (CIS is any state of the former Soviet Union), organizations by name; a state and an organization are not compared',
      ),
    },
  ),
  country_name: of(
    'Who is behind it',
    words('Name of that state or organization', 'United States of America', 'country'),
    { label: 'Owner name' },
  ),
  operator: of(
    'Who is behind it',
    words('Operator, under one name for all spellings', 'NASA Johnson Space Flight Center'),
    { comparison: keys('by slug; a branch does not contradict its parent') },
  ),
  operator_slug: of('Who is behind it', words('The operator in URLs', 'nasa-johnson-space-flight-center', 'operator'), {
    label: 'Operator slug',
    csv: 7,
  }),
  launch_id: of(
    'Its launch',
    words('The launch it came from: year and number of its COSPAR designator', '1998-067', 'cospar_id'),
    { label: 'Launch', csv: 8 },
  ),
  launch_date: of(
    'Its launch',
    field(day.nullable(), { meaning: 'Day of launch (UTC)', sql: 'DATE', example: '1998-11-20' }),
    {
      label: 'Launched',
      comparison: {
        comparison: { how: 'days', slack: 0 },
        window: null,
        because: 'to the coarser precision of the two',
      },
    },
  ),
  launch_site: of('Its launch', words('Launch site', 'Baikonur Cosmodrome'), {
    comparison: keys('by place: codes within 40 km are one site'),
  }),
  launch_vehicle: of('Its launch', words('Launch vehicle', 'Proton-K'), {
    comparison: keys('by name, without case and punctuation'),
  }),
  decay_date: of(
    'What has become of it',
    field(day.nullable(), {
      meaning: 'Day it reentered or landed (UTC); null if still in orbit or unknown',
      sql: 'DATE',
      example: null,
    }),
    {
      label: 'Decay date',
      csv: 9,
      comparison: {
        comparison: { how: 'days', slack: 1 },
        window: null,
        because: 'to the coarser precision of the two; sources may date one reentry on either side of midnight UTC',
      },
    },
  ),
  period_min: of(
    'Its orbit',
    field(z.number().positive().nullable(), {
      meaning: 'Orbital period',
      sql: 'DOUBLE',
      unit: 'min',
      example: 92.9,
    }),
    { label: 'Period' },
  ),
  inclination_deg: of(
    'Its orbit',
    field(z.number().min(0).max(180).nullable(), {
      meaning: 'Angle between the orbit and the equator',
      sql: 'DOUBLE',
      unit: 'degrees',
      example: 51.63,
    }),
    { label: 'Inclination' },
  ),
  apogee_km: of('Its orbit', km('Highest altitude above an Earth radius of 6,378.135 km', 422.1), { label: 'Apogee' }),
  perigee_km: of('Its orbit', km('Lowest altitude above an Earth radius of 6,378.135 km', 413.4), { label: 'Perigee' }),
  eccentricity: of(
    'Its orbit',
    field(z.number().min(0).lt(1).nullable(), {
      meaning: 'Shape of the orbit: 0 is a circle',
      sql: 'DOUBLE',
      example: 0.00062,
    }),
  ),
  rcs_m2: of(
    'Size and power',
    field(z.number().nonnegative().nullable(), {
      meaning: 'Radar cross-section',
      sql: 'DOUBLE',
      unit: 'm²',
      example: 399.05,
    }),
    { label: 'Radar cross-section', csv: 11 },
  ),
  elements_epoch: of(
    'Its orbit',
    field(instant.nullable(), {
      meaning: 'Epoch of its newest element set (UTC); null if it has none',
      sql: 'TIMESTAMP',
      example: '2026-08-21T18:32:11.425056Z',
    }),
    { label: 'Elements epoch', csv: 15 },
  ),
  updated_at: of(
    'Identifiers and links',
    field(instant, {
      meaning: 'Release in which this record last changed (UTC)',
      sql: 'TIMESTAMP',
      example: '2026-08-21T23:00:00Z',
    }),
    { label: 'Record updated', csv: 26 },
  ),
});

/** The whole record of one object, without its claims and provenance. */
export const satellite = satelliteSummary.extend({
  common_name: of('What it is', words('Common name, if a source has one', 'International Space Station'), {
    comparison: never('an object can have many common names'),
  }),
  purpose: of('What it is', words('Purpose, in UCS terms', 'Space Science'), {
    comparison: keys('by the words of UCS'),
  }),
  detailed_purpose: of(
    'What it is',
    words('Detailed purpose; several are separated by "/"', 'Spaceship or space station'),
    { comparison: keys('by the words of GCAT’s categories') },
  ),
  users: of(
    'Who is behind it',
    words('Users, in UCS terms: Civil, Commercial, Government, Military; several are separated by "/"', 'Government'),
    { comparison: keys('by the words of UCS') },
  ),
  un_registry_country: of(
    'Who is behind it',
    words('State or organization that registered it with the UN; NR if unregistered', 'US'),
    { label: 'UN registry', comparison: keys('as country') },
  ),
  manufacturer: of('Who is behind it', words('Manufacturer', 'Khrunichev'), {
    comparison: keys('by slug; a branch does not contradict its parent'),
  }),
  manufacturer_country: of('Who is behind it', words('Country of the manufacturer', 'RU'), {
    label: 'Manufacturer country',
    comparison: keys('as country'),
  }),
  launch_mass_kg: of(
    'Size and power',
    field(z.number().positive().nullable(), {
      meaning: 'Mass at launch, including propellant',
      sql: 'DOUBLE',
      unit: 'kg',
      example: 20_040,
    }),
    { label: 'Launch mass', comparison: within(5, 0.1, 'sources count adapters and propellant differently') },
  ),
  dry_mass_kg: of(
    'Size and power',
    field(z.number().positive().nullable(), {
      meaning: 'Mass without propellant',
      sql: 'DOUBLE',
      unit: 'kg',
      example: 16_240,
    }),
    { label: 'Dry mass', comparison: within(5, 0.1, 'sources count adapters differently') },
  ),
  power_w: of(
    'Size and power',
    field(z.number().positive().nullable(), {
      meaning: 'Electric power',
      sql: 'DOUBLE',
      unit: 'W',
      example: null,
    }),
    { label: 'Power', comparison: within(5, 0.1, 'begin or end of life') },
  ),
  length_m: of('Size and power', metres('Length of the body', 12.6), {
    label: 'Length',
    csv: 12,
    comparison: within(0.2, 0.1, 'with or without fittings'),
  }),
  diameter_m: of('Size and power', metres('Diameter of the body', 4.1), {
    label: 'Diameter',
    csv: 13,
    comparison: within(0.2, 0.1, 'with or without fittings'),
  }),
  span_m: of('Size and power', metres('Largest dimension with panels and booms deployed', 24.4), {
    label: 'Span',
    csv: 14,
    comparison: within(0.5, 0.1, 'with or without fittings'),
  }),
  expected_lifetime_yr: of(
    'What has become of it',
    field(z.number().positive().nullable(), {
      meaning: 'Design life',
      sql: 'DOUBLE',
      unit: 'years',
      example: null,
    }),
    { label: 'Expected lifetime', comparison: within(1, 0, 'whole years') },
  ),
  geo_longitude_deg: of(
    'Its orbit',
    field(z.number().min(-180).max(180).nullable(), {
      meaning: 'East longitude of a GEO object at the epoch of its elements; west is negative',
      sql: 'DOUBLE',
      unit: 'degrees',
      example: null,
    }),
    { label: 'GEO longitude' },
  ),
  disposition: of(
    'What has become of it',
    field(z.enum(dispositions), {
      meaning: 'Whether it is in orbit, reentered, landed, escaped, or is lost',
      sql: 'VARCHAR',
      example: 'IN_ORBIT',
    }),
    { csv: 10, comparison: keys('up, down or away: not every source tells a burn from a natural decay', presentDays) },
  ),
  wikidata_id: of('Identifiers and links', words('Its item in Wikidata', 'Q25271'), { label: 'Wikidata', csv: 18 }),
  satnogs_id: of('Identifiers and links', words('Its id in SatNOGS DB', 'XSKZ-5603-1870-9019-3066'), {
    label: 'SatNOGS DB',
    csv: 17,
  }),
  gcat_id: of('Identifiers and links', words('Its JCAT id in GCAT', 'S25544'), { label: 'GCAT', csv: 16 }),
  website: of('Identifiers and links', words('Its website', 'https://www.nasa.gov/station'), {
    csv: 19,
    comparison: never('an object can have several pages'),
  }),
  image: of('Identifiers and links', words('A picture of it', 'https://db.satnogs.org/media/satellites/iss.jpg'), {
    comparison: never('an object can have several pictures'),
  }),
});

/** A name of the record that a claim can be about. */
export type SatelliteField = keyof z.infer<typeof satellite>;
