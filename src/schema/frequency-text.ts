import { MAX_HZ } from './objects/transmitter.ts';

/** Frequencies in Hz, both ends included. */
export interface FrequencyRange {
  readonly from: number;
  readonly to: number;
}

const units = { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 } as const;
const number = String.raw`\d{1,12}(?:[.,]\d{1,9})?`;
/** A frequency or two with a dash between, in MHz if no unit follows. */
export const frequencyPattern = new RegExp(
  String.raw`^\s*(${number})\s*(?:[-–]\s*(${number})\s*)?([kmg]?hz)?\s*$`,
  'i',
);
/** Relative Doppler shift of a received frequency: 7.5 km/s against the speed of light. */
const DOPPLER = 25e-6;

/**
 * The range of a frequency as people write it: 145.8, 145.800 MHz, 2.2875 GHz, 435.6-435.7. One frequency covers all values
 * that round to it, and at least its Doppler shift, so that a received frequency finds the transmitted one. Null if the text
 * is no frequency.
 */
export function frequencyRange(text: string): FrequencyRange | null {
  const found = frequencyPattern.exec(text);
  if (!found) return null;
  const unit = units[(found[3]?.toLowerCase() ?? 'mhz') as keyof typeof units];
  const hertz = (written: string) => Number(written.replace(',', '.')) * unit;
  const [low, high] = [found[1]!, found[2]];
  const from = hertz(low);
  const rounding = unit / 10 ** (low.split(/[.,]/)[1]?.length ?? 0) / 2;
  const around = Math.max(rounding, from * DOPPLER);
  const range =
    high === undefined
      ? { from: Math.ceil(from - around), to: Math.floor(from + around) }
      : { from: Math.round(from), to: Math.round(hertz(high)) };
  const isReal = from >= 1 && range.to <= MAX_HZ && range.to >= range.from;
  return isReal ? { from: Math.max(1, range.from), to: range.to } : null;
}

/** Whether a search can only mean a frequency: with a unit, or in MHz with a point. A bare number is a catalog number. */
export const isFrequencySearch = (text: string): boolean =>
  (/hz\s*$/i.test(text) || /^\s*\d{1,6}\.\d{1,6}\s*$/.test(text)) && frequencyRange(text) !== null;

/** Whether the text has a unit. */
export const namesUnit = (text: string): boolean => /hz\s*$/i.test(text);
