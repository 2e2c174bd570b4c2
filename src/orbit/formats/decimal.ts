/** A number read from decimal text, every digit kept: ±0.`digits` × 10^`point`. Zero has no digits. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** No column holds this many whole digits: a number with more does not fit. */
const MOST_WHOLE_DIGITS = 30;

/** Reads the decimal text of an element set (`-0.00001`, `1.5e-7`); null if the text is not a number. */
export function decimalOf(text: string): Decimal | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(text);
  if (!parts) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  return { negative: sign === '-', digits, point: whole.length - leadingZeros + Number(power) };
}

/** Like `decimalOf`, but throws TypeError if the text is not a number. */
export function readDecimal(text: string): Decimal {
  const value = decimalOf(text);
  if (value) return value;
  throw new TypeError(`not the decimal text of a number: ${text}`);
}

/** The number times 10^`places`, rounded to a whole number, halves away from zero. */
export function scaled({ negative, digits, point }: Decimal, places: number): bigint {
  const kept = Math.min(point, MOST_WHOLE_DIGITS) + places;
  if (kept < 0 || digits === '') return 0n;
  const whole = BigInt(digits.slice(0, kept).padEnd(kept, '0') || '0');
  const size = (digits[kept] ?? '0') >= '5' ? whole + 1n : whole;
  return negative ? -size : size;
}

/** The absolute value of the number times 10^`places`, its fraction cut off without rounding. */
export function truncated({ digits, point }: Decimal, places: number): bigint {
  const kept = Math.min(point, MOST_WHOLE_DIGITS) + places;
  return kept <= 0 || digits === '' ? 0n : BigInt(digits.slice(0, kept).padEnd(kept, '0'));
}

/** A whole number of units of 10^-`places` as text with a point: `fixed(123, 4)` is `0.0123`. A number has to be a safe integer. */
export function fixed(units: bigint | number, places: number): string {
  const negative = units < 0;
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number with this many digits after the point. */
export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** An angle from 0 to 360 degrees with this many digits after the point, less than 360: 359.996 to two digits is 0. */
export const roundedTurn = (value: number, digits: number) => rounded(value, digits) % 360;
