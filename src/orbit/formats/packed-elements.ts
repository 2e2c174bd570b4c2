import type { archiveColumns } from '../../schema/release/archive.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { type Decimal, fixed, readDecimal } from './decimal.ts';

/** The decimal numbers of an element set, as text. */
export type ElementTexts = Omit<Sgp4Elements<string>, 'epoch' | 'ephemeris_type'>;

/** How many decimals a number is scaled by. */
const scales = {
  mean_motion: 8,
  eccentricity: 8,
  inclination: 4,
  ra_of_asc_node: 4,
  arg_of_pericenter: 4,
  mean_anomaly: 4,
  mean_motion_dot: 8,
} as const satisfies Partial<Record<keyof ElementTexts, number>>;
type Scaled = keyof typeof scales;

/** Numbers of any size: their digits, and the power of ten of the last one. */
const powers = ['bstar', 'mean_motion_ddot'] as const satisfies (keyof ElementTexts)[];

/** The columns of the archive that numbers are packed in. */
type PackedColumn = Extract<keyof typeof archiveColumns, `${string}_e${4 | 8}` | `${string}_${'digits' | 'power'}`>;

/**
 * The numbers of an element set as 32-bit integers: no digit is rounded. A number with more digits than its column holds is in
 * `beyond` as text (a JSON object by name), and 0 in its column.
 */
export type PackedElements = Readonly<Record<PackedColumn, number>> & { readonly beyond: string | null };

const MAX_INTEGER = 2_147_483_647;

/** Packs decimal texts. Throws TypeError if one of them is not a decimal number. */
export function packElements(texts: ElementTexts): PackedElements {
  const packed: Record<string, number> = {};
  const beyond: Record<string, string> = {};
  for (const [name, places] of Object.entries(scales) as [Scaled, number][]) {
    const units = wholeUnits(readDecimal(texts[name]), places);
    packed[`${name}_e${places}`] = units ?? 0;
    if (units === null) beyond[name] = texts[name];
  }
  for (const name of powers) {
    const { digits, negative, point } = readDecimal(texts[name]);
    const short = digits.replace(/0+$/, '');
    const size = Number(short);
    const power = short === '' ? 0 : point - short.length;
    const fits = size <= MAX_INTEGER && Math.abs(power) <= 127;
    packed[`${name}_digits`] = fits ? (negative && size > 0 ? -size : size) : 0;
    packed[`${name}_power`] = fits ? power : 0;
    if (!fits) beyond[name] = texts[name];
  }
  return {
    ...(packed as Record<PackedColumn, number>),
    beyond: Object.keys(beyond).length > 0 ? JSON.stringify(beyond) : null,
  };
}

/** Packed element sets, a column each. */
export type PackedColumns = Readonly<Record<PackedColumn, ArrayLike<number>>>;

/** How each number of a row is written. */
const texts: { readonly [Name in keyof ElementTexts]: (columns: PackedColumns, row: number) => string } = {
  mean_motion: ({ mean_motion_e8 }, row) => fixed(mean_motion_e8[row]!, 8),
  eccentricity: ({ eccentricity_e8 }, row) => shortened(fixed(eccentricity_e8[row]!, 8)),
  inclination: ({ inclination_e4 }, row) => fixed(inclination_e4[row]!, 4),
  ra_of_asc_node: ({ ra_of_asc_node_e4 }, row) => fixed(ra_of_asc_node_e4[row]!, 4),
  arg_of_pericenter: ({ arg_of_pericenter_e4 }, row) => fixed(arg_of_pericenter_e4[row]!, 4),
  mean_anomaly: ({ mean_anomaly_e4 }, row) => fixed(mean_anomaly_e4[row]!, 4),
  bstar: ({ bstar_digits, bstar_power }, row) => powered(bstar_digits[row]!, bstar_power[row]!),
  mean_motion_dot: ({ mean_motion_dot_e8 }, row) => shortened(fixed(mean_motion_dot_e8[row]!, 8)),
  mean_motion_ddot: ({ mean_motion_ddot_digits, mean_motion_ddot_power }, row) =>
    powered(mean_motion_ddot_digits[row]!, mean_motion_ddot_power[row]!),
};

/**
 * The decimal text of a packed number, as the catalog writes it: every digit, with CelesTrak's trailing zeros. `beyond` is
 * that of the row.
 */
export function unpackNumber(
  name: keyof ElementTexts,
  columns: PackedColumns,
  row: number,
  beyond: string | null,
): string {
  return (beyond === null ? undefined : JSON.parse(beyond)[name]) ?? texts[name](columns, row);
}

/** The same in SQL, over the columns of archived sets. */
export function unpackNumberSql(name: keyof ElementTexts): string {
  const places = (scales as Partial<Record<keyof ElementTexts, number>>)[name];
  const [digits, power] = [`${name}_digits`, `${name}_power`];
  const scaled = `(${name}_e${places} / 1e${places})::DECIMAL(10, ${places})::VARCHAR`;
  const text =
    places === undefined
      ? `if(${power} BETWEEN -40 AND 0, printf('%.*f', -${power}, ${digits} * pow(10, ${power})), ${digits} || 'e' || ${power})`
      : name === 'eccentricity' || name === 'mean_motion_dot'
        ? `regexp_replace(${scaled}, '\\.?0+$', '')`
        : scaled;
  return `coalesce(beyond->>'${name}', ${text})`;
}

/** Removes trailing zeros after the decimal point, and the point itself if no digit follows it. */
function shortened(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48 /* 0 */) end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** A number times 10^`places`; null if the result is not a 32-bit integer. */
function wholeUnits({ negative, digits, point }: Decimal, places: number): number | null {
  const short = digits.replace(/0+$/, '');
  if (short === '') return 0;
  const zeros = places + point - short.length;
  if (zeros < 0 || zeros > 12 || short.length > 15) return null;
  const size = Number(short) * 10 ** zeros;
  if (size > MAX_INTEGER) return null;
  return negative ? -size : size;
}

function powered(digits: number, power: number): string {
  if (digits === 0) return '0';
  if (power > 0 || power < -40) return `${digits}${power === 0 ? '' : `e${power}`}`;
  return power === 0 ? String(digits) : fixed(digits, -power);
}
