import { sqlText } from '../../../src/schema/escaped-text.ts';
import { columns } from '../../../src/schema/field.ts';
import { satellite } from '../../../src/schema/objects/satellite.ts';
import { type DatasetColumn, datasetColumns, slices, sourceColumns } from '../../../src/schema/release/dataset.ts';
import { confidences } from '../../../src/schema/vocabulary.ts';
import { UCS_ORBIT_TYPE } from '../../codes/orbit-type.ts';
import { UCS_COUNTRIES } from '../../codes/ucs-countries.ts';
import { type Range, type Store, within } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import { type RowsFile, type RowsForm, writeSlices } from './slice-rows.ts';
import { csvForm, csvText, parquetFile } from './table-files.ts';

const cases = (column: string, table: Readonly<Record<string, string | null>>) =>
  `CASE ${column} ${Object.entries(table)
    .map(([code, word]) => `WHEN '${code}' THEN ${word === null ? 'NULL' : `'${word}'`}`)
    .join(' ')} END`;

/** A country's name in UCS's spelling; NR stays NR, and joint owners keep their names. */
const ucsCountry = (code: string, name: string) =>
  `coalesce(${cases(code, UCS_COUNTRIES)}, if(${code} = 'UNKNOWN', NULL, ${name}))`;

const ucsClass = { LEO: 'LEO', MEO: 'MEO', GEO: 'GEO', HEO: 'Elliptical' };
const own = new Set(columns(satellite).map(({ name }) => name));

/** SQL for each column of UCS, from a satellite `s` joined with the names of its countries and its sources. */
export const expressions: Readonly<Record<string, string>> = {
  'Name of Satellite, Alternate Names':
    "s.name || if(len(s.alt_names) > 0, ' (' || array_to_string(s.alt_names, ', ') || ')', '')",
  'Current Official Name of Satellite': 's.name',
  'Country/Org of UN Registry': ucsCountry('s.un_registry_country', 'coalesce(u.name, s.un_registry_country)'),
  'Country of Operator/Owner': ucsCountry('s.country', 's.country_name'),
  'Operator/Owner': 's.operator',
  Users: 's.users',
  Purpose: 's.purpose',
  'Detailed Purpose': 's.detailed_purpose',
  'Class of Orbit': cases('s.orbit_class', ucsClass),
  'Type of Orbit': cases('s.orbit_type', UCS_ORBIT_TYPE),
  'Longitude of GEO (degrees)': 's.geo_longitude_deg',
  'Perigee (km)': 's.perigee_km',
  'Apogee (km)': 's.apogee_km',
  Eccentricity: 's.eccentricity',
  'Inclination (degrees)': 's.inclination_deg',
  'Period (minutes)': 's.period_min',
  'Launch Mass (kg.)': 's.launch_mass_kg',
  'Dry Mass (kg.)': 's.dry_mass_kg',
  'Power (watts)': 's.power_w',
  'Date of Launch': 's.launch_date',
  'Expected Lifetime (yrs.)': 's.expected_lifetime_yr',
  Contractor: 's.manufacturer',
  'Country of Contractor': ucsCountry('s.manufacturer_country', 'm.name'),
  'Launch Site': 's.launch_site',
  'Launch Vehicle': 's.launch_vehicle',
  'COSPAR Number': 's.cospar_id',
  'NORAD Number': 's.norad_cat_id',
  Comments: "'Sources disagree on ' || replace(x.conflicting_fields, ';', ', ')",
  'Source Used for Orbital Data': 'o.orbit_source',
  confirmed_fields: 'x.confirmed_fields',
  medium_fields: 'x.medium_fields',
  low_fields: 'x.low_fields',
  conflicting_fields: 'x.conflicting_fields',
  conflicts: 'd.conflicts',
  uncertain_fields: 'x.uncertain_fields',
};

function expression(column: DatasetColumn): string {
  const source = sourceColumns.indexOf(column);
  const value =
    source >= 0
      ? `p.pages[${source + 1}]`
      : (expressions[column.name] ?? (own.has(column.name) ? `s.${column.name}` : undefined));
  if (value === undefined) throw new Error(`the dataset column ${column.name} has no value`);
  return `${value} AS "${column.name}"`;
}

/** Fills the table `dataset` by catalog number: every slice is a part of its rows. */
export async function buildDataset(store: Store): Promise<void> {
  const ranges = await store.ranges('satellites');
  await store.run(`CREATE TABLE dataset AS ${datasetRows({ first: 0, last: 0 })}`);
  for (const range of ranges) await store.run(`INSERT INTO dataset ${datasetRows(range)}`);
}

/** Each level of confidence but HIGH has a list of fields: a field in none of the lists is HIGH, like most. */
const listedLevels = confidences.filter((level) => level !== 'HIGH');
const fieldsWhere = (condition: string) => `string_agg(field, ';' ORDER BY field) FILTER (WHERE ${condition})`;

function datasetRows(range: Range): string {
  const among = within('norad_cat_id', range);
  return `WITH x AS (SELECT norad_cat_id, ${[...listedLevels.map((level) => `${fieldsWhere(`confidence = '${level}'`)} AS ${level.toLowerCase()}_fields`), `${fieldsWhere('uncertain')} AS uncertain_fields`].join(', ')}
        FROM provenance WHERE (confidence <> 'HIGH' OR uncertain) AND ${among} GROUP BY ALL),
      p AS (SELECT norad_cat_id, list_sort(list(DISTINCT url)) AS pages FROM claims WHERE url IS NOT NULL AND ${among} GROUP BY ALL),
      o AS (SELECT norad_cat_id, CASE WHEN source = 'gcat' THEN 'GCAT' WHEN source_record LIKE 'satcat%' THEN 'CelesTrak SATCAT' ELSE 'CelesTrak GP' END AS orbit_source
        FROM claims WHERE field = 'apogee_km' AND selected AND ${among}),
      d AS (SELECT c.norad_cat_id, to_json(list({'field': c.field, 'value': coalesce(value_text, value_date::VARCHAR, value_numeric::VARCHAR, value_bool::VARCHAR),
            'source': source, 'selected': selected} ORDER BY c.field, selected DESC, source, source_record)) AS conflicts
        FROM claims c SEMI JOIN (FROM provenance WHERE confidence = 'CONFLICTING') v ON v.norad_cat_id = c.norad_cat_id AND v.field = c.field
        WHERE c.norad_cat_id BETWEEN ${range.first} AND ${range.last} AND (c.confidence = 'CONFLICTING' OR selected) GROUP BY ALL)
    SELECT ${datasetColumns.map(expression).join(', ')} FROM (FROM satellites WHERE ${among}) s
      LEFT JOIN x USING (norad_cat_id) LEFT JOIN p USING (norad_cat_id) LEFT JOIN o USING (norad_cat_id) LEFT JOIN d USING (norad_cat_id)
      LEFT JOIN country_names u ON u.code = s.un_registry_country LEFT JOIN country_names m ON m.code = s.manufacturer_country
    ORDER BY s.norad_cat_id`;
}

const quoted = (name: string) => `"${name}"`;

/** A column in CSV: text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell({ name, type }: DatasetColumn): string {
  const column = quoted(name);
  if (type === 'datetime') return `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ') AS ${column}`;
  if (type === 'array') return `${column}::VARCHAR AS ${column}`;
  return type === 'string' ? csvText(column) : column;
}

/** A column of the object in JSON. */
function jsonValue({ name, type }: DatasetColumn): string {
  const column = quoted(name);
  return `${sqlText(name)}: ${type === 'datetime' ? `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')` : column}`;
}

/** The header of the CSV: UCS calls seven columns `Source`. */
const csvHeader = datasetColumns
  .map((column) => (sourceColumns.includes(column) ? 'Source' : column.name))
  .map((name) => (/[",]/.test(name) ? `"${name}"` : name))
  .join(',');

/** The objects of a JSON array in the format of FORMAT json, which supports no prefix and suffix. */
const jsonForm = "FORMAT csv, DELIMITER '', QUOTE '', ESCAPE '', NEW_LINE ',\n\t', HEADER false";

/** A text form of the slices. DuckDB writes line ends only between rows: the prefix and the suffix contain the others. */
interface TextForm extends RowsForm {
  readonly ending: 'json' | 'csv';
  /** The columns of a row in SQL. */
  readonly columns: string;
  /** Options with which DuckDB writes them. */
  readonly options: string;
  prefix(rows: number): string;
  suffix(slice: string, rows: number): string;
}

const textForms = (meta: Record<string, unknown>): readonly TextForm[] => [
  {
    ending: 'json',
    columns: `to_json({${datasetColumns.map(jsonValue).join(', ')}})`,
    options: jsonForm,
    between: ',\n\t',
    quoted: false,
    prefix: () => '{"data":[\n\t',
    suffix: (slice, rows) => `\n]\n,"meta":${JSON.stringify({ slice, rows, ...meta })}}\n`,
  },
  {
    ending: 'csv',
    columns: datasetColumns.map(cell).join(', '),
    options: `${csvForm}, HEADER false`,
    between: '\r\n',
    quoted: true,
    prefix: (rows) => csvHeader + (rows > 0 ? '\r\n' : ''),
    suffix: () => '\r\n',
  },
];

/** Writes every slice as JSON, CSV and Parquet, and returns the number of rows of each. */
export async function publishDatasets(
  store: Store,
  folder: ReleaseFolder,
  meta: Record<string, unknown>,
): Promise<Record<string, number>> {
  const membership = await membershipOf(store);
  const rows: Record<string, number> = { [everything!.name]: membership.length };
  for (const [at, { name }] of parts.entries())
    rows[name] = membership.reduce((sum, bits) => sum + ((bits >> at) & 1), 0);
  for (const form of textForms(meta)) {
    const pathOf = (slice: string) => `public/api/v1/dataset/${slice}.${form.ending}`;
    const files: RowsFile[] = [];
    for (const { name } of slices) {
      const [prefix, suffix] = [form.prefix(rows[name]!), form.suffix(name, rows[name]!)];
      files.push({ path: await folder.place(pathOf(name)), prefix, suffix });
    }
    const [all, ...others] = files;
    await store.run(
      `COPY (SELECT ${form.columns} FROM dataset) TO ${sqlText(all!.path)} (${form.options}, PREFIX ${sqlText(all!.prefix)}, SUFFIX ${sqlText(all!.suffix)})`,
    );
    await writeSlices(all!, others, membership, form);
    for (const { name } of slices) await folder.existing(pathOf(name));
  }
  for (const { name, where } of slices)
    await parquetFile(store, folder, `dataset/${name}.parquet`, `FROM dataset WHERE ${where}`);
  return rows;
}

/** The slice with every row, and the others, whose JSON and CSV are copies of some of its rows. */
const [everything, ...parts] = slices;

/** For each row of the dataset, the bit n if it is in the part n. */
async function membershipOf(store: Store): Promise<Uint16Array> {
  const bits = parts.map(({ where }, at) => `if(${where}, ${1 << at}, 0)`);
  const found: number[] = [];
  for await (const [rows] of store.columns(`SELECT (${bits.join(' + ')})::INTEGER FROM dataset`))
    found.push(...(rows as number[]));
  return Uint16Array.from(found);
}
