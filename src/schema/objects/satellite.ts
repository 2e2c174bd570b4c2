import { z } from 'zod';
import { sqlTexts } from '../escaped-text.ts';
import { columns, type FieldMeta, type FieldPlace, field } from '../field.ts';
import {
  activeStatuses,
  codeWords,
  dispositions,
  maneuverCapabilities,
  missionResults,
  objectClasses,
  orbitClasses,
  statuses,
} from '../vocabulary.ts';
import { keys, never, notCompared, within } from './comparison.ts';
import { presentDays } from './confidence.ts';

const text = z.string().min(1);
const word = text.nullable();
const day = z.iso.date();
const instant = z.iso.datetime();
const positive = z.number().positive().nullable();

/** The groups of fields that the page of an object shows, in its order. */
export const fieldGroupTitles = [
  'What it is',
  'Fate',
  'Orbit',
  'Operator and owner',
  'Launch',
  'Size and power',
  'Identifiers and links',
] as const;

/**
 * Makes the fields of a group: with their label on pages, their place among Orbweaver's own CSV columns (the next free number
 * for a new one), and how claims about them are compared. Filters are in `satellite-filters.ts`; numbers and dates can be sorted by.
 */
const inGroup =
  (group: (typeof fieldGroupTitles)[number]) =>
  <S extends z.ZodType>(
    schema: S,
    meaning: string,
    example: unknown,
    { comparison = notCompared, ...more }: Partial<FieldMeta & FieldPlace> = {},
  ): S =>
    field(schema, meaning, example, { group, comparison, ...more });
const kind = inGroup('What it is');
const fate = inGroup('Fate');
const orbit = inGroup('Orbit');
const owner = inGroup('Operator and owner');
const launch = inGroup('Launch');
const size = inGroup('Size and power');
const link = inGroup('Identifiers and links');

/** The record that lists, search results and operators carry. Absent is null; times are UTC; names carry units. */
export const satelliteSummary = z.object({
  norad_cat_id: link(
    z.int().positive().max(999_999_999),
    'Catalog number of the United States Space Force (NORAD), up to nine digits',
    25544,
    { label: 'NORAD number' },
  ),
  cospar_id: link(word, 'International (COSPAR) designator: year, launch of the year, piece', '1998-067A', {
    label: 'COSPAR designator',
    comparison: {
      ...keys('sources copy designators from each other: agreement confirms nothing, a difference is real'),
      confirms: false,
    },
  }),
  name: kind(text, 'Name of the object', 'ISS (ZARYA)', {
    comparison: keys(
      'without case, accents, punctuation, and parts in brackets, all names of one source against all of the other; names disagree only within one numbered series',
    ),
  }),
  alt_names: kind(z.array(text), 'Other names in the sources', ['Zarya Cargo Block'], {
    label: 'Other names',
    comparison: never('an object can have many names'),
  }),
  object_class: kind(z.enum(objectClasses), 'Kind of object', 'PAYLOAD', {
    label: 'Object class',
    csv: 1,
    comparison: keys('after decoding'),
  }),
  operational_status: fate(z.enum(statuses), 'Whether it is working; DECAYED if it has a decay date', 'OPERATIONAL', {
    label: 'Status',
    csv: 2,
    comparison: {
      ...keys(
        'working or not: partially operational, standby, spare, and extended mission are working, and only the same word confirms one of them; nonoperational and decayed are not, and neither confirms the other; both are permanent',
        presentDays,
      ),
      exact: true,
    },
  }),
  active: fate(z.boolean(), 'True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION', true, {
    restates: 'operational_status',
    computed: `w.decay_date IS NULL AND coalesce(w.operational_status, '') IN (${sqlTexts(activeStatuses)})`,
    csv: 3,
  }),
  orbit_class: orbit(
    z.enum(orbitClasses),
    'Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one',
    'LEO',
    { csv: 4 },
  ),
  orbit_type: orbit(word, 'Type of orbit within its class: sun-synchronous, Molniya, geostationary …', 'INCLINED', {
    csv: 5,
  }),
  country: owner(text, 'ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN', 'US', {
    label: 'Owner',
    csv: 6,
    comparison: {
      ...keys(
        'states and organizations by name; several states under one code (CIS is any state of the former Soviet Union) are compatible with each, which is no agreement; a state and an organization are not compared',
      ),
      wider: true,
    },
  }),
  country_name: owner(word, 'Name of that state or organization', 'United States of America', {
    restates: 'country',
    computed: 'c.name',
    label: 'Owner name',
  }),
  operator: owner(word, 'Operator, under one name for all spellings', 'NASA Johnson Space Flight Center', {
    comparison: keys('by slug; a branch does not contradict its parent'),
  }),
  operator_slug: owner(word, 'The operator in URLs', 'nasa-johnson-space-flight-center', {
    restates: 'operator',
    computed: 'w.operator',
    label: 'Operator slug',
    csv: 7,
  }),
  launch_id: launch(word, 'The launch it came from: year and number of its COSPAR designator', '1998-067', {
    restates: 'cospar_id',
    computed: "nullif(regexp_extract(w.cospar_id, '^\\d{4}-\\d{3}'), '')",
    label: 'Launch',
    csv: 8,
  }),
  launch_date: launch(
    day.nullable(),
    'Day of launch (UTC). For an object with the designator of a space station, it may be the day of the station’s own launch, as SATCAT has it',
    '1998-11-20',
    {
      label: 'Launched',
      comparison: {
        comparison: { how: 'days', slack: 0 },
        window: null,
        because: 'to the coarser precision of the two',
      },
    },
  ),
  launch_site: launch(word, 'Launch site', 'Baikonur Cosmodrome', {
    comparison: {
      ...keys(
        'by place: codes within 40 km are one site; a wider code that contains the place is compatible, which is no agreement',
      ),
      wider: true,
    },
  }),
  launch_vehicle: launch(word, 'Launch vehicle', 'Proton-K', {
    comparison: keys('by name, without case and punctuation'),
  }),
  decay_date: fate(day.nullable(), 'Day it reentered or landed (UTC); null if still in orbit or unknown', null, {
    label: 'Decay date',
    csv: 9,
    comparison: {
      comparison: { how: 'days', slack: 1 },
      window: null,
      because: 'to the coarser precision of the two; sources may date one reentry on either side of midnight UTC',
    },
  }),
  period_min: orbit(positive, 'Orbital period', 92.9, { unit: 'min', label: 'Period' }),
  inclination_deg: orbit(z.number().min(0).max(180).nullable(), 'Angle between the orbit and the equator', 51.63, {
    unit: 'degrees',
    label: 'Inclination',
  }),
  apogee_km: orbit(z.number().nullable(), 'Highest altitude above an Earth radius of 6,378.135 km', 422.1, {
    unit: 'km',
    label: 'Apogee',
  }),
  perigee_km: orbit(z.number().nullable(), 'Lowest altitude above an Earth radius of 6,378.135 km', 413.4, {
    unit: 'km',
    label: 'Perigee',
  }),
  eccentricity: orbit(z.number().min(0).lt(1).nullable(), 'Shape of the orbit: 0 is a circle', 0.00062),
  rcs_m2: size(z.number().nonnegative().nullable(), 'Radar cross-section', 399.05, {
    unit: 'm²',
    label: 'Radar cross-section',
    csv: 11,
  }),
  elements_epoch: orbit(
    instant.nullable(),
    'Epoch of its newest element set (UTC); null if it has none',
    '2026-08-21T18:32:11.425056Z',
    { label: 'Elements epoch', csv: 15 },
  ),
  updated_at: link(instant, 'Release in which this record last changed (UTC)', '2026-08-21T23:00:00Z', {
    label: 'Record updated',
    // Set once the record is compared with that of the previous release.
    computed: 'NULL::TIMESTAMP',
    csv: 26,
  }),
});

/** The whole record of one object, without its claims and provenance. */
export const satellite = satelliteSummary.extend({
  common_name: kind(word, 'Common name, if a source has one', 'International Space Station', {
    comparison: never('an object can have many common names'),
  }),
  purpose: kind(word, 'Purpose, in UCS terms', 'Space Science', { comparison: keys('by the words of UCS') }),
  detailed_purpose: kind(word, 'Detailed purpose; several are separated by "/"', 'Spaceship or space station', {
    comparison: keys('by the words of GCAT’s categories'),
  }),
  users: owner(
    word,
    'Users, in UCS terms: Civil, Commercial, Government, Military; several are separated by "/"',
    'Government',
    { comparison: keys('by the words of UCS') },
  ),
  un_registry_country: owner(word, 'State or organization that registered it with the UN; NR if unregistered', 'US', {
    label: 'UN registry',
    comparison: { ...keys('as country'), wider: true },
  }),
  manufacturer: owner(word, 'Manufacturer', 'Khrunichev', {
    comparison: keys('by slug; a branch does not contradict its parent'),
  }),
  manufacturer_country: owner(word, 'Country of the manufacturer', 'RU', {
    label: 'Manufacturer country',
    comparison: { ...keys('as country'), wider: true },
  }),
  launch_mass_kg: size(positive, 'Mass at launch, including propellant', 20_040, {
    unit: 'kg',
    label: 'Launch mass',
    comparison: within(5, 0.1, 'sources count adapters and propellant differently'),
  }),
  dry_mass_kg: size(positive, 'Mass without propellant', 16_240, {
    unit: 'kg',
    label: 'Dry mass',
    comparison: within(5, 0.1, 'sources count adapters differently'),
  }),
  power_w: size(positive, 'Electric power', null, {
    unit: 'W',
    label: 'Power',
    comparison: within(5, 0.1, 'begin or end of life'),
  }),
  length_m: size(positive, 'Length of the body', 12.6, {
    unit: 'm',
    label: 'Length',
    csv: 12,
    comparison: within(0.2, 0.1, 'with or without fittings'),
  }),
  diameter_m: size(positive, 'Diameter of the body', 4.1, {
    unit: 'm',
    label: 'Diameter',
    csv: 13,
    comparison: within(0.2, 0.1, 'with or without fittings'),
  }),
  span_m: size(positive, 'Largest dimension with panels and booms deployed', 24.4, {
    unit: 'm',
    label: 'Span',
    csv: 14,
    comparison: within(0.5, 0.1, 'with or without fittings'),
  }),
  bus: size(word, 'Type of the spacecraft bus or of the stage', 'Starlink V2MO', {
    comparison: never('only one source has it'),
  }),
  shape: size(word, 'Shape of the body, in the words of its source', 'Cyl + 2 Pan', {
    comparison: never('only one source has it'),
  }),
  motor: size(word, 'Motor for its orbit or attitude', 'KDU-414', { comparison: never('only one source has it') }),
  maneuver_capability: size(
    z.enum(maneuverCapabilities).nullable(),
    'MANEUVERS: its source marks it as able to change its orbit. DEORBITS: only to come down, as recoverable capsules. Null says nothing: satellites with thrusters are among them',
    'MANEUVERS',
    { label: 'Maneuver capability', comparison: never('only one source has it') },
  ),
  attitude_control_code: size(
    word,
    'Attitude control, by the code that its source writes: no documentation of the codes was found, so none is decoded',
    'P',
    { label: 'Attitude control code', comparison: never('only one source has it') },
  ),
  program: kind(word, 'Program that it belongs to', 'Starlink 2M S2', { comparison: never('only one source has it') }),
  reentry_location: fate(
    word,
    'Where it came down or landed, in the words of its source: a place, degrees of longitude and latitude in either order (93W 9S), or AOR, IOR, POR for the Atlantic, Indian, and Pacific Ocean',
    null,
    { label: 'Reentry location', comparison: never('only one source has it') },
  ),
  mission_result: fate(
    z.enum(missionResults).nullable(),
    'Whether the payload achieved its mission; null if its source does not state it',
    'SUCCESS',
    { label: 'Mission result', comparison: never('only one source has it') },
  ),
  disposal_orbit_date: fate(
    day.nullable(),
    'Day (UTC) of the orbit in which its source says that the payload was left: for one that could not maneuver, soon after launch or years after it ended. Null for payloads that work',
    null,
    { label: 'Date of disposal orbit', comparison: never('only one source has it') },
  ),
  disposal_perigee_km: fate(z.number().nullable(), 'Perigee height of that orbit', null, {
    unit: 'km',
    label: 'Perigee of disposal orbit',
    comparison: never('only one source has it'),
  }),
  disposal_apogee_km: fate(z.number().nullable(), 'Apogee height of that orbit', null, {
    unit: 'km',
    label: 'Apogee of disposal orbit',
    comparison: never('only one source has it'),
  }),
  disposal_inclination_deg: fate(z.number().min(0).max(180).nullable(), 'Inclination of that orbit', null, {
    unit: 'degrees',
    label: 'Inclination of disposal orbit',
    comparison: never('only one source has it'),
  }),
  orbital_plane: orbit(word, 'Plane of the constellation, and slot if known, in the words of its source', '4 1', {
    label: 'Orbital plane',
    comparison: never('only one source has it'),
  }),
  un_registration: owner(word, 'Document in which it was registered with the UN', 'ST/SG/SER.E/1131', {
    label: 'UN registration',
    comparison: never('only one source has it'),
  }),
  separation_date: launch(
    day.nullable(),
    'Day (UTC) on which it separated from its parent: for a fragment, that of the break-up; for a satellite that was deployed from a station, years after its launch',
    '1998-11-20',
    {
      label: 'Separated',
      comparison: {
        comparison: { how: 'days', slack: 1 },
        window: null,
        because: 'to the coarser precision of the two; sources may date one deployment on either side of midnight UTC',
      },
    },
  ),
  parent_gcat_id: launch(
    word,
    'The object that it separated from, by its JCAT id in GCAT, as in gcat_id: a satellite, a stage, or a part without a catalog number',
    'A05217',
    { label: 'Parent', comparison: never('only one source has it') },
  ),
  expected_lifetime_yr: fate(positive, 'Design life', null, {
    unit: 'years',
    label: 'Expected lifetime',
    comparison: within(1, 0, 'whole years'),
  }),
  geo_longitude_deg: orbit(
    z.number().min(-180).max(180).nullable(),
    'East longitude of a GEO object at the epoch of its elements; west is negative',
    null,
    { unit: 'degrees', label: 'GEO longitude' },
  ),
  disposition: fate(
    z.enum(dispositions),
    'Whether it is in orbit, reentered, landed, escaped, or is lost',
    'IN_ORBIT',
    { csv: 10, comparison: keys('up, down or away: not every source tells a burn from a natural decay', presentDays) },
  ),
  wikidata_id: link(word, 'Its item in Wikidata', 'Q25271', { label: 'Wikidata identifier', csv: 18 }),
  satnogs_id: link(word, 'Its id in SatNOGS DB', 'XSKZ-5603-1870-9019-3066', {
    label: 'SatNOGS DB identifier',
    csv: 17,
  }),
  gcat_id: link(word, 'Its JCAT id in GCAT', 'S25544', { label: 'GCAT identifier', csv: 16 }),
  website: link(word, 'Its website', 'https://www.nasa.gov/station', {
    csv: 19,
    comparison: never('an object can have several pages'),
  }),
  image: link(word, 'A picture of it', 'https://db.satnogs.org/media/satellites/iss.jpg', {
    comparison: never('an object can have several pictures'),
  }),
});

/** A name of the record that a claim can be about. */
export type SatelliteField = keyof z.infer<typeof satellite>;

const labels = new Map(columns(satellite).map(({ name, label }) => [name, label]));

/** A field of the record as a label. */
export const fieldName = (field: string) => labels.get(field) ?? codeWords(field);

/** A field as a noun: labels of dates can be participles, such as `Launched`. */
export const fieldNoun = (field: string) => (field.endsWith('_date') ? codeWords(field) : fieldName(field));

const restated = new Map(columns(satellite).map(({ name, restates }) => [name, restates]));

/** The field whose evidence a field of the record has: the one that it restates, or itself. `provenance` has no rows of the others. */
export const evidenceField = (field: string): string => restated.get(field) ?? field;
