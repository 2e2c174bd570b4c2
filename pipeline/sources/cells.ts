import { z } from 'zod';
import { isOneLine } from '../../src/schema/escaped-text.ts';
import { catalogNumberIn } from '../../src/schema/objects/catalog-number.ts';
import { isDesignator } from '../codes/cospar.ts';
import { isoDate, type VagueDate, vagueDate } from '../codes/vague-date.ts';

/** Cell schemas that several sources share. Each converts the text of one cell to a value; blank is null. */

/** Why a cell can't be decoded; the message is a code. */
export class Unreadable extends Error {}

const cellOf = <T>(text: z.ZodType<string, unknown>, read: (text: string) => T | Unreadable) =>
  text.transform((raw, context): T => {
    const value = read(raw);
    if (!(value instanceof Unreadable)) return value;
    context.addIssue({ code: 'custom', message: value.message });
    return z.NEVER;
  });

/** A cell that a function decodes; an absent cell is blank. */
export const cell = <T>(read: (text: string) => T | Unreadable) => cellOf(z.string().default(''), read);
/** A required cell. */
const requiredCell = <T>(read: (text: string) => T | Unreadable) => cellOf(z.string(), read);

/** A cell that is blank (null) or passes a test. */
const checked = (isGood: (text: string) => boolean, reason: string) =>
  cell((text) => {
    if (text === '' || text === '-') return null;
    return isGood(text) ? text : new Unreadable(reason);
  });

/** Text unchanged, in one line; blank and GCAT's `-` are null. */
export const text = checked(isOneLine, 'control_character');

/** A COSPAR designator, such as `1998-067A`. */
export const designator = checked(isDesignator, 'bad_designator');

/** The URL of a page or a picture: http or https, without a password or characters that end an HTML attribute. */
export const webAddress = checked((cell) => addressOf(cell) !== null, 'bad_url');

/** A path below a URL, such as `satellites/iss.jpg`, that does not lead out of it. */
export const pathBelow = (base: string) =>
  checked((cell) => {
    const url = addressOf(base + cell);
    return url?.href.startsWith(base) === true && url.search === '' && url.hash === '';
  }, 'bad_url');

function addressOf(text: string): URL | null {
  if (!isOneLine(text) || /[\s<>"'`\\{}|^]/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

/** An instant in UTC as SatNOGS writes it: of the calendar, not only of its form. */
const isInstant = (cell: string): boolean => {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z?$/.exec(cell);
  if (!parts) return false;
  const time = Date.parse(`${parts[1]}Z`);
  // 2026-02-30 and 24:00:00 are read as the day after.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(parts[1]!) && time >= SPUTNIK;
};
/** Sputnik 1, the first object in orbit: earlier instants are invalid. */
const SPUTNIK = Date.UTC(1957, 9, 4);

/** An instant; blank is null. */
export const instantOrNone = checked(isInstant, 'bad_date');

/**
 * Known columns that are not used, separated by blanks, and why: they are listed so that they are not reported as unknown, and the
 * documentation prints the reason.
 */
export const unread = (columns: string, because: string): Record<never, never> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, z.string().default('').meta({ because })]));

/** A decoded value with the text that it came from. */
export interface Decoded<T> {
  readonly raw: string;
  readonly value: T;
}

/**
 * A cell that a code table decodes. `undefined` from the table is an unknown code, reported by name; `null` is a cell
 * without a value.
 */
export const coded = <T>(decode: (code: string) => T | null | undefined) =>
  cell((raw): Decoded<T> | null | Unreadable => {
    const value = decode(raw);
    if (value === undefined) return new Unreadable('unknown_code');
    return value === null ? null : { raw, value };
  });

/** A catalog number. */
export const catalogNumber = requiredCell((text) => catalogNumberIn(text) ?? new Unreadable('bad_catalogue_number'));

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number between bounds, blank and `-` null. The raw text stays next to it. */
export const number = (least: number, most: number) =>
  cell((raw): Decoded<number> | null | Unreadable => {
    if (raw === '' || raw === '-') return null;
    const value = decimalForm.test(raw) ? Number(raw) : Number.NaN;
    // A number too large for a double is Infinity, which is out of any range.
    if (value >= least && value <= most) return { raw, value };
    return new Unreadable(Number.isNaN(value) ? 'not_a_number' : 'out_of_range');
  });

const dateCell = (decode: (text: string) => VagueDate | null | undefined) =>
  cell((text) => {
    const date = decode(text);
    return date === undefined ? new Unreadable('bad_date') : date;
  });

/** An ISO day or instant. */
export const day = dateCell((cell) => isoDate(cell));
/** A GCAT vague date. */
export const vague = dateCell(vagueDate);

/** A required whole number from 0. */
export const whole = (most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'not_a_number')
    .transform(Number)
    .refine((value) => value <= most, 'out_of_range');

/**
 * Decimal text that is a valid JSON number, with every original digit: `.456E-5` becomes `0.00000456`.
 * Without exponents, the numbers of a column compress better.
 */
function decimalText(text: string): string | Unreadable {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)0*(\d+))?$/.exec(text);
  if (parts && !Number.isFinite(Number(text))) return new Unreadable('out_of_range');
  const [, sign = '', whole = '', fraction = '', exponentSign = '', exponent = '0'] = parts ?? [];
  if (!parts || (whole === '' && fraction === '')) return new Unreadable('not_a_number');
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  const minus = sign === '-' ? '-' : '';
  const places = Number(exponent);
  if (exponentSign === '-' && places > 0 && places <= 30) {
    const shifted = plain.padStart(places + 1, '0');
    return `${minus}${shifted.slice(0, -places)}.${shifted.slice(-places)}${fraction}`;
  }
  const power = places === 0 ? '' : `e${exponentSign === '-' ? '-' : ''}${exponent}`;
  return `${minus}${plain}${fraction === '' ? '' : `.${fraction}`}${power}`;
}

/** A required number in that form. */
export const decimal = requiredCell(decimalText);

/** A decimal number as upstream wrote it (`.00017145`), and as JSON reads it. */
export interface Exact {
  readonly raw: string;
  readonly text: string;
}

/** A required number, in both forms. */
export const exact = requiredCell((raw): Exact | Unreadable => {
  const text = decimalText(raw);
  return text instanceof Unreadable ? text : { raw, text };
});
