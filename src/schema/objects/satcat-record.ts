import { quotedCell } from '../csv-cell.ts';

/** The columns of CelesTrak's SATCAT, in its order. */
export const satcatColumns = [
  'OBJECT_NAME',
  'OBJECT_ID',
  'NORAD_CAT_ID',
  'OBJECT_TYPE',
  'OPS_STATUS_CODE',
  'OWNER',
  'LAUNCH_DATE',
  'LAUNCH_SITE',
  'DECAY_DATE',
  'PERIOD',
  'INCLINATION',
  'APOGEE',
  'PERIGEE',
  'RCS',
  'DATA_STATUS_CODE',
  'ORBIT_CENTER',
  'ORBIT_TYPE',
] as const;
type SatcatColumn = (typeof satcatColumns)[number];
export type SatcatRow = Readonly<Record<SatcatColumn, string>>;

const numbers: readonly SatcatColumn[] = ['NORAD_CAT_ID', 'PERIOD', 'INCLINATION', 'APOGEE', 'PERIGEE', 'RCS'];

/** How `/satcat/records.php` writes rows: JSON, one line or a line a key, or CSV. Lines end with CRLF. */
export const satcatForms = {
  json: (rows: readonly SatcatRow[]) => `[${rows.map((row) => `{${members(row).join(',')}}`).join(',')}]\r\n`,
  'pretty.json': (rows: readonly SatcatRow[]) =>
    `[${rows
      .map(
        (row) =>
          `{\n${members(row, ' ')
            .map((member) => `    ${member}`)
            .join(',\n')}\n}`,
      )
      .join(',')}]\r\n`,
  csv: (rows: readonly SatcatRow[]) =>
    [
      satcatColumns.join(','),
      ...rows.map((row) => satcatColumns.map((name) => quotedCell(row[name])).join(',')),
      '',
    ].join('\r\n'),
} as const;

/** Numbers in their shortest form, null where SATCAT has none; all else is text. */
function members(row: SatcatRow, space = ''): string[] {
  return satcatColumns.map((name) => {
    const value = row[name];
    const number = value === '' || !Number.isFinite(Number(value)) ? 'null' : String(Number(value));
    return `"${name}":${space}${numbers.includes(name) ? number : JSON.stringify(value)}`;
  });
}
