import { formatCount, formatUtc } from '../schema/plain-text.ts';

export { formatCount, formatUtc };

/** A share in percent with one decimal; `<0.1` for a nonzero share that would round to 0.0. */
export function percent(count: number, of: number): string {
  const share = of > 0 ? (100 * count) / of : 0;
  return share > 0 && share < 0.05 ? '<0.1' : share.toFixed(1);
}

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Three significant digits and an SI unit: `4.36 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** A sentence of the API for pages: times lose their `T` and `Z`. Midnight stays a time here, although elsewhere it means a date. */
export const withTimes = (sentence: string) => sentence.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z/g, '$1 $2 UTC');

const steps = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** The time between two moments, in its largest two units: `1 d 4 h`; under a minute, in seconds. */
export function span(milliseconds: number): string {
  let left = Math.abs(milliseconds);
  if (left < 60_000) return `${(left / 1000).toFixed(left < 10_000 ? 1 : 0)} s`;
  const parts: string[] = [];
  for (const [length, unit] of steps) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}

/** `0.5 days`, `1 day`: an age that may be a part of a day. */
export const daysWords = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;
