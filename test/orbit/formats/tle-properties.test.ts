import fc from 'fast-check';
import { twoline2satrec } from 'satellite.js';
import { expect, test } from 'vitest';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';
import { readTle } from './element-sets.ts';

const PLACES = 60;
const RADIANS = Math.PI / 180;

/** Decimal text as an integer multiple of 10^-60, without rounding, floats or the code under test. */
function exactly(text: string): bigint {
  const [mantissa = '', power = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const size = BigInt(`${whole}${fraction}`) * 10n ** BigInt(PLACES + Number(power) - fraction.length);
  return text.startsWith('-') ? -size : size;
}

/** Decimal text of an integer multiple of 10^-`places`, plain or with an exponent. */
const decimalText = (units: bigint, places: number, exponent: boolean) => {
  const digits = (units < 0n ? -units : units).toString();
  const sign = units < 0n ? '-' : '';
  if (exponent)
    return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${digits.length - 1 - places}`;
  const padded = digits.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
};
/** Numbers between bounds (in units of 10^-12), with 1 to 12 decimals. */
const between = (min: bigint, max: bigint) =>
  fc
    .tuple(fc.bigInt(min, max), fc.integer({ min: 1, max: 12 }), fc.boolean())
    .map(([units, places, exponent]) => decimalText(units / 10n ** BigInt(12 - places), places, exponent));
const E12 = 10n ** 12n;
const angle = (max: bigint) => between(0n, max * E12);
const drag = fc
  .tuple(fc.bigInt(-(10n ** 9n), 10n ** 9n), fc.integer({ min: 1, max: 25 }), fc.boolean())
  .map(([units, places, exponent]) => decimalText(units, places, exponent));

const moment = fc
  .tuple(
    fc.date({ min: new Date('1957-01-01'), max: new Date('2056-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.nat(999),
  )
  .map(([date, micros]) => `${date.toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}`);
const capitals = (max: number) => fc.stringMatching(new RegExp(`^[A-Z]{1,${max}}$`));
const cospar = fc
  .tuple(fc.integer({ min: 1957, max: 2056 }), fc.integer({ min: 1, max: 999 }), capitals(3))
  .map(([year, launch, piece]) => `${year}-${String(launch).padStart(3, '0')}${piece}`);

const expressible: fc.Arbitrary<ElementSet> = fc.record({
  norad_cat_id: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 100_000, max: 339_999 })),
  object_name: fc.string({ minLength: 1, unit: 'binary' }),
  object_id: fc.option(cospar),
  epoch: moment,
  mean_motion: between(10n ** 4n, 100n * E12 - 10n ** 4n).filter((text) => Number(text) > 1e-8),
  eccentricity: between(0n, E12 - 10n ** 5n),
  inclination: angle(180n),
  ra_of_asc_node: angle(360n),
  arg_of_pericenter: angle(360n),
  mean_anomaly: angle(360n),
  ephemeris_type: fc.integer({ min: 0, max: 9 }),
  classification_type: capitals(1),
  element_set_no: fc.integer({ min: 0, max: 9999 }),
  rev_at_epoch: fc.integer({ min: 0, max: 99_999 }),
  bstar: drag,
  mean_motion_dot: between(-(E12 - 10n ** 4n), E12 - 10n ** 4n),
  mean_motion_ddot: drag,
});

const shapes = {
  line1:
    /^1 [\dA-HJ-NP-Z]\d{4}[A-Z] (\d{5}[A-Z ]{3}| {8}) \d{5}\.\d{8} [ -]\.\d{8} [ -]\d{5}[+-]\d [ -]\d{5}[+-]\d \d [ \d]{3}\d\d$/,
  line2:
    /^2 [\dA-HJ-NP-Z]\d{4} [ \d]{3}\.\d{4} [ \d]{3}\.\d{4} \d{7} [ \d]{3}\.\d{4} [ \d]{3}\.\d{4} [ \d]\d\.\d{8}[ \d]{4}\d\d$/,
};

/** The checksum digit, computed independently of the writer. */
const lastDigit = (line: string) =>
  [...line.slice(0, 68)].map((c) => (c === '-' ? 1 : /\d/.test(c) ? Number(c) : 0)).reduce((a, b) => a + b, 0) % 10;

/** Half a unit of the last digit of this value in the columns with an exponent. */
const halfOfPower = (value: bigint) => {
  const size = value < 0n ? -value : value;
  const lowest = 10n ** BigInt(PLACES - 14); // five digits at 1e-9
  const unit = 10n ** BigInt(Math.max(size.toString().length - 5, 0));
  return (unit > lowest ? unit : lowest) / 2n;
};

test('writes every expressible element set with values rounded to their columns and eccentricity truncated', () => {
  fc.assert(
    fc.property(expressible, (set) => {
      const tle = writeTle(set, set.object_name);
      if (!tle.ok) throw new Error(tle.reason);
      expect(tle.line1).toMatch(shapes.line1);
      expect(tle.line2).toMatch(shapes.line2);
      expect([tle.line1.length, tle.line2.length]).toEqual([69, 69]);
      expect([tle.line1[68], tle.line2[68]]).toEqual([lastDigit(tle.line1), lastDigit(tle.line2)].map(String));
      expect(tle.name).toMatch(/^[!-~]([ -~]*[!-~])?$/);

      const back = readTle(tle.line1.replace(/^1 [A-Z]/, '1 9'), tle.line2);
      const near = (key: 'mean_motion' | 'inclination' | 'mean_motion_dot' | Angle, places: number) => {
        const half = 10n ** BigInt(PLACES - places) / 2n;
        const off = exactly(back[key]) - exactly(set[key]);
        const turn = exactly('360');
        const offs = [off, off + turn].map((value) => (value < 0n ? -value : value));
        expect(
          offs.some((value) => value <= half),
          `${key} ${set[key]} ${back[key]}`,
        ).toBe(true);
      };
      near('mean_motion', 8);
      const cut = exactly(set.eccentricity) - exactly(back.eccentricity);
      expect(cut >= 0n && cut < 10n ** BigInt(PLACES - 7), `eccentricity ${set.eccentricity}`).toBe(true);
      for (const key of ['inclination', 'ra_of_asc_node', 'arg_of_pericenter', 'mean_anomaly'] as const) near(key, 4);
      near('mean_motion_dot', 8);
      for (const key of ['bstar', 'mean_motion_ddot'] as const) {
        const value = exactly(set[key]);
        const off = exactly(back[key]) - value;
        expect((off < 0n ? -off : off) <= halfOfPower(value), `${key} ${set[key]} ${back[key]}`).toBe(true);
      }
      expect(Math.abs(micros(back.epoch) - micros(set.epoch))).toBeLessThanOrEqual(432);
      expect({ ...back, ...same(set) }).toEqual(back);
    }),
    { numRuns: 500 },
  );
});

type Angle = 'ra_of_asc_node' | 'arg_of_pericenter' | 'mean_anomaly';

const same = ({ object_id, ephemeris_type, classification_type, element_set_no, rev_at_epoch }: ElementSet) => ({
  object_id,
  ephemeris_type,
  classification_type,
  element_set_no,
  rev_at_epoch,
});

const micros = (epoch: string) => Date.parse(`${epoch.slice(0, 23)}Z`) * 1000 + Number(epoch.slice(23));

test('satellite.js reads the values of the columns', () => {
  fc.assert(
    fc.property(expressible, (set) => {
      const tle = writeTle(set, 'X');
      if (!tle.ok) throw new Error(tle.reason);
      const read = twoline2satrec(tle.line1, tle.line2);
      const back = readTle(tle.line1.replace(/^1 [A-Z]/, '1 9'), tle.line2);
      expect(read.satnum).toBe(tle.line2.slice(2, 7));
      expect(read.ecco).toBe(Number(back.eccentricity));
      expect(read.bstar).toBeCloseTo(Number(back.bstar), 12);
      const perDay = 1440 / (2 * Math.PI);
      expect(read.ndot * perDay * 1440).toBeCloseTo(Number(back.mean_motion_dot), 12);
      expect(read.inclo).toBeCloseTo(Number(back.inclination) * RADIANS, 12);
      expect(read.nodeo).toBeCloseTo(Number(back.ra_of_asc_node) * RADIANS, 12);
      expect(read.argpo).toBeCloseTo(Number(back.arg_of_pericenter) * RADIANS, 12);
      expect(read.mo).toBeCloseTo(Number(back.mean_anomaly) * RADIANS, 12);
      // A Julian day as a double is accurate to 40 µs.
      expect(Math.abs((read.jdsatepoch - 2_440_587.5) * 86_400e6 - micros(back.epoch))).toBeLessThan(100);
    }),
    { numRuns: 300 },
  );
});
