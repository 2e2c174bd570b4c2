import { designatorLetters } from '../../schema/objects/designator.ts';
import { checksum } from './tle.ts';

/** The columns of a TLE as text under the keywords of an OMM, or the reason why two lines are no TLE. */
type TleColumns =
  | { readonly ok: true; readonly cells: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: TleFault };

/** Why two lines are not a TLE. Errors in single values are reported by the validation of element sets. */
type TleFault = 'bad_line_length' | 'bad_checksum' | 'bad_catalogue_number' | 'lines_of_two_objects' | 'bad_date';

const DAY_MICROSECONDS = 86_400_000_000n;
/** The columns of a line before its checksum. */
const COLUMNS = 68;

/**
 * Reads the columns of two lines as the reference implementation of SGP4 does: blanks in digits are zeros, a missing checksum is not
 * compared, anything after column 69 is ignored, letters may be in lower case. The first two digits of a year are those of 1957 to 2056.
 */
export function tleColumns(one: string, two: string): TleColumns {
  const [line1, line2] = [one.toUpperCase(), two.toUpperCase()];
  if (line1.length < COLUMNS || line2.length < COLUMNS) return { ok: false, reason: 'bad_line_length' };
  // A sixth digit would be the class of line 1, and the blank behind the number of line 2.
  if (/^[12] \d{6}/.test(line1) || /^[12] \d{6}/.test(line2)) return { ok: false, reason: 'bad_catalogue_number' };
  const numbers = [readCatalogNumber(line1.slice(2, 7)), readCatalogNumber(line2.slice(2, 7))];
  if (numbers[0] === null) return { ok: false, reason: 'bad_catalogue_number' };
  if (numbers[0] !== numbers[1]) return { ok: false, reason: 'lines_of_two_objects' };
  for (const line of [line1, line2]) {
    const digit = line[COLUMNS] ?? ' ';
    if (digit !== ' ' && String(checksum(line.slice(0, COLUMNS))) !== digit)
      return { ok: false, reason: 'bad_checksum' };
  }
  const epoch = epochOf(line1.slice(18, 32));
  if (epoch === null) return { ok: false, reason: 'bad_date' };
  return {
    ok: true,
    cells: {
      NORAD_CAT_ID: String(numbers[0]),
      OBJECT_ID: cospar(line1.slice(9, 17)),
      EPOCH: epoch,
      MEAN_MOTION: plain(line2.slice(52, 63)),
      ECCENTRICITY: `0.${zeros(line2.slice(26, 33))}`,
      INCLINATION: plain(line2.slice(8, 16)),
      RA_OF_ASC_NODE: plain(line2.slice(17, 25)),
      ARG_OF_PERICENTER: plain(line2.slice(34, 42)),
      MEAN_ANOMALY: plain(line2.slice(43, 51)),
      EPHEMERIS_TYPE: line1.slice(62, 63).trim() || '0',
      CLASSIFICATION_TYPE: line1[7]!.trim() || 'U',
      ELEMENT_SET_NO: line1.slice(64, 68).trim() || '0',
      REV_AT_EPOCH: line2.slice(63, 68).trim() || '0',
      BSTAR: exponential(line1.slice(53, 61)),
      MEAN_MOTION_DOT: plain(line1.slice(33, 43)) || '0',
      MEAN_MOTION_DDOT: exponential(line1.slice(44, 52)),
    },
  };
}

/** Five columns, from A0000 (100000) in Alpha-5; null if they hold no number. */
export function readCatalogNumber(columns: string): number | null {
  const text = columns.trim();
  if (/^\d{1,5}$/.test(text)) return Number(text) || null;
  const letter = text === '' ? -1 : designatorLetters.indexOf(text[0]!);
  return letter >= 0 && /^\d{4}$/.test(text.slice(1)) ? (letter + 10) * 10_000 + Number(text.slice(1)) : null;
}

/** ` .00000607`, `-.00001234` and `  90.2222` as JSON writes numbers. Blanks between digits are zeros. */
function plain(columns: string): string {
  const digits = columns.trim().replace(/^\+/, '');
  const text = /^-?[\d ]*\.[\d ]*$/.test(digits) ? zeros(digits.replace(/^- +/, '-')) : digits;
  return text.replace(/^(-?)0*\./, '$10.').replace(/^(-?)0+(?=\d)/, '$1');
}

const zeros = (digits: string) => digits.replaceAll(' ', '0');

/** ` 60887-3` is 0.60887e-3; the point before the digits is implied. */
function exponential(columns: string): string {
  const [, sign, digits, power, places] = /^([ +-]?)([ \d]{5})([+ -])([ \d])$/.exec(columns) ?? [];
  if (digits === undefined) return columns.trim();
  if (Number(digits) === 0) return '0';
  return `${sign === '-' ? '-' : ''}0.${zeros(digits)}e${power === '-' ? '-' : ''}${Number(places)}`;
}

/** `98067A` is `1998-067A`; text of another form stays as it is. */
function cospar(columns: string): string {
  const text = columns.replaceAll(' ', '');
  const [, year, launch, piece] = /^(\d\d)(\d{3})([A-Z]{1,3})$/.exec(text) ?? [];
  return year === undefined ? text : `${centuryOf(Number(year))}-${launch}${piece}`;
}

const centuryOf = (twoDigits: number): number => (twoDigits < 57 ? 2000 : 1900) + twoDigits;

/** `26185.03054670` in UTC, to the microsecond; null if it is no moment. Decimals that are blank or missing at the end are zeros. */
function epochOf(columns: string): string | null {
  const [, year, day, fraction] = /^(\d\d)([ \d]{2}\d)\.(\d{1,8}) *$/.exec(columns) ?? [];
  if (year === undefined) return null;
  const days = Number(day);
  // Day 366 of a year of 365 days is 1 January, as the reference implementation has it.
  if (days < 1 || days > 366) return null;
  const midnight = Date.UTC(centuryOf(Number(year)), 0, days);
  // Exact: a TLE writes days in steps of 864 microseconds.
  const micros = Number((BigInt(fraction!.padEnd(8, '0')) * DAY_MICROSECONDS) / 100_000_000n);
  const seconds = new Date(midnight + Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}`;
}
