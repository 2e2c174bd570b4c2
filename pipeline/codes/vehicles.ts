import { fold } from './names.ts';

/** Chinese and English names of one family. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^LONG MARCH\b/, 'CHANG ZHENG'],
  [/^CZ-?(?=\d)/, 'CHANG ZHENG '],
];

/** Keys by which launch vehicles' names are compared. */
export interface VehicleKeys {
  /** Two names agree if they share one of these. */
  readonly keys: string[];
  /** Two names that share only one of these cannot be compared: `Delta` and `Delta 7925`, `Proton` and `Proton-M/Briz-M`. */
  readonly near: string[];
}

/** Keys of a launch vehicle: its name without punctuation, with and without the upper stage after `/`; near: its first word. */
export function vehicleKeys(name: string): VehicleKeys {
  let text = fold(name).replace(/\?$/, '').trim();
  for (const [pattern, word] of SPELLINGS) text = text.replace(pattern, word);
  const plain = (part: string) => part.replace(/[^\p{L}\p{N}]+/gu, '');
  const whole = plain(text);
  const stage = plain(text.replace(/\/.*$/, ''));
  const first = /^\p{L}+/u.exec(text)?.[0] ?? '';
  return { keys: [...new Set([whole, stage])].filter((key) => key !== ''), near: first === '' ? [] : [`${first}…`] };
}
