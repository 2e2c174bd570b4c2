import { expect, test } from 'vitest';
import { frequencyRange, isFrequencySearch } from '../../src/schema/frequency-text.ts';

test.each([
  // The range that rounds to it.
  ['145.8', [145_750_000, 145_850_000]],
  ['145,8 MHz', [145_750_000, 145_850_000]],
  ['437', [436_500_000, 437_500_000]],
  ['2.2875 GHz', [2_287_442_813, 2_287_557_187]],
  // The range of its Doppler shift, if that is wider.
  ['145.800', [145_796_355, 145_803_645]],
  ['145.800 MHz', [145_796_355, 145_803_645]],
  ['145800 khz', [145_796_355, 145_803_645]],
  ['145800000Hz', [145_796_355, 145_803_645]],
  // Ranges are not widened.
  ['435.6-435.7', [435_600_000, 435_700_000]],
  ['435.6 – 435.7 MHz', [435_600_000, 435_700_000]],
  ['0.001 kHz', [1, 1]],
])('parses "%s"', (text, [from, to]) => {
  expect(frequencyRange(text)).toEqual({ from, to });
});

test.each(['', 'FM', '145.8 MH', '1.2.3', '-5', '0', '0 Hz', '146-145', '999999999999', '145.8 MHz up', '1e5'])(
  'rejects "%s"',
  (text) => {
    expect(frequencyRange(text)).toBeNull();
    expect(isFrequencySearch(text)).toBe(false);
  },
);

test('treats a number as a frequency only if it has a decimal point or a unit', () => {
  for (const text of ['145.8', ' 437.500 ', '145 MHz', '2.2GHz', '145800000 Hz'])
    expect(isFrequencySearch(text)).toBe(true);
  for (const text of ['25544', '145800000', '1998-067', '145-146', 'GOES 16', 'Hz'])
    expect(isFrequencySearch(text)).toBe(false);
});
