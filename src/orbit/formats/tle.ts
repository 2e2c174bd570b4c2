import { plainText } from '../../schema/escaped-text.ts';
import { designatorLetters } from '../../schema/objects/designator.ts';
import type { ElementSet } from '../../schema/objects/elements.ts';
import { decimalOf, fixed, scaled, truncated } from './decimal.ts';
import { epochColumns, Inexpressible } from './tle-epoch.ts';

/** A TLE: the name line without `0 ` before it and two lines of 69 columns, or why there is none, in a sentence. */
export type Tle =
  | { readonly ok: true; readonly name: string; readonly line1: string; readonly line2: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Writes an element set as a TLE whose two lines equal CelesTrak's byte for byte. Numbers are rounded from their decimal
 * text to the digits of their columns, halves away from zero; of eccentricity the first seven digits are kept, as CelesTrak
 * keeps them. A value that does not fit its columns makes the whole set fail, with a reason. The name line is the name in printable
 * ASCII, whole and without padding: satellite catalogs keep to 24 characters, and readers take the line to its end.
 */
export function writeTle(set: ElementSet, name: string): Tle {
  try {
    return { ok: true, name: plainText(name), line1: checked(lineOne(set)), line2: checked(lineTwo(set)) };
  } catch (error) {
    if (error instanceof Inexpressible) return { ok: false, reason: error.message };
    throw error;
  }
}

/** The last column: the sum of all digits, a minus counting one and all else nothing, modulo 10. */
export function checksum(line: string): number {
  let sum = 0;
  for (const character of line) {
    if (character === '-') sum += 1;
    else if (character >= '0' && character <= '9') sum += Number(character);
  }
  return sum % 10;
}

/** A catalog number in five columns, from 100000 in Alpha-5 (no I, no O); null above 339999. */
export function alpha5(number: number): string | null {
  if (number < 100_000) return String(number).padStart(5, '0');
  const letter = designatorLetters[Math.floor(number / 10_000) - 10];
  return letter === undefined ? null : `${letter}${String(number % 10_000).padStart(4, '0')}`;
}

const checked = (line: string) => `${line}${checksum(line)}`;

function lineOne(set: ElementSet): string {
  return [
    `1 ${catalogNumber(set)}${classification(set)}`,
    designator(set.object_id),
    epochColumns(set.epoch),
    motionDot(set.mean_motion_dot),
    exponential('Second derivative of mean motion', set.mean_motion_ddot),
    exponential('B*', set.bstar),
    count('Ephemeris type', set.ephemeris_type, 1),
    count('Element set number', set.element_set_no, 4),
  ].join(' ');
}

function lineTwo(set: ElementSet): string {
  return [
    `2 ${catalogNumber(set)}`,
    angle('Inclination', set.inclination, 180),
    angle('Right ascension of the ascending node', set.ra_of_asc_node, 360),
    eccentricity(set.eccentricity),
    angle('Argument of pericenter', set.arg_of_pericenter, 360),
    angle('Mean anomaly', set.mean_anomaly, 360),
    `${meanMotion(set.mean_motion)}${count('Revolution number at epoch', set.rev_at_epoch, 5)}`,
  ].join(' ');
}

function catalogNumber({ norad_cat_id: number }: ElementSet): string {
  const columns = alpha5(number);
  if (columns !== null) return columns;
  throw new Inexpressible(`Catalog number ${number} is above 339999, the last that Alpha-5 can write in five columns.`);
}

function classification({ classification_type: type }: ElementSet): string {
  if (/^[A-Z]$/.test(type)) return type;
  throw new Inexpressible(
    `Classification ${JSON.stringify(type)} is not the one capital letter that a TLE has room for.`,
  );
}

/** `1998-067A` as `98067A  `, eight columns; blank if the object has no designator. */
function designator(cospar: string | null): string {
  if (cospar === null || cospar === '' || cospar === 'UNKNOWN') return ' '.repeat(8);
  const [, year = '', launch = '', piece = ''] = /^(\d{4})-(\d{3,})([A-Z]+)$/.exec(cospar) ?? [];
  const refusal = (why: string) => new Inexpressible(`International designator ${JSON.stringify(cospar)} ${why}.`);
  if (!year) throw refusal('is not of the form 1998-067A, the only one that a TLE can write');
  if (year < '1957' || year > '2056')
    throw refusal('is of a year outside 1957 to 2056, which a TLE writes in two digits');
  if (launch.length > 3) throw refusal('has a launch number above 999, the last of three columns');
  if (piece.length > 3) throw refusal('has a piece of more than three letters, one for each column');
  return `${year.slice(2)}${launch}${piece.padEnd(3)}`;
}

function count(what: string, value: number, width: number): string {
  const columns = String(value);
  if (columns.length <= width) return columns.padStart(width);
  throw new Inexpressible(
    `${what} ${value} has more digits than the ${width === 1 ? 'one column' : `${width} columns`} of a TLE.`,
  );
}

function decimal(what: string, text: string) {
  const value = decimalOf(text);
  if (value) return value;
  throw new Inexpressible(`${what} ${JSON.stringify(text)} is not a decimal number.`);
}

/** Degrees in eight columns, four decimals; a full turn is written as zero. */
function angle(what: string, text: string, most: 180 | 360): string {
  const units = scaled(decimal(what, text), 4);
  if (units < 0n || units > BigInt(most) * 10_000n)
    throw new Inexpressible(`${what} ${text} is not within 0 to ${most} degrees.`);
  return fixed(most === 360 && units === 3_600_000n ? 0n : units, 4).padStart(8);
}

/** The first seven digits after the point of a number from 0 to less than 1: CelesTrak cuts the others off, it does not round. */
function eccentricity(text: string): string {
  const value = decimal('Eccentricity', text);
  if (value.negative && value.digits !== '')
    throw new Inexpressible(`Eccentricity ${text} is negative, and a TLE has no column for its sign.`);
  if (value.digits !== '' && value.point > 0)
    throw new Inexpressible(`Eccentricity ${text} is 1 or more, and a TLE has only the digits behind the point.`);
  return truncated(value, 7).toString().padStart(7, '0');
}

/** Revolutions per day in eleven columns, eight decimals. */
function meanMotion(text: string): string {
  const units = scaled(decimal('Mean motion', text), 8);
  if (units <= 0n)
    throw new Inexpressible(`Mean motion ${text} is not above zero when rounded to the eight decimals of a TLE.`);
  if (units >= 10_000_000_000n)
    throw new Inexpressible(`Mean motion ${text} is 100 or more when rounded to the eight decimals of a TLE.`);
  return fixed(units, 8).padStart(11);
}

/** A sign and eight decimals behind a point: ` .00000023`. */
function motionDot(text: string): string {
  const units = scaled(decimal('Derivative of mean motion', text), 8);
  const size = units < 0n ? -units : units;
  if (size >= 100_000_000n)
    throw new Inexpressible(
      `Derivative of mean motion ${text} is 1 or more in size when rounded to the eight decimals of a TLE.`,
    );
  return `${units < 0n ? '-' : ' '}.${size.toString().padStart(8, '0')}`;
}

/**
 * A sign, five digits behind an implied point, and a power of ten with its sign: -0.11606e-4 is `-11606-4`. Zero is
 * ` 00000+0`, as CelesTrak writes it. The lowest power is -9, so below 1e-10 fewer than five digits are left, and
 * below half of 1e-14 none: the format rounds there, no value is cut.
 */
function exponential(what: string, text: string): string {
  const value = decimal(what, text);
  const sign = (units: bigint) => (units < 0n ? '-' : ' ');
  const digits = (units: bigint) => (units < 0n ? -units : units).toString().padStart(5, '0');
  if (value.point <= -10) {
    const units = scaled(value, 14);
    return units === 0n ? ' 00000+0' : `${sign(units)}${digits(units)}-9`;
  }
  const units = scaled({ ...value, point: 0 }, 5);
  if (units === 0n) return ' 00000+0';
  const carried = digits(units).length > 5;
  const power = carried ? value.point + 1 : value.point;
  if (power > 9)
    throw new Inexpressible(
      `${what} ${text} is 1e9 or more in size when rounded to five digits: a TLE writes one digit of exponent.`,
    );
  return `${sign(units)}${digits(units).slice(0, 5)}${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}
