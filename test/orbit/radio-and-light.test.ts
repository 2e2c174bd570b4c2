import { describe, expect, test } from 'vitest';
import {
  contactFrequencies,
  frequencyPair,
  receivedFrequency,
  uplinkFrequency,
} from '../../src/orbit/observation/doppler.ts';
import { standardMagnitude } from '../../src/orbit/observation/magnitude.ts';
import { compassPoint, passCalendar } from '../../src/orbit/observation/pass-calendar.ts';
import { rs44 } from './rs-44.ts';

describe('Doppler', () => {
  const one = { ...rs44, uplink_high_hz: null, downlink_high_hz: null, inverting: false };

  test('raises the received frequency of an approaching satellite: 9.4 kHz at 6.5 km/s and 435.64 MHz', () => {
    expect(receivedFrequency(435_640_000, -6.5) - 435_640_000).toBeCloseTo(9445.4, 0);
    expect(receivedFrequency(435_640_000, 6.5)).toBeLessThan(435_640_000);
    expect(receivedFrequency(435_640_000, 0)).toBe(435_640_000);
  });

  test('corrects the uplink so that it arrives at the intended frequency', () => {
    for (const rate of [-7, -3.2, 0, 5.5]) {
      const sent = uplinkFrequency(145_965_000, rate);
      expect(receivedFrequency(sent, rate)).toBeCloseTo(145_965_000, 6);
      expect(Math.sign(sent - 145_965_000)).toBe(Math.sign(rate));
    }
    expect(uplinkFrequency(145_965_000, -6.5) - 145_965_000).toBeCloseTo(-3164.7, 0);
  });

  test('pairs frequencies of an inverting transponder (RS-44) with a constant sum of 581.605 MHz', () => {
    expect(frequencyPair(rs44)).toEqual({ downlink_hz: 435_640_000, uplink_hz: 145_965_000 });
    expect(frequencyPair(rs44, 435_670_000).uplink_hz).toBe(145_935_000);
    expect(frequencyPair(rs44, 435_610_000).uplink_hz).toBe(145_995_000);
    for (const sent of [435_610_001, 435_640_000, 435_665_123])
      expect(sent + frequencyPair(rs44, sent).uplink_hz!).toBe(581_605_000);
    expect(() => frequencyPair(rs44, 435_670_001)).toThrow(RangeError);
    expect(frequencyPair({ ...rs44, inverting: false }, 435_670_000).uplink_hz).toBe(145_995_000);
  });

  test('aligns bands of different widths at their centers and rejects frequencies outside the downlink', () => {
    const narrow = { ...rs44, uplink_low_hz: 145_950_000, uplink_high_hz: 145_980_000 };
    expect(frequencyPair(narrow)).toEqual({ downlink_hz: 435_640_000, uplink_hz: 145_965_000 });
    expect(frequencyPair(narrow, 435_655_000).uplink_hz).toBe(145_950_000);
    expect(() => frequencyPair(narrow, 435_655_001)).toThrow(RangeError);
  });

  test('handles single frequencies, a missing uplink, a missing downlink and neither', () => {
    expect(frequencyPair(one)).toEqual({ downlink_hz: 435_610_000, uplink_hz: 145_935_000 });
    // A single uplink frequency with a downlink band.
    expect(frequencyPair({ ...rs44, uplink_high_hz: null }, 435_611_000).uplink_hz).toBe(145_935_000);
    expect(frequencyPair({ ...one, uplink_low_hz: null })).toEqual({ downlink_hz: 435_610_000, uplink_hz: null });
    const silent = { ...one, downlink_low_hz: null };
    expect(frequencyPair(silent)).toEqual({ downlink_hz: null, uplink_hz: 145_935_000 });
    expect(() => frequencyPair(silent, 435_610_000)).toThrow(RangeError);
    const none = { ...silent, uplink_low_hz: null };
    expect(contactFrequencies(frequencyPair(none), none, -6.5)).toEqual({ downlink_hz: null, uplink_hz: null });
  });

  test('lowers the uplink and raises the downlink of a contact with an approaching satellite', () => {
    const { uplink_hz, downlink_hz } = contactFrequencies(frequencyPair(rs44), rs44, -6.5);
    expect(uplink_hz).toBeCloseTo(145_965_000 - 3164.7, -1);
    expect(downlink_hz).toBeCloseTo(435_640_000 + 9445.4, -1);
    // The satellite retransmits the uplink at the downlink frequency of the contact.
    const sent = 581_605_000 - receivedFrequency(uplink_hz!, -6.5);
    expect(receivedFrequency(sent, -6.5)).toBeCloseTo(downlink_hz!, 3);
  });

  test('applies oscillator drift: 1,000 ppb are 436 Hz at 435.64 MHz', () => {
    const off = { ...rs44, downlink_drift_ppb: 1000, uplink_drift_ppb: -1000 };
    const { uplink_hz, downlink_hz } = contactFrequencies(frequencyPair(off), off, 0);
    expect(downlink_hz).toBeCloseTo(435_640_435.64, 2);
    expect(uplink_hz).toBeCloseTo(145_965_000 - 145.965, 2);
  });
});

describe('standard magnitude', () => {
  const size = { length_m: null, diameter_m: null, span_m: null, rcs_m2: null };

  test('is close to published values', () => {
    // Heavens-Above and McCants: the station, Hubble.
    expect(standardMagnitude(25544, { ...size, rcs_m2: 399 })).toBe(-1.8);
    expect(standardMagnitude(20580, { ...size, rcs_m2: 28 })).toBe(2.2);
    // Starlink of 2019, 0.2 × 2.8 m and 9 m across: 5 to 6.
    const starlink = standardMagnitude(44_713, { ...size, length_m: 0.2, diameter_m: 2.8, span_m: 9 })!;
    expect(starlink).toBeGreaterThan(5);
    expect(starlink).toBeLessThan(6);
    // A Zenit second stage, 10.4 × 3.9 m: 3.2.
    expect(
      Math.abs(standardMagnitude(22_803, { ...size, length_m: 10.4, diameter_m: 3.9, rcs_m2: 9.85 })! - 3.2),
    ).toBeLessThan(1.2);
    // A Kosmos-3M second stage, 7.4 × 2.4 m: 4.7 to 5.2.
    expect(
      Math.abs(standardMagnitude(22_208, { ...size, length_m: 7.4, diameter_m: 2.4, rcs_m2: 5.5 })! - 5),
    ).toBeLessThan(1);
    // A Strela-1M, 1.6 × 0.8 m: 7.2 to 8.7.
    expect(
      Math.abs(standardMagnitude(22_034, { ...size, length_m: 1.6, diameter_m: 0.8, rcs_m2: 1.1 })! - 8),
    ).toBeLessThan(1);
  });

  test('is null without a size', () => {
    expect(standardMagnitude(1, size)).toBeNull();
    expect(standardMagnitude(1, { ...size, span_m: 5 })).toBeNull();
    expect(standardMagnitude(1, { ...size, rcs_m2: 0 })).toBeNull();
    expect(standardMagnitude(1, { ...size, rcs_m2: 1 })).toBeGreaterThan(
      standardMagnitude(1, { ...size, rcs_m2: 10 })!,
    );
  });
});

test('names compass points', () => {
  expect([0, 11, 12, 90, 200, 349, 359.9].map(compassPoint)).toEqual(['N', 'N', 'NNE', 'E', 'SSW', 'N', 'N']);
});

/** Any element set: lines of a calendar do not depend on it. */
const rs44Elements = {
  epoch: '2027-01-15T00:00:00',
  mean_motion: 12.79,
  eccentricity: 0.02,
  inclination: 82.5,
  ra_of_asc_node: 10,
  arg_of_pericenter: 20,
  mean_anomaly: 30,
  bstar: 0,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
};

test('lines of a calendar are as long as 75 bytes allow, and no character is cut', () => {
  const moment = { at: 1_800_000_000_000, azimuth_deg: 10, elevation_deg: 20 };
  const set = { ...moment, at: 1_800_000_000_000 + 600_000 };
  for (let shift = 0; shift < 8; shift++) {
    const note = `${'x'.repeat(shift)}${'aé→🛰'.repeat(40)}`;
    const pass = {
      norad_cat_id: 1,
      name: 'A',
      elements: rs44Elements,
      rise: moment,
      culmination: moment,
      set,
      visible: false,
      magnitude: null,
    };
    const window = { from: 0, to: 2 * 1_800_000_000_000 };
    const text = passCalendar([{ ...pass, notes: [note] }], { lat: 0, lon: 0 }, window, 1_800_000_000_000);
    expect(text.replaceAll('\r\n ', '')).toContain(note);
    const lines = text.split('\r\n');
    for (const [n, line] of lines.entries()) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const after = lines[n + 1];
      if (!after?.startsWith(' ')) continue;
      const [next] = after.slice(1);
      expect(Buffer.byteLength(line + next)).toBeGreaterThan(75);
    }
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(5);
  }
});
