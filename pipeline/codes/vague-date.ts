/**
 * Dates with their precision. GCAT writes vague dates (`1957 Oct  4 1933?`, `2026 Jul`, `1960s?`), SATCAT days, SatNOGS
 * and Wikidata datetimes; all become one shape, an interval of whole UTC days, so that two dates agree when their intervals meet.
 *
 * Source of the GCAT forms: https://planet4589.org/space/gcat/web/intro/vague.html. A date covers its whole unit (a month, a day, a
 * minute); a trailing `?` adds one unit on either side (`2020 Jan  5?` is 4 to 6 January, `1990?` is 1989 to 1991).
 */

/**
 * The length of the unit that the date names. `deciday` and `centiday` are GCAT's decimal days (`Jun 8.9`, `Jun 8.98`).
 */
type Precision =
  | 'millisecond'
  | 'second'
  | 'minute'
  | 'centiday'
  | 'hour'
  | 'deciday'
  | 'day'
  | 'month'
  | 'quarter'
  | 'year'
  | 'decade'
  | 'century'
  | 'millennium';

export interface VagueDate {
  /** Upstream's text, trimmed. */
  text: string;
  /** First possible UTC day, `YYYY-MM-DD`. */
  from: string;
  /** Last possible UTC day, inclusive. */
  to: string;
  /** The nominal date: the first day of the unit named. */
  value: string;
  /** The last day of the unit named, which a `?` does not widen: `2010s?` ends in 2019. */
  end: string;
  precision: Precision;
  /** A trailing `?`; the interval is already wider for it. */
  uncertain: boolean;
  /** Start of the unit, UTC `HH:MM:SS`; null unless the date names a time of day. */
  time: string | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;
const UNIT_MS: Partial<Record<Precision, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  centiday: 864_000,
  hour: 3_600_000,
  deciday: 8_640_000,
  day: DAY_MS,
};
const UNIT_MONTHS: Partial<Record<Precision, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  decade: 120,
  century: 1200,
  millennium: 12_000,
};

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** Milliseconds at the start of a UTC day; `undefined` if the calendar has no such day. Years 1 to 9999. */
function dayStart(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  const ms = date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? ms : undefined;
}

/** First day of a month counted from year 0, so that units of months can be added; clamped to years 1 to 9999. */
function monthStart(months: number): number {
  const clamped = Math.min(Math.max(months, 12), 9999 * 12 + 11);
  return dayStart(Math.floor(clamped / 12), (clamped % 12) + 1, 1) as number;
}

function isoDay(ms: number): string {
  const date = new Date(ms);
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
}

/** A unit shorter than a month: `start` is its first millisecond. A time of day is written unless the unit is a day. */
function short(
  text: string,
  start: number | undefined,
  precision: Precision,
  uncertain: boolean,
): VagueDate | undefined {
  if (start === undefined) return undefined;
  const unit = UNIT_MS[precision] as number;
  const slack = uncertain ? unit : 0;
  const time = precision === 'day' ? null : new Date(start).toISOString().slice(11, 19);
  return {
    text,
    from: isoDay(start - slack),
    to: isoDay(start + unit + slack - 1),
    value: isoDay(start),
    end: isoDay(start + unit - 1),
    precision,
    uncertain,
    time,
  };
}

/** A unit of whole months: `first` counts months from year 0. */
function long(text: string, first: number, precision: Precision, uncertain: boolean): VagueDate {
  const unit = UNIT_MONTHS[precision] as number;
  const slack = uncertain ? unit : 0;
  return {
    text,
    from: isoDay(monthStart(first - slack)),
    to: isoDay(monthStart(first + unit + slack) - DAY_MS),
    value: isoDay(monthStart(first)),
    end: isoDay(monthStart(first + unit) - DAY_MS),
    precision,
    uncertain,
    time: null,
  };
}

/** Milliseconds into the day and the unit, from GCAT's time forms `1933`, `1200:15`, `1200:15.5`, `15h`, `1500h`. */
function clock(text: string): { ms: number; precision: Precision } | undefined {
  const hours = /^(\d{1,2})(?:00)?h$/i.exec(text);
  if (hours) return Number(hours[1]) < 24 ? { ms: Number(hours[1]) * 3_600_000, precision: 'hour' } : undefined;
  const match = /^(\d{2})(\d{2})(?::(\d{2})(\.\d{1,3})?)?$/.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  // A leap second (:60) is kept inside its own day.
  const ms = (hour * 3600 + minute * 60 + Math.min(second, 59)) * 1000 + Math.round(Number(match[4] ?? 0) * 1000);
  return { ms, precision: match[4] ? 'millisecond' : match[3] ? 'second' : 'minute' };
}

/**
 * Reads a GCAT vague date.
 * @returns the date; `null` for an absent one (``, `-`, `*` for "still going on", `?`); `undefined` for a form or a day that does not exist.
 * @example vagueDate('1980 Q3?') // from 1980-04-01 to 1980-12-31, value 1980-07-01
 */
export function vagueDate(raw: string): VagueDate | null | undefined {
  const text = raw.trim();
  if (text === '' || text === '-' || text === '*' || text === '?') return null;
  const uncertain = text.endsWith('?');
  const body = (uncertain ? text.slice(0, -1) : text).trim();

  const age = /^(\d{1,2}C|\dM|\d{2,3}0s)$/i.exec(body);
  if (age) {
    const number = Number.parseInt(body, 10);
    if (/s$/i.test(body)) return long(text, number * 12, 'decade', uncertain);
    if (number === 0) return undefined;
    const years = /c$/i.test(body) ? 100 : 1000;
    // The 20th century is 1901 to 2000.
    return long(text, ((number - 1) * years + 1) * 12, years === 100 ? 'century' : 'millennium', uncertain);
  }

  const match = /^(\d{3,4})(?:\s+(?:Q([1-4])|([A-Za-z]{3})(?:\s+(\d{1,2})(?:\.(\d{1,2})|\s+(\S+))?)?))?$/i.exec(body);
  if (!match) return undefined;
  const year = Number(match[1]);
  if (year < 1 || year > 9989) return undefined;
  if (match[2]) return long(text, year * 12 + (Number(match[2]) - 1) * 3, 'quarter', uncertain);
  if (!match[3]) return long(text, year * 12, 'year', uncertain);
  const month = MONTHS.indexOf(match[3].toLowerCase());
  if (month < 0) return undefined;
  if (!match[4]) return long(text, year * 12 + month, 'month', uncertain);

  const start = dayStart(year, month + 1, Number(match[4]));
  if (start === undefined) return undefined;
  if (match[5]) {
    const precision = match[5].length === 1 ? 'deciday' : 'centiday';
    return short(text, start + Number(match[5]) * (UNIT_MS[precision] as number), precision, uncertain);
  }
  if (!match[6]) return short(text, start, 'day', uncertain);
  const time = clock(match[6]);
  return time && short(text, start + time.ms, time.precision, uncertain);
}

/** Wikidata's precision numbers, 6 (millennium) to 14 (second); coarser ones are not decoded. */
const WIKIDATA: Record<number, Precision> = {
  6: 'millennium',
  7: 'century',
  8: 'decade',
  9: 'year',
  10: 'month',
  11: 'day',
  12: 'hour',
  13: 'minute',
  14: 'second',
};

/**
 * Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or an ISO 8601 UTC datetime, with Wikidata's leading `+` and zero month or day.
 * Midnight exactly (`T00:00:00Z`) is how SatNOGS and Wikidata write a day without a time, so it counts as a day.
 * @param precision Wikidata's number (9 year, 10 month, 11 day); without it, the precision follows from the text.
 * @returns `null` for an absent date, `undefined` for text that is no date, and for any offset but UTC.
 */
export function isoDate(raw: string | null | undefined, precision?: number): VagueDate | null | undefined {
  const text = (raw ?? '').trim();
  if (text === '' || text === '-') return null;
  const match =
    /^\+?(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|\+00:?00)?)?)?)?$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (year < 1 || year > 9989 || month > 12 || hour > 23 || minute > 59 || second > 60) return undefined;

  const written: Precision = day
    ? hour || minute || second
      ? match[6]
        ? 'second'
        : 'minute'
      : 'day'
    : month
      ? 'month'
      : 'year';
  const unit = precision === undefined ? written : WIKIDATA[precision];
  if (unit === undefined) return undefined;
  const months = UNIT_MONTHS[unit];
  if (months !== undefined) {
    if (day && dayStart(year, month, day) === undefined) return undefined;
    if (unit === 'month' && month === 0) return undefined;
    // Centuries and millennia begin with their year 1, as Wikidata and GCAT count them; decades with their year 0.
    if (unit === 'century' || unit === 'millennium') {
      const years = months / 12;
      return long(text, (Math.floor((year - 1) / years) * years + 1) * 12, unit, false);
    }
    if (unit === 'decade') return long(text, Math.floor(year / 10) * 120, unit, false);
    return long(text, year * 12 + (unit === 'month' ? month - 1 : 0), unit, false);
  }
  if (day === 0 || month === 0) return undefined;
  const start = dayStart(year, month, day);
  if (start === undefined) return undefined;
  const ms = unit === 'day' ? 0 : (hour * 3600 + minute * 60 + Math.min(second, 59)) * 1000;
  return short(text, start + ms, unit, false);
}

/**
 * True if two dates can be the same day: their ranges of possible days overlap. Not transitive. @param slack_days
 * days of difference still taken as agreement, 0 by default; SATCAT and GCAT often put a decay on either side of a UTC
 * midnight, so a caller may allow 1 for decay dates (never for launch dates).
 */
export function datesAgree(a: VagueDate, b: VagueDate, slack_days = 0): boolean {
  const slack = slack_days * DAY_MS;
  return Date.parse(a.from) - slack <= Date.parse(b.to) && Date.parse(b.from) - slack <= Date.parse(a.to);
}
