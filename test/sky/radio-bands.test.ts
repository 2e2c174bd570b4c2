import { expect, test } from 'vitest';
import { heardIn } from '../../src/features/radio/page/radio-bands.ts';
import { passFrequencies } from '../../src/orbit/observation/doppler.ts';
import type { Transmitter } from '../../src/schema/objects/transmitter.ts';

/** A transmitter with the fields that these tests need. */
const transmitter = (norad_cat_id: number | null, low: number | null, more: Partial<Transmitter> = {}) =>
  ({
    norad_cat_id,
    alive: true,
    audible: true,
    detailed_purpose: 'Communications',
    inverting: false,
    downlink_low_hz: low,
    downlink_high_hz: null,
    downlink_drift_ppb: null,
    uplink_low_hz: null,
    uplink_high_hz: null,
    uplink_drift_ppb: null,
    ...more,
  }) as Transmitter;

test('lists audible transmitters of cataloged objects in the selected bands, in weather bands of weather satellites only', () => {
  const data = [
    transmitter(1, 435_800_000),
    transmitter(1, 145_800_000),
    transmitter(2, 137_100_000, { alive: false, audible: false, detailed_purpose: 'Meteorology' }),
    transmitter(3, 137_912_500, { detailed_purpose: 'Communications/Meteorology' }),
    // The station sends there too, and is no weather satellite; the other one has reentered.
    transmitter(7, 137_625_700),
    transmitter(8, 137_500_000, { audible: false, detailed_purpose: 'Meteorology' }),
    transmitter(null, 145_900_000),
    transmitter(4, null),
    // Its band overlaps the amateur band.
    transmitter(5, 143_000_000, { downlink_high_hz: 144_100_000 }),
    transmitter(6, 148_000_001),
  ];
  const heard = (...bands: string[]) =>
    [...heardIn({ data }, new Set(bands))].map(([id, own]) => [id, own.map(({ downlink_low_hz }) => downlink_low_hz)]);
  expect(heard('2m')).toEqual([
    [5, [143_000_000]],
    [1, [145_800_000]],
  ]);
  expect(heard('2m', '70cm', '137')).toEqual([
    [3, [137_912_500]],
    [5, [143_000_000]],
    [1, [145_800_000, 435_800_000]],
  ]);
  expect(heard()).toEqual([]);
});

test('the Doppler shift is positive at rise and negative at set', () => {
  const moment = (range_rate_km_s: number) => ({ range_rate_km_s });
  const pass = { rise: moment(-6.5), culmination: moment(0), set: moment(6.5) };
  const { rise, culmination, set } = passFrequencies(transmitter(1, 435_640_000), pass);
  expect([rise, culmination, set].map(({ downlink_hz }) => downlink_hz! - 435_640_000)).toEqual([9445, 0, -9445]);
  expect(rise.uplink_hz).toBeNull();
});
