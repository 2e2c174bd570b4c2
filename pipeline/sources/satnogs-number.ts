import type { ClaimWriter } from './source.ts';

/** SatNOGS numbers what has no catalog number yet from this block, which the catalog itself jumped over in July 2026. */
const TEMPORARY = { from: 90_000, to: 99_999 };

/** Whether a number is one that SatNOGS gave itself. */
export const isTemporaryNumber = (cell: string): boolean =>
  /^\d{5}$/.test(cell) && Number(cell) >= TEMPORARY.from && Number(cell) <= TEMPORARY.to;

/** The catalog number of a row of SatNOGS DB; null, and the row held out, where it is none that the catalog gave. */
export function catalogedNumber(cell: string, writer: ClaimWriter): number | null {
  const number = Number(cell);
  if (!/^\d{1,9}$/.test(cell) || number === 0) {
    writer.reject('no_catalogue_number', 'norad_cat_id', cell);
    return null;
  }
  if (isTemporaryNumber(cell)) {
    writer.reject('temporary_catalogue_number', 'norad_cat_id', cell);
    return null;
  }
  return number;
}
