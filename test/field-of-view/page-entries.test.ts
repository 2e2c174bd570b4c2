import { describe, expect, test } from 'vitest';
import { Frame, gridOf } from '../../src/features/field-of-view/page/field-grid.ts';
import { headerIn, readAngle, readInstant } from '../../src/features/field-of-view/page/read-entry.ts';
import { BadEntry, type Entries, exposureOf, streakOf } from '../../src/features/field-of-view/page/read-form.ts';
import { readWcs } from '../../src/features/field-of-view/wcs.ts';

describe('angles and times', () => {
  test.each([
    ['83.82', true, 83.82],
    ['05:35:17.3', true, 83.8220833],
    ['5h35m17.3s', true, 83.8220833],
    ['5 35', true, 83.75],
    ['−5.39', false, -5.39],
    ['+12', false, 12],
    ['-00:23:28', false, -0.3911111],
    ['-5°23′28″', false, -5.3911111],
    ['-5d23m28s', false, -5.3911111],
  ])('%s is read', (text, hours, degrees) => {
    expect(readAngle(text, hours)).toBeCloseTo(degrees, 6);
  });
  test.each(['', 'x', '5:60:00', '5:10:61', '5::6', '--5'])('“%s” is no angle', (text) => {
    expect(readAngle(text, true)).toBeNull();
  });
  test.each(['2026-08-22T21:59:58.5Z', '2026-08-22 21:59:58.5', ' 2026-08-22T21:59:58.5 UTC '])(
    '%s is read',
    (text) => {
      expect(readInstant(text)).toBe(Date.parse('2026-08-22T21:59:58.5Z'));
    },
  );
  test.each([
    '',
    '22.8.2026',
    '2026-08-22',
    '2026-13-22T10:00',
    '2026-02-30T10:00',
    '2026-08-22T24:00',
    '2026-08-22T21:59:58+02:00',
  ])('“%s” is no time', (text) => {
    expect(readInstant(text)).toBeNull();
  });
});

describe('a file of an image', () => {
  const card = (keyword: string, value: string) => `${keyword.padEnd(8)}= ${value.padStart(20)}`.padEnd(80);
  const unit = (...cards: readonly string[]) => {
    const text = [...cards, 'END'.padEnd(80)].join('');
    return text.padEnd(Math.ceil(text.length / 2880) * 2880);
  };
  const places = [
    card('CTYPE1', "'RA---TAN'"),
    card('CTYPE2', "'DEC--TAN'"),
    card('CRVAL1', '83.8'),
    card('CRVAL2', '-5.4'),
    card('CRPIX1', '50.5'),
    card('CRPIX2', '40.5'),
    card('CDELT1', '-0.01'),
    card('CDELT2', '0.01'),
  ];
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test('gives its header without its data', () => {
    const header = [card('SIMPLE', 'T'), card('NAXIS', '2'), card('NAXIS1', '100'), card('NAXIS2', '80'), ...places];
    const found = headerIn(bytes(`${unit(...header)}${'\u00ff'.repeat(4000)}`));
    expect(found.length).toBe((header.length + 1) * 80);
    expect(readWcs(found).wcs).toMatchObject({ width: 100, height: 80, reference_ra_deg: 83.8 });
  });

  test('that is compressed gives the header of its second unit, with the size of the image', () => {
    const first = unit(card('SIMPLE', 'T'), card('NAXIS', '0'), card('EXTEND', 'T'));
    const second = unit(
      card('XTENSION', "'BINTABLE'"),
      card('NAXIS', '2'),
      card('NAXIS1', '8'),
      card('NAXIS2', '3520'),
      card('ZNAXIS1', '4656'),
      card('ZNAXIS2', '3520'),
      ...places,
    );
    expect(readWcs(headerIn(bytes(first + second))).wcs).toMatchObject({ width: 4656, height: 3520 });
  });

  test('that is text stays as it is', () => {
    expect(headerIn(bytes('NAXIS1 = 3\nNAXIS2 = 4\n'))).toBe('NAXIS1 = 3\nNAXIS2 = 4\n');
  });
});

describe('the chart', () => {
  test('has north up and east left', () => {
    const frame = new Frame([83.8, -5.4], 1, 600);
    const [x, y] = frame.pointAt(83.8, -5.4)!;
    expect([x, y]).toEqual([expect.closeTo(300, 6), expect.closeTo(300, 6)]);
    const [east] = frame.pointAt(84.3, -5.4)!;
    const [, north] = frame.pointAt(83.8, -4.9)!;
    expect(east).toBeLessThan(x);
    expect(north).toBeLessThan(y);
    expect(frame.pointAt(83.8 + 180, 5.4)).toBeNull();
  });

  test('has lines of round values with labels at the edges, also across right ascension 0', () => {
    const lines = gridOf(new Frame([0, 20], 1, 600));
    expect(lines.filter(({ axis }) => axis === 'dec').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['19.5°', '20.0°', '20.5°']),
    );
    const ra = lines.filter(({ axis, at }) => axis === 'ra' && at !== null);
    expect(ra.map(({ text }) => text)).toEqual(expect.arrayContaining(['359°', '0°']));
    // Right ascension grows to the left.
    expect(ra.find(({ text }) => text === '0°')!.at!).toBeLessThan(ra.find(({ text }) => text === '359°')!.at!);
  });

  test('at a pole has every thirtieth degree, each once', () => {
    const lines = gridOf(new Frame([10, 89.5], 5, 600)).filter(({ axis }) => axis === 'ra');
    expect(lines.map(({ text }) => text)).toEqual(Array.from({ length: 12 }, (_, n) => `${30 * n}°`));
    for (const { d } of lines) expect(d).toMatch(/^M[\d.-]+ [\d.-]+L/);
  });
});

describe('the form', () => {
  const entries: Entries = {
    place: 'JO62qm',
    height: '',
    t1: '2026-08-22T18:00:00Z',
    t2: '2026-08-22T18:00:02Z',
    a1: '05:20:00',
    b1: '60',
    a2: '81',
    b2: '61',
    'place-error': '',
    'time-error': '',
    from: '2026-08-22T18:00:00Z',
    exposure: '10',
  };
  const options = { inStars: true, timed: true };

  test('is a streak, searched as by the API', () => {
    const { streak, search } = streakOf(entries, options);
    expect(streak).toMatchObject({
      at: Date.parse('2026-08-22T18:00:01Z'),
      duration: 2000,
      ends: [
        { ra_deg: 80, dec_deg: 60 },
        { ra_deg: 81, dec_deg: 61 },
      ],
      window: 60_000,
      radius_deg: 3,
    });
    expect(search.errors).toEqual({ time_s: 0.5, place_arcsec: 10 });
    const middle = streakOf({ ...entries, t2: '' }, { inStars: false, timed: false });
    expect(middle.search.errors).toEqual({ time_s: 10, place_arcsec: 1800 });
    expect(middle.streak).toMatchObject({ duration: null, ends: [{ azimuth_deg: 5 + 1 / 3, elevation_deg: 60 }, {}] });
  });

  test.each([
    ['place', 'nowhere at all'],
    ['height', '99999'],
    ['t1', '18:00'],
    ['t2', '2026-08-22T17:00:00Z'],
    ['a1', '361'],
    ['b1', '91'],
    ['a2', ''],
    ['place-error', '-1'],
    ['time-error', 'x'],
  ] as const)('refuses %s = “%s” by its field', (field, text) => {
    expect(() => streakOf({ ...entries, [field]: text }, options)).toThrow(
      expect.objectContaining({ name: 'BadEntry', field }),
    );
  });

  test('refuses an exposure without a length', () => {
    const wcs = readWcs(
      "NAXIS1=3\nNAXIS1  = 100\nNAXIS2  = 80\nCTYPE1  = 'RA---TAN'\nCTYPE2  = 'DEC--TAN'\nCRVAL1  = 1\nCRVAL2  = 2\nCRPIX1  = 1\nCRPIX2  = 1\nCDELT1  = -0.1\nCDELT2  = 0.1",
    ).wcs;
    expect(() => exposureOf({ ...entries, exposure: '' }, wcs)).toThrow(BadEntry);
    expect(exposureOf(entries, wcs)).toMatchObject({ to: Date.parse('2026-08-22T18:00:10Z'), step: 250 });
  });
});
