import { columns } from '../field.ts';
import { satellite } from '../objects/satellite.ts';

/** A part of the catalog with files to download: the rows of the dataset that meet its condition. */
export interface Slice {
  readonly name: string;
  readonly title: string;
  readonly where: string;
}

const inOrbit = (name: string, kind: string): Slice => ({
  name,
  title: `Objects in ${kind} orbit`,
  where: `orbit_class = '${name.toUpperCase()}' AND operational_status <> 'DECAYED'`,
});

/** The slices, in the order in which they are listed. */
export const slices: readonly Slice[] = [
  { name: 'all', title: 'Every cataloged object', where: 'true' },
  { name: 'active', title: 'Active objects', where: 'active' },
  { name: 'payloads', title: 'Payloads', where: "object_class = 'PAYLOAD'" },
  { name: 'rocket-bodies', title: 'Rocket bodies', where: "object_class = 'ROCKET_BODY'" },
  { name: 'debris', title: 'Debris', where: "object_class = 'DEBRIS'" },
  { name: 'decayed', title: 'Decayed objects', where: "operational_status = 'DECAYED'" },
  inOrbit('leo', 'low Earth'),
  inOrbit('meo', 'medium Earth'),
  inOrbit('geo', 'geosynchronous'),
  inOrbit('heo', 'highly elliptical'),
  { name: 'conflicts', title: 'Objects with a value in dispute', where: 'conflicting_fields IS NOT NULL' },
];

/** Tables besides the slices, each with columns of its own; each is published in some of the forms. */
export const bulkTables = {
  claims: { title: 'Every claim of every source', license: 'ODbL-1.0' },
  provenance: { title: 'How sure each field is, and why', license: 'ODbL-1.0' },
  transmitters: { title: 'Every transmitter of SatNOGS DB', license: 'CC-BY-SA-4.0' },
  'all-cc-by': { title: 'Every object, with values of freely licensed sources alone', license: 'CC-BY-4.0' },
  satellites: { title: 'Every cataloged object, with the names of the API', license: 'ODbL-1.0' },
  'conflicting-claims': { title: 'Claims on which sources disagree, by source', license: 'ODbL-1.0' },
  launches: { title: 'Every launch', license: 'ODbL-1.0' },
  events: { title: 'Every event that the release knows', license: 'ODbL-1.0' },
  operators: { title: 'Every operator', license: 'ODbL-1.0' },
  groups: { title: 'Every group', license: 'ODbL-1.0' },
  memberships: { title: 'Which object is in which group', license: 'ODbL-1.0' },
  'reentry-predictions': { title: 'Predictions of reentries', license: 'ODbL-1.0' },
} as const;

/** A column of a dataset: the name that CSV, JSON and Parquet use, its type, its meaning. */
export interface DatasetColumn {
  readonly name: string;
  /** An array is JSON in CSV and Parquet. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'datetime' | 'array';
  readonly meaning: string;
}

const text = (name: string, meaning: string): DatasetColumn => ({ name, type: 'string', meaning });
const numeric = (name: string, meaning: string): DatasetColumn => ({ name, type: 'number', meaning });

/** The columns of the UCS Satellite Database of 2023-05-01, its names and its order. Its seven `Source` columns follow. */
const ucs: readonly DatasetColumn[] = [
  text('Name of Satellite, Alternate Names', 'The name, with alternate names in brackets'),
  text('Current Official Name of Satellite', 'The name'),
  text('Country/Org of UN Registry', 'State or organization that registered it with the UN; NR if unregistered'),
  text('Country of Operator/Owner', 'The owner state or organization, as named by UCS'),
  text('Operator/Owner', 'The operator'),
  text('Users', 'Civil, Commercial, Government, Military; several are separated by /'),
  text('Purpose', 'Purpose'),
  text('Detailed Purpose', 'Detailed purpose'),
  text('Class of Orbit', 'LEO, MEO, GEO, or Elliptical; empty for anything else'),
  text('Type of Orbit', 'Sun-Synchronous, Polar, Molniya …'),
  numeric('Longitude of GEO (degrees)', 'East longitude of a GEO object; west is negative'),
  numeric('Perigee (km)', 'Lowest altitude'),
  numeric('Apogee (km)', 'Highest altitude'),
  numeric('Eccentricity', 'Eccentricity'),
  numeric('Inclination (degrees)', 'Inclination'),
  numeric('Period (minutes)', 'Period'),
  numeric('Launch Mass (kg.)', 'Mass at launch'),
  numeric('Dry Mass (kg.)', 'Mass without propellant'),
  numeric('Power (watts)', 'Electric power'),
  { name: 'Date of Launch', type: 'date', meaning: 'Day of launch (UTC)' },
  numeric('Expected Lifetime (yrs.)', 'Design life'),
  text('Contractor', 'Manufacturer'),
  text('Country of Contractor', 'Country of the manufacturer'),
  text('Launch Site', 'Launch site'),
  text('Launch Vehicle', 'Launch vehicle'),
  text('COSPAR Number', 'COSPAR designator'),
  { name: 'NORAD Number', type: 'integer', meaning: 'Catalog number' },
  text('Comments', 'The fields on which sources disagree'),
  text('Source Used for Orbital Data', 'Source of the orbit'),
];

/**
 * UCS calls seven columns `Source`; CSV does too. JSON and Parquet need names that differ, so there they are `Source`,
 * `Source 2` … `Source 7`.
 */
export const sourceColumns: readonly DatasetColumn[] = Array.from({ length: 7 }, (_, index) =>
  text(index === 0 ? 'Source' : `Source ${index + 1}`, 'Page of a source about the object'),
);

/** Types in a dataset by those of DuckDB; all else is text. */
const types: Readonly<Record<string, DatasetColumn['type']>> = {
  BIGINT: 'integer',
  INTEGER: 'integer',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  TIMESTAMP: 'datetime',
  'VARCHAR[]': 'array',
};

/** The type of a column of that type in SQL. */
export const datasetType = (sql: string): DatasetColumn['type'] => types[sql] ?? 'string';

/** Columns of the evidence about the whole record, from place 20 on. */
const evidence: readonly DatasetColumn[] = [
  text('confirmed_fields', 'Fields whose value is CONFIRMED, separated by ;'),
  text('medium_fields', 'Fields whose value is MEDIUM, separated by ;'),
  text('low_fields', 'Fields whose value is LOW, separated by ;'),
  text('conflicting_fields', 'Fields on which sources disagree, separated by ;'),
  {
    name: 'conflicts',
    type: 'array',
    meaning:
      'The claims of each source about those fields, as JSON: `field`, `value`, `source`, and `selected`, which is true for the value of the record',
  },
  text('uncertain_fields', 'Fields whose value is marked as uncertain or estimated by its source, separated by ;'),
];

/** Orbweaver's own columns: fields of the record that UCS lacks or has in less detail, at their places, around the evidence. */
const own: readonly DatasetColumn[] = [
  ...columns(satellite).flatMap(({ name, sql, unit, meaning, csv }) =>
    csv === undefined ? [] : [{ name, type: datasetType(sql), meaning: unit ? `${meaning}, ${unit}` : meaning, csv }],
  ),
  ...evidence.map((column, index) => ({ ...column, csv: 20 + index })),
]
  .sort((a, b) => a.csv - b.csv)
  .map(({ csv: _place, ...column }) => column);

/** Every column of a dataset, in order. */
export const datasetColumns: readonly DatasetColumn[] = [...ucs, ...sourceColumns, ...own];
