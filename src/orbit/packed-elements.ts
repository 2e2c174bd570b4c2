import { type Decimal, decimalOf, fixed } from './decimal.ts';

/** The decimal numbers of an element set, as text. */
export interface ElementTexts {
  readonly mean_motion: string;
  readonly eccentricity: string;
  readonly inclination: string;
  readonly ra_of_asc_node: string;
  readonly arg_of_pericenter: string;
  readonly mean_anomaly: string;
  readonly bstar: string;
  readonly mean_motion_dot: string;
  readonly mean_motion_ddot: string;
}

/** How many decimals a number is scaled by, and whether it is written with all of them, as CelesTrak does. */
const scales = {
  mean_motion: { places: 8, padded: true },
  eccentricity: { places: 8, padded: false },
  inclination: { places: 4, padded: true },
  ra_of_asc_node: { places: 4, padded: true },
  arg_of_pericenter: { places: 4, padded: true },
  mean_anomaly: { places: 4, padded: true },
  mean_motion_dot: { places: 8, padded: false },
} as const satisfies Partial<Record<keyof ElementTexts, { places: number; padded: boolean }>>;
type Scaled = keyof typeof scales;

/** Numbers of any size: their digits, and the power of ten of the last one. */
const powers = ['bstar', 'mean_motion_ddot'] as const satisfies (keyof ElementTexts)[];
type Powered = (typeof powers)[number];

/**
 * The numbers of an element set as 32-bit integers: no digit is rounded. A number with more digits than its column holds is in
 * `beyond` as text (a JSON object by name), and 0 in its column.
 */
export interface PackedElements {
  readonly mean_motion_e8: number;
  readonly eccentricity_e8: number;
  readonly inclination_e4: number;
  readonly ra_of_asc_node_e4: number;
  readonly arg_of_pericenter_e4: number;
  readonly mean_anomaly_e4: number;
  readonly mean_motion_dot_e8: number;
  readonly bstar_digits: number;
  readonly bstar_power: number;
  readonly mean_motion_ddot_digits: number;
  readonly mean_motion_ddot_power: number;
  readonly beyond: string | null;
}

const MAX_INTEGER = 2_147_483_647;

/** Packs decimal texts. Throws TypeError where one is no decimal number. */
export function packElements(texts: ElementTexts): PackedElements {
  const packed: Record<string, number> = {};
  const beyond: Record<string, string> = {};
  for (const [name, { places }] of Object.entries(scales) as [Scaled, { places: number }][]) {
    const units = wholeUnits(read(texts[name]), places);
    packed[`${name}_e${places}`] = units ?? 0;
    if (units === null) beyond[name] = texts[name];
  }
  for (const name of powers) {
    const { digits, negative, point } = read(texts[name]);
    const short = digits.replace(/0+$/, '');
    const size = Number(short);
    const power = short === '' ? 0 : point - short.length;
    const fits = size <= MAX_INTEGER && Math.abs(power) <= 127;
    packed[`${name}_digits`] = fits ? (negative && size > 0 ? -size : size) : 0;
    packed[`${name}_power`] = fits ? power : 0;
    if (!fits) beyond[name] = texts[name];
  }
  return {
    ...(packed as unknown as Omit<PackedElements, 'beyond'>),
    beyond: Object.keys(beyond).length > 0 ? JSON.stringify(beyond) : null,
  };
}

/** The decimal texts of packed numbers, as the catalog writes them: every digit, and zeros at the end where CelesTrak has them. */
export function unpackElements(packed: PackedElements): ElementTexts {
  const texts: Record<string, string> = {};
  for (const [name, { places, padded }] of Object.entries(scales)) {
    const text = fixed(BigInt((packed as unknown as Record<string, number>)[`${name}_e${places}`]!), places);
    texts[name] = padded ? text : text.replace(/\.?0+$/, '');
  }
  for (const name of powers) texts[name] = powered(packed, name);
  return { ...(texts as unknown as ElementTexts), ...(packed.beyond !== null && JSON.parse(packed.beyond)) };
}

/** A number times 10^`places`; null where that is no integer of 32 bits. */
function wholeUnits({ negative, digits, point }: Decimal, places: number): number | null {
  const short = digits.replace(/0+$/, '');
  if (short === '') return 0;
  const zeros = places + point - short.length;
  if (zeros < 0 || zeros > 12 || short.length > 15) return null;
  const size = Number(short) * 10 ** zeros;
  if (size > MAX_INTEGER) return null;
  return negative ? -size : size;
}

function powered(packed: PackedElements, name: Powered): string {
  const [digits, power] = [packed[`${name}_digits`], packed[`${name}_power`]];
  if (digits === 0) return '0';
  if (power > 0 || power < -40) return `${digits}${power === 0 ? '' : `e${power}`}`;
  return power === 0 ? String(digits) : fixed(BigInt(digits), -power);
}

function read(text: string): Decimal {
  const value = decimalOf(text);
  if (value) return value;
  throw new TypeError(`not the decimal text of a number: ${text}`);
}
