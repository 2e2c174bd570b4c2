import type { ElementSet } from '../element-set.ts';
import { sgp4NumberNames } from '../sgp4-record.ts';
import { checksum } from './tle.ts';

/** The element set of a TLE, or the reason why it is none. */
type ReadTle = { readonly ok: true; readonly set: ElementSet } | { readonly ok: false; readonly reason: TleFault };

/** Why two lines are no TLE. */
type TleFault =
  | 'bad_line_length'
  | 'bad_checksum'
  | 'bad_catalogue_number'
  | 'lines_of_two_objects'
  | 'bad_date'
  | 'not_a_number'
  | 'out_of_range';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DAY_MICROSECONDS = 86_400_000_000;
/** A TLE writes days to eight decimals: steps of so many microseconds. */
const STEP_MICROSECONDS = 864;

/**
 * Reads the two lines of a TLE, every digit kept; anything after column 69 is ignored. `name` is the line before them, if there
 * is one, with or without its leading `0 `. The first two digits of a year are those of 1957 to 2056.
 */
export function readTle(line1: string, line2: string, name: string | null): ReadTle {
  if (line1.length < 69 || line2.length < 69) return { ok: false, reason: 'bad_line_length' };
  const numbers = [readCatalogNumber(line1.slice(2, 7)), readCatalogNumber(line2.slice(2, 7))];
  if (numbers[0] === null) return { ok: false, reason: 'bad_catalogue_number' };
  if (numbers[0] !== numbers[1]) return { ok: false, reason: 'lines_of_two_objects' };
  for (const line of [line1, line2])
    if (checksum(line.slice(0, 68)) !== Number(line[68])) return { ok: false, reason: 'bad_checksum' };
  const epoch = epochOf(line1.slice(18, 32));
  if (epoch === null) return { ok: false, reason: 'bad_date' };
  const designator = line1.slice(9, 17).trim();
  const set: ElementSet = {
    norad_cat_id: numbers[0]!,
    object_name: name === null ? 'UNKNOWN' : name.replace(/^0 /, '').trim() || 'UNKNOWN',
    object_id: designator === '' ? null : cospar(designator),
    epoch,
    mean_motion: plain(line2.slice(52, 63)),
    eccentricity: `0.${line2.slice(26, 33)}`,
    inclination: plain(line2.slice(8, 16)),
    ra_of_asc_node: plain(line2.slice(17, 25)),
    arg_of_pericenter: plain(line2.slice(34, 42)),
    mean_anomaly: plain(line2.slice(43, 51)),
    ephemeris_type: count(line1.slice(62, 63)),
    classification_type: line1[7] === ' ' ? 'U' : line1[7]!,
    element_set_no: count(line1.slice(64, 68)),
    rev_at_epoch: count(line2.slice(63, 68)),
    bstar: exponential(line1.slice(53, 61)),
    mean_motion_dot: plain(line1.slice(33, 43)),
    mean_motion_ddot: exponential(line1.slice(44, 52)),
  };
  const counts = [set.ephemeris_type, set.element_set_no, set.rev_at_epoch];
  if (
    !sgp4NumberNames.every((name) => number.test(set[name])) ||
    counts.some(Number.isNaN) ||
    !/^[A-Z]$/.test(set.classification_type)
  )
    return { ok: false, reason: 'not_a_number' };
  const motion = Number(set.mean_motion);
  if (motion <= 0 || motion >= 20 || Number(set.inclination) > 180) return { ok: false, reason: 'out_of_range' };
  return { ok: true, set };
}

const number = /^-?\d+(\.\d+)?(e-?\d+)?$/;

/** Five columns, from A0000 (100000) in Alpha-5; null where they hold no number. */
export function readCatalogNumber(columns: string): number | null {
  const text = columns.trim();
  if (/^\d{1,5}$/.test(text)) return Number(text) || null;
  const letter = LETTERS.indexOf(text[0]!);
  return letter >= 0 && /^\d{4}$/.test(text.slice(1)) ? (letter + 10) * 10_000 + Number(text.slice(1)) : null;
}

/** ` .00000607`, `-.00001234` and `  90.2222` as JSON writes numbers. */
function plain(columns: string): string {
  const text = columns.trim().replace(/^\+/, '');
  return text.replace(/^(-?)0*\./, '$10.').replace(/^(-?)0+(?=\d)/, '$1');
}

/** ` 60887-3` is 0.60887e-3; the point before the digits is implied. */
function exponential(columns: string): string {
  const [, sign, digits, power] = /^([ +-]?)(\d{5})([+ -]?\d)$/.exec(columns) ?? [];
  if (digits === undefined) return columns.trim() === '' ? '0' : 'NaN';
  if (Number(digits) === 0) return '0';
  return `${sign === '-' ? '-' : ''}0.${digits}e${Number(power!.replace(/[+ ]/, ''))}`;
}

const count = (columns: string): number => {
  const text = columns.trim();
  return text === '' ? 0 : /^\d+$/.test(text) ? Number(text) : Number.NaN;
};

/** `98067A` is `1998-067A`; what is not of this form stays away. */
function cospar(columns: string): string | null {
  const [, year, launch, piece] = /^(\d\d)(\d{3})([A-Z]{1,3})$/.exec(columns.replaceAll(' ', '')) ?? [];
  return year === undefined ? null : `${centuryOf(Number(year))}-${launch}${piece}`;
}

const centuryOf = (twoDigits: number): number => (twoDigits < 57 ? 2000 : 1900) + twoDigits;

/** `26185.03054670` in UTC, to the microsecond; null where it is no moment. */
function epochOf(columns: string): string | null {
  const [, year, day, fraction] = /^(\d\d)([ \d]{2}\d)\.(\d{8})$/.exec(columns) ?? [];
  if (year === undefined) return null;
  const days = Number(day);
  if (days < 1 || days > 366) return null;
  const midnight = Date.UTC(centuryOf(Number(year)), 0, days);
  const micros = Number(fraction) * STEP_MICROSECONDS;
  if (micros >= DAY_MICROSECONDS) return null;
  const seconds = new Date(midnight + Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}`;
}
