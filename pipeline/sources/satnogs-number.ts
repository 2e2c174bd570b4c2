import type { ClaimWriter } from './source.ts';

/** SatNOGS numbers objects without a catalog number from this block, which the catalog itself skipped in July 2026. */
const TEMPORARY = { from: 90_000, to: 99_999 };

/** Whether SatNOGS assigned a number itself. */
export const isTemporaryNumber = (cell: string): boolean =>
  /^\d{5}$/.test(cell) && Number(cell) >= TEMPORARY.from && Number(cell) <= TEMPORARY.to;

/** The catalog number of a row of SatNOGS DB. Rejects the row and returns null if the catalog did not assign the number. */
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
