import { z } from 'zod';
import { isoDate, type VagueDate, vagueDate } from '../codes/vague-date.ts';

/** The cell schemas that several sources share. Each turns the text of one cell into a value; blank is null. */

/** Text as it stands; blank and GCAT's `-` are null. */
export const text = z
  .string()
  .default('')
  .transform((cell) => (cell === '' || cell === '-' ? null : cell));

/** A column that is known and that nothing is read from: named here so that it isn't reported as unknown. */
export const unread = z.string().default('');

/** A decoded value with the text that it came from. */
export interface Decoded<T> {
  readonly raw: string;
  readonly value: T;
}

/**
 * A cell that a code table reads. `undefined` from the table is an unknown code, reported by name; `null` is a cell
 * that says nothing.
 */
export function coded<T>(decode: (code: string) => T | null | undefined) {
  return z
    .string()
    .default('')
    .transform((raw, context): Decoded<T> | null => {
      const value = decode(raw);
      if (value === undefined) {
        context.addIssue({ code: 'custom', message: 'unknown_code' });
        return z.NEVER;
      }
      return value === null ? null : { raw, value };
    });
}

/** A catalogue number: a whole number from 1 to 999,999,999, leading zeros allowed. */
export const catalogueNumber = z.string().transform((cell, context) => {
  const number = /^\d{1,9}$/.test(cell) ? Number(cell) : 0;
  if (number > 0) return number;
  context.addIssue({ code: 'custom', message: 'bad_catalogue_number' });
  return z.NEVER;
});

/** A number between bounds, blank and `-` null. The raw text stays beside it. */
export function number(least: number, most: number) {
  return z
    .string()
    .default('')
    .transform((raw, context): Decoded<number> | null => {
      if (raw === '' || raw === '-') return null;
      const value = Number(raw);
      if (Number.isFinite(value) && value >= least && value <= most) return { raw, value };
      context.addIssue({ code: 'custom', message: Number.isFinite(value) ? 'out_of_range' : 'not_a_number' });
      return z.NEVER;
    });
}

function dateCell(decode: (text: string) => VagueDate | null | undefined) {
  return z
    .string()
    .default('')
    .transform((raw, context): VagueDate | null => {
      const date = decode(raw);
      if (date !== undefined) return date;
      context.addIssue({ code: 'custom', message: 'bad_date' });
      return z.NEVER;
    });
}

/** An ISO day or instant. */
export const day = dateCell((cell) => isoDate(cell));
/** A GCAT vague date. */
export const vague = dateCell(vagueDate);

/**
 * Decimal text in a form that JSON reads as a number, with every digit that stood there: `.456E-5` is `0.00000456`.
 * Written out, numbers of one column line up, and compress better than with exponents.
 */
export const decimal = z.string().transform((cell, context) => {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)0*(\d+))?$/.exec(cell);
  const [, sign = '', whole = '', fraction = '', exponentSign = '', exponent = '0'] = parts ?? [];
  if (!parts || (whole === '' && fraction === '')) {
    context.addIssue({ code: 'custom', message: 'not_a_number' });
    return z.NEVER;
  }
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  const minus = sign === '-' ? '-' : '';
  const places = Number(exponent);
  if (exponentSign === '-' && places > 0 && places <= 30) {
    const shifted = plain.padStart(places + 1, '0');
    return `${minus}${shifted.slice(0, -places)}.${shifted.slice(-places)}${fraction}`;
  }
  const power = places === 0 ? '' : `e${exponentSign === '-' ? '-' : ''}${exponent}`;
  return `${minus}${plain}${fraction === '' ? '' : `.${fraction}`}${power}`;
});

/** A decimal number as upstream wrote it (`.00017145`), and as JSON reads it. */
export interface Exact {
  readonly raw: string;
  readonly text: string;
}

/** The same, with upstream's own text beside it. */
export const exact = z.string().transform((raw, context): Exact => {
  const read = decimal.safeParse(raw);
  if (read.success) return { raw, text: read.data };
  context.addIssue({ code: 'custom', message: 'not_a_number' });
  return z.NEVER;
});
