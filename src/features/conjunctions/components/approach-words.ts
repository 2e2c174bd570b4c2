import type { Conjunction } from '../../../schema/approaches/conjunction.ts';
import { withMinus } from '../../../schema/plain-text.ts';

/** Display names of the kinds. */
export const kindWords: Readonly<Record<Conjunction['kind'], string>> = {
  docked: 'Docked',
  formation: 'In formation',
  same_operator: 'Same operator',
  encounter: 'Encounter',
};

/** `2026-08-22 22:53:30` of an ISO time: a closest approach is known to the second at best. */
export const timeWords = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** `2.02 km`, `14 m`, `−6 m`: a negative distance is in the opposite direction. */
export const distanceWords = (km: number): string =>
  Math.abs(km) < 0.1 ? `${withMinus((km * 1000).toFixed(0))} m` : `${withMinus(km.toFixed(2))} km`;

/** `0.045`, `2.3 × 10⁻⁶`: two digits. */
export function probabilityWords(value: number): string {
  if (Number(value.toPrecision(2)) >= 0.01) return value.toPrecision(2);
  const [digits, exponent] = value.toExponential(1).split('e') as [string, string];
  const raised = [...String(Number(exponent))].map((letter) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(letter)] ?? '⁻').join('');
  return `${digits} × 10${raised}`;
}

/** Age of an element set at the closest approach, in words. */
export const ageWords = (days: number): string => `${withMinus(days.toFixed(1))} d`;
