import { quotedCell } from '../escaped-text.ts';

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

const numbers: ReadonlySet<SatcatColumn> = new Set([
  'NORAD_CAT_ID',
  'PERIOD',
  'INCLINATION',
  'APOGEE',
  'PERIGEE',
  'RCS',
]);

const json = { begin: '[', between: ',', end: ']\r\n' } as const;
/** How `/satcat/records.php` writes rows: JSON, one line or a line a key, or CSV. Lines end with CRLF. */
const satcatForms = {
  json: { ...json, one: (row: SatcatRow) => `{${members(row).join(',')}}` },
  'pretty.json': {
    ...json,
    one: (row: SatcatRow) =>
      `{\n${members(row, ' ')
        .map((member) => `    ${member}`)
        .join(',\n')}\n}`,
  },
  csv: {
    begin: `${satcatColumns.join(',')}\r\n`,
    between: '',
    end: '',
    one: (row: SatcatRow) => `${satcatColumns.map((name) => quotedCell(row[name])).join(',')}\r\n`,
  },
} as const;
export type SatcatForm = keyof typeof satcatForms;

/** One row in a form. */
export const satcatText = (form: SatcatForm, row: SatcatRow): string => satcatForms[form].one(row);

/** A whole response in a form, from the texts of its rows. */
export function satcatFile(form: SatcatForm, texts: readonly string[]): string {
  const { begin, between, end } = satcatForms[form];
  return `${begin}${texts.join(between)}${end}`;
}

/** Numbers in their shortest form, null if SATCAT has none; all other values are text. */
function members(row: SatcatRow, space = ''): string[] {
  return satcatColumns.map((name) => {
    const value = row[name];
    if (!numbers.has(name)) return `"${name}":${space}${JSON.stringify(value)}`;
    return `"${name}":${space}${value === '' || !Number.isFinite(Number(value)) ? 'null' : Number(value)}`;
  });
}
