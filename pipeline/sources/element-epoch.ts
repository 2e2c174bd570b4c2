import { cell, type Exact, Unreadable } from './cells.ts';

const DAY_MS = 86_400_000;
/** Sputnik 1, the first object in orbit: earlier epochs are invalid. */
const SPUTNIK = '1957-10-04';

/**
 * An epoch as CCSDS 502.0-B-3 (7.5.10) allows it: `YYYY-MM-DDThh:mm:ss` or `YYYY-DDDThh:mm:ss`, with any number of decimals, with or
 * without `Z`; also with a blank instead of `T`, as older files have it. Another offset, even of zero, is not CCSDS. The text is the
 * calendar date to the microsecond, without `Z`. A leap second cannot be stored, and is invalid.
 */
export const elementEpoch = cell((raw): Exact | Unreadable => {
  if (raw === '') return new Unreadable('missing_value');
  const parts = /^(\d{4})-(?:(\d\d)-(\d\d)|(\d{3}))[T ](\d\d:\d\d:\d\d)(?:\.(\d*))?Z?$/i.exec(raw);
  if (!parts) return new Unreadable('bad_date');
  const [, year, month, day, dayOfYear, time, decimals = ''] = parts;
  const date = month ? `${year}-${month}-${day}` : dateOf(Number(year), Number(dayOfYear));
  const seconds = `${date}T${time}`;
  const milliseconds = Date.parse(`${seconds}Z`);
  // 2026-02-30 and 24:00:00 are read as the day after.
  const exists = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(seconds);
  if (date === null || !exists || date < SPUTNIK) return new Unreadable('bad_date');
  // The eighth decimal of a second is 80 micrometers of an orbit.
  const micros = Number(decimals.slice(0, 6).padEnd(6, '0')) + (Number(decimals[6] ?? '0') >= 5 ? 1 : 0);
  const rounded = micros === 1_000_000 ? new Date(milliseconds + 1000).toISOString().slice(0, 19) : seconds;
  return { raw, text: `${rounded}.${String(micros % 1_000_000).padStart(6, '0')}` };
});

/** The date of a day of a year, from 1; null if the year has no such day. */
function dateOf(year: number, dayOfYear: number): string | null {
  const date = new Date(Date.UTC(year, 0, 1) + (dayOfYear - 1) * DAY_MS);
  return dayOfYear > 0 && date.getUTCFullYear() === year ? date.toISOString().slice(0, 10) : null;
}
