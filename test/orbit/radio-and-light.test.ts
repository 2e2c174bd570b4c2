import { describe, expect, test } from 'vitest';
import {
  contactFrequencies,
  receivedFrequency,
  transponded,
  transponderInput,
  uplinkFrequency,
} from '../../src/orbit/observation/doppler.ts';
import { standardMagnitude } from '../../src/orbit/observation/magnitude.ts';
import { compassPoint } from '../../src/orbit/observation/pass-calendar.ts';

describe('Doppler', () => {
  /** RS-44 (44909): 145.935–145.995 MHz up, 435.610–435.670 MHz down, inverting. */
  const rs44 = {
    uplink_low_hz: 145_935_000,
    uplink_high_hz: 145_995_000,
    downlink_low_hz: 435_610_000,
    downlink_high_hz: 435_670_000,
    inverting: true,
  };

  test('what comes closer is heard higher: 9.4 kHz at 6.5 km/s and 435.64 MHz', () => {
    expect(receivedFrequency(435_640_000, -6.5) - 435_640_000).toBeCloseTo(9445.4, 0);
    expect(receivedFrequency(435_640_000, 6.5)).toBeLessThan(435_640_000);
    expect(receivedFrequency(435_640_000, 0)).toBe(435_640_000);
  });

  test('what is sent arrives at the frequency that was meant', () => {
    for (const rate of [-7, -3.2, 0, 5.5]) {
      const sent = uplinkFrequency(145_965_000, rate);
      expect(receivedFrequency(sent, rate)).toBeCloseTo(145_965_000, 6);
      expect(Math.sign(sent - 145_965_000)).toBe(Math.sign(rate));
    }
    expect(uplinkFrequency(145_965_000, -6.5) - 145_965_000).toBeCloseTo(-3164.7, 0);
  });

  test('RS-44 turns its band over: up and down always add up to 581.605 MHz', () => {
    expect(transponded(rs44, 145_935_000)).toBe(435_670_000);
    expect(transponded(rs44, 145_995_000)).toBe(435_610_000);
    for (const heard of [145_940_000, 145_965_000, 145_990_123]) {
      expect(heard + transponded(rs44, heard)).toBe(581_605_000);
      expect(transponderInput(rs44, transponded(rs44, heard))).toBe(heard);
    }
    expect(() => transponded(rs44, 145_934_999)).toThrow(RangeError);
    expect(() => transponderInput(rs44, 435_670_001)).toThrow(RangeError);
    const straight = { ...rs44, inverting: false };
    expect(transponded(straight, 145_935_000)).toBe(435_610_000);
    expect(transponderInput(straight, 435_670_000)).toBe(145_995_000);
  });

  test('a contact in the middle of the band, coming closer: send lower, listen higher', () => {
    const { uplink_hz, downlink_hz } = contactFrequencies(rs44, 435_640_000, -6.5);
    expect(uplink_hz).toBeCloseTo(145_965_000 - 3164.7, -1);
    expect(downlink_hz).toBeCloseTo(435_640_000 + 9445.4, -1);
    // What was sent comes back, through the satellite, at the frequency to listen at.
    expect(receivedFrequency(transponded(rs44, receivedFrequency(uplink_hz, -6.5)), -6.5)).toBeCloseTo(downlink_hz, 3);
    // 1,000 ppb of drift are 436 Hz at 435.64 MHz.
    expect(contactFrequencies(rs44, 435_640_000, 0, 1000).downlink_hz).toBeCloseTo(435_640_435.64, 2);
  });
});

describe('standard magnitude', () => {
  const size = { length_m: null, diameter_m: null, span_m: null, rcs_m2: null };

  test('is near what is published', () => {
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

  test('is unknown where no size is', () => {
    expect(standardMagnitude(1, size)).toBeNull();
    expect(standardMagnitude(1, { ...size, span_m: 5 })).toBeNull();
    expect(standardMagnitude(1, { ...size, rcs_m2: 0 })).toBeNull();
    expect(standardMagnitude(1, { ...size, rcs_m2: 1 })).toBeGreaterThan(
      standardMagnitude(1, { ...size, rcs_m2: 10 })!,
    );
  });
});

test('directions in words', () => {
  expect([0, 11, 12, 90, 200, 349, 359.9].map(compassPoint)).toEqual(['N', 'N', 'NNE', 'E', 'SSW', 'N', 'N']);
});
