import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { decimal } from '../../../pipeline/sources/cells.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';

const upstreamDir = join(import.meta.dirname, '../../../../shared/upstream');

/** GP files of the embedded sample, and the full ones of CelesTrak that are next to some checkouts. */
export const sampleFolder = join(import.meta.dirname, '../../../pipeline/sources/celestrak/sample/first');
export const realFolders = ['2026-08-21T2241Z', '2026-08-22T1301Z'].map((name) => join(upstreamDir, name, 'celestrak'));
export const realSkipped = !existsSync(realFolders[1]!) || process.env.ORBWEAVER_SKIP_REAL === '1';
export const REAL = 'real files (needs ../shared/upstream, and ORBWEAVER_SKIP_REAL unset)';

export const vanguard: ElementSet = {
  norad_cat_id: 5,
  object_name: 'VANGUARD 1',
  object_id: '1958-002B',
  epoch: '2000-06-27T18:50:19.733568',
  mean_motion: '10.82419157',
  eccentricity: '0.1859667',
  inclination: '34.2682',
  ra_of_asc_node: '348.7242',
  arg_of_pericenter: '331.7664',
  mean_anomaly: '19.3264',
  ephemeris_type: 0,
  classification_type: 'U',
  element_set_no: 475,
  rev_at_epoch: 41366,
  bstar: '0.000028098',
  mean_motion_dot: '0.00000023',
  mean_motion_ddot: '0',
};

/** Every element set of a folder's GP files, CSV and JSON, as the pipeline stores it. */
export function elementSets(folder: string): ElementSet[] {
  return readdirSync(folder)
    .filter((name) => /^gp-.*\.(csv|json)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const rows = name.endsWith('.csv')
        ? Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
        : (JSON.parse(text, numbersAsText) as Record<string, string>[]);
      return rows.map(stored);
    });
}

/** Parses two published lines by column, independently of the writer. */
export function readTle(line1: string, line2: string): ElementSet {
  const year = Number(line1.slice(18, 20));
  const [day, steps] = line1.slice(20, 32).split('.') as [string, string];
  const micros = BigInt(steps) * 864n; // a TLE counts days in steps of 0.864 ms
  const moment = new Date(Date.UTC(year < 57 ? 2000 + year : 1900 + year, 0, Number(day)) + Number(micros / 1000n));
  const designator = line1.slice(9, 17).trim();
  const power = (columns: string) =>
    Number(columns.slice(1, 6)) === 0
      ? '0'
      : `${columns[0]!.trim()}0.${columns.slice(1, 6)}e${Number(columns.slice(6, 8))}`;
  return {
    norad_cat_id: Number(line1.slice(2, 7)),
    object_name: 'UNKNOWN',
    object_id: designator
      ? `${Number(designator.slice(0, 2)) < 57 ? 20 : 19}${designator.slice(0, 2)}-${designator.slice(2)}`
      : null,
    epoch: `${moment.toISOString().slice(0, -1)}${String(micros % 1000n).padStart(3, '0')}`,
    mean_motion: line2.slice(52, 63).trim(),
    eccentricity: `0.${line2.slice(26, 33)}`,
    inclination: line2.slice(8, 16).trim(),
    ra_of_asc_node: line2.slice(17, 25).trim(),
    arg_of_pericenter: line2.slice(34, 42).trim(),
    mean_anomaly: line2.slice(43, 51).trim(),
    ephemeris_type: Number(line1[62]),
    classification_type: line1[7]!,
    element_set_no: Number(line1.slice(64, 68)),
    rev_at_epoch: Number(line2.slice(63, 68)),
    bstar: power(line1.slice(53, 61)),
    mean_motion_dot: line1.slice(33, 43).trim().replace('.', '0.'),
    mean_motion_ddot: power(line1.slice(44, 52)),
  };
}

function stored(row: Record<string, string>): ElementSet {
  return {
    norad_cat_id: Number(row.NORAD_CAT_ID),
    object_name: row.OBJECT_NAME || 'UNKNOWN',
    object_id: row.OBJECT_ID || null,
    epoch: row.EPOCH!,
    mean_motion: decimal.parse(row.MEAN_MOTION),
    eccentricity: decimal.parse(row.ECCENTRICITY),
    inclination: decimal.parse(row.INCLINATION),
    ra_of_asc_node: decimal.parse(row.RA_OF_ASC_NODE),
    arg_of_pericenter: decimal.parse(row.ARG_OF_PERICENTER),
    mean_anomaly: decimal.parse(row.MEAN_ANOMALY),
    ephemeris_type: Number(row.EPHEMERIS_TYPE),
    classification_type: row.CLASSIFICATION_TYPE!,
    element_set_no: Number(row.ELEMENT_SET_NO),
    rev_at_epoch: Number(row.REV_AT_EPOCH),
    bstar: decimal.parse(row.BSTAR),
    mean_motion_dot: decimal.parse(row.MEAN_MOTION_DOT),
    mean_motion_ddot: decimal.parse(row.MEAN_MOTION_DDOT),
  };
}

function numbersAsText(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' && context ? context.source : value;
}
