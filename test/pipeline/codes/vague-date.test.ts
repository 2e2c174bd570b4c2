import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datesAgree, isoDate, type VagueDate, vagueDate } from '../../../pipeline/codes/vague-date.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const year = fc.integer({ min: 1000, max: 9000 });
const pad = (n: number): string => String(n).padStart(2, '0');
/** Dates in every notation of GCAT, without its `?`. */
const gcatDate = fc.oneof(
  year.map(String),
  year.map((y) => `${Math.floor(y / 10)}0s`),
  fc.integer({ min: 2, max: 40 }).map((n) => `${n}C`),
  fc.tuple(year, fc.integer({ min: 1, max: 4 })).map(([y, q]) => `${y} Q${q}`),
  fc.tuple(year, fc.constantFrom(...MONTHS)).map(([y, m]) => `${y} ${m}`),
  fc
    .tuple(
      year,
      fc.constantFrom(...MONTHS),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom('', ' hm', ' hms', ' h', '.d', '.dd'),
    )
    .map(([y, m, d, h, n, time]) => {
      const suffixes: Record<string, string> = {
        '': '',
        ' hm': ` ${pad(h)}${pad(n)}`,
        ' hms': ` ${pad(h)}${pad(n)}:${pad(n)}`,
        ' h': ` ${pad(h)}h`,
        '.d': `.${n % 10}`,
        '.dd': `.${pad(n)}`,
      };
      return `${y} ${m} ${String(d).padStart(2)}${suffixes[time]}`;
    }),
);
const read = (text: string): VagueDate => vagueDate(text) as VagueDate;

describe('vagueDate', () => {
  test.each([
    ['1957 Oct  4 1933', '1957-10-04', '1957-10-04', '1957-10-04', 'minute', '19:33:00'],
    ['1957 Oct  4 1933?', '1957-10-04', '1957-10-04', '1957-10-04', 'minute', '19:33:00'],
    ['1957 Oct  4 0000?', '1957-10-03', '1957-10-04', '1957-10-04', 'minute', '00:00:00'],
    ['2026 Jul  4 1200:15', '2026-07-04', '2026-07-04', '2026-07-04', 'second', '12:00:15'],
    ['1999 Jan   4', '1999-01-04', '1999-01-04', '1999-01-04', 'day', null],
    ['2020 jan  5? ', '2020-01-04', '2020-01-06', '2020-01-05', 'day', null],
    ['1999 Jan 4 1500h', '1999-01-04', '1999-01-04', '1999-01-04', 'hour', '15:00:00'],
    ['1999 Jan 4 23h?', '1999-01-04', '1999-01-05', '1999-01-04', 'hour', '23:00:00'],
    ['2026 Jul', '2026-07-01', '2026-07-31', '2026-07-01', 'month', null],
    ['2024 Feb', '2024-02-01', '2024-02-29', '2024-02-01', 'month', null],
    ['2026 Jan?', '2025-12-01', '2026-02-28', '2026-01-01', 'month', null],
    ['1980 Q3?', '1980-04-01', '1980-12-31', '1980-07-01', 'quarter', null],
    ['1990?', '1989-01-01', '1991-12-31', '1990-01-01', 'year', null],
    ['1960s?', '1950-01-01', '1979-12-31', '1960-01-01', 'decade', null],
    ['21C', '2001-01-01', '2100-12-31', '2001-01-01', 'century', null],
    ['2008 Dec 31 2359:60', '2008-12-31', '2008-12-31', '2008-12-31', 'second', '23:59:59'],
  ])('%s', (text, from, to, value, precision, time) => {
    expect(vagueDate(text)).toEqual({
      text: text.trim(),
      from,
      to,
      value,
      precision,
      time,
      uncertain: text.includes('?'),
    });
  });

  test.each(['', '-', '*', ' - ', '?'])('returns null for %j', (text) => expect(vagueDate(text)).toBeNull());

  test.each([
    '1999 Feb 30',
    '2023 Feb 29',
    '1999 Foo',
    '1999 Jan 0',
    '1999 Jan 32',
    '1999 Q5',
    '1999 Jan 4 2460',
    'soon',
    '1999 Jan 4 noon',
    '0C',
    '99999',
  ])('returns undefined for %s', (text) => expect(vagueDate(text)).toBeUndefined());

  test('from, value and to are in order, and a date agrees with itself', () => {
    fc.assert(
      fc.property(gcatDate, fc.boolean(), (text, doubt) => {
        const date = read(text + (doubt ? '?' : ''));
        expect(date.from <= date.value && date.value <= date.to).toBe(true);
        expect(datesAgree(date, date)).toBe(true);
      }),
    );
  });

  test('a question mark never narrows a date', () => {
    fc.assert(
      fc.property(gcatDate, (text) => {
        const [certain, uncertain] = [read(text), read(`${text}?`)];
        expect(uncertain.from <= certain.from && certain.to <= uncertain.to).toBe(true);
        expect(uncertain.value).toBe(certain.value);
        if (!['minute', 'second', 'hour', 'deciday', 'centiday'].includes(certain.precision))
          expect(uncertain.from < certain.from).toBe(true);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void vagueDate(text)));
  });
});

describe('isoDate', () => {
  test.each([
    ['2026-01-02', undefined, '2026-01-02', '2026-01-02', 'day'],
    ['1964-12-13T00:00:00Z', undefined, '1964-12-13', '1964-12-13', 'day'],
    ['2024-09-16T18:41:03.363197Z', undefined, '2024-09-16', '2024-09-16', 'second'],
    ['+1998-11-20T00:00:00Z', 11, '1998-11-20', '1998-11-20', 'day'],
    ['+2026-04-01T00:00:00Z', 10, '2026-04-01', '2026-04-30', 'month'],
    ['+2026-01-01T00:00:00Z', 9, '2026-01-01', '2026-12-31', 'year'],
    ['+2016-00-00T00:00:00Z', 9, '2016-01-01', '2016-12-31', 'year'],
    ['+1967-01-01T00:00:00Z', 8, '1960-01-01', '1969-12-31', 'decade'],
    ['+2000-01-01T00:00:00Z', 7, '1901-01-01', '2000-12-31', 'century'],
  ])('%s at %s', (text, precision, from, to, name) => {
    expect(isoDate(text, precision)).toMatchObject({ from, to, precision: name });
  });

  test('returns null for a missing date, undefined for an invalid one', () => {
    for (const text of ['', null, undefined]) expect(isoDate(text)).toBeNull();
    for (const text of ['2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-01T00:00:00+02:00', 'yesterday'])
      expect(isoDate(text)).toBeUndefined();
    expect(isoDate('2026-01-01', 3)).toBeUndefined();
  });

  test('reads the same day from GCAT and ISO notation', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1957-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const gcat = `${iso.slice(0, 4)} ${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)}`;
          expect(vagueDate(gcat)).toEqual({ ...isoDate(iso), text: gcat });
        },
      ),
    );
  });
});

describe('datesAgree', () => {
  test('compares at the coarser precision', () => {
    const day = isoDate('2026-07-31') as VagueDate;
    expect(datesAgree(day, read('2026 Jul'))).toBe(true);
    expect(datesAgree(day, read('2026 Aug'))).toBe(false);
    expect(datesAgree(day, read('2026 Aug?'))).toBe(true);
    expect(datesAgree(day, read('2026 Aug  1'))).toBe(false);
    expect(datesAgree(day, read('2026 Aug  1'), 1)).toBe(true);
    expect(datesAgree(day, read('2020s'))).toBe(true);
  });

  test('is symmetric', () => {
    fc.assert(
      fc.property(
        gcatDate,
        gcatDate,
        fc.integer({ min: 0, max: 9 }),
        (a, b, slack) => datesAgree(read(a), read(b), slack) === datesAgree(read(b), read(a), slack),
      ),
    );
  });
});
