import { existsSync, readFileSync } from 'node:fs';
import type { MeanElements } from '../../src/orbit/propagate.ts';

const verificationDir = new URL('../../../shared/upstream/sgp4/', import.meta.url);

/** Whether Vallado's verification set (`SGP4-VER.TLE`, `tcppver.out`) is next to the repository. */
export const hasVectors = existsSync(new URL('tcppver.out', verificationDir));

/** One line of Vallado's results: minutes since epoch, TEME position in km, and the osculating orbit if given. */
export interface Vector {
  readonly number: number;
  readonly minutes: number;
  readonly position: readonly [number, number, number];
  readonly orbit: { readonly a: number; readonly e: number; readonly i: number } | null;
}

/** Decimal text of a TLE field with an assumed decimal point: ` 28098-4` is 0.28098e-4. */
const assumed = (text: string) => {
  const [, sign, digits, power] = /^([+\- ]?)(\d{5})([+-]\d)$/.exec(text) ?? [];
  return `${sign === '-' ? '-' : ''}0.${digits}e${Number(power)}`;
};

/** The element sets of the verification file by catalog number: the first of each number. */
export function verificationSets(): Map<number, MeanElements> {
  const lines = readFileSync(new URL('SGP4-VER.TLE', verificationDir), 'latin1').split(/\r?\n/);
  const sets = new Map<number, MeanElements>();
  lines.forEach((one, index) => {
    const two = lines[index + 1];
    if (!one.startsWith('1 ') || !two?.startsWith('2 ')) return;
    const number = Number(one.slice(2, 7));
    if (sets.has(number)) return;
    const year = Number(one.slice(18, 20));
    const start = Date.UTC(year < 57 ? 2000 + year : 1900 + year, 0, 1);
    sets.set(number, {
      epoch: new Date(start + (Number(one.slice(20, 32)) - 1) * 86_400_000).toISOString(),
      mean_motion: two.slice(52, 63).trim(),
      eccentricity: `0.${two.slice(26, 33).trim()}`,
      inclination: two.slice(8, 16).trim(),
      ra_of_asc_node: two.slice(17, 25).trim(),
      arg_of_pericenter: two.slice(34, 42).trim(),
      mean_anomaly: two.slice(43, 51).trim(),
      bstar: assumed(one.slice(53, 61)),
      mean_motion_dot: one
        .slice(33, 43)
        .trim()
        .replace(/^([+-]?)\./, '$10.'),
      mean_motion_ddot: assumed(one.slice(44, 52)),
    });
  });
  return sets;
}

/** Vallado's results: the first run of each catalog number. */
export function verificationVectors(): Vector[] {
  const vectors: Vector[] = [];
  const seen = new Set<number>();
  let number: number | null = null;
  for (const line of readFileSync(new URL('tcppver.out', verificationDir), 'latin1').split(/\r?\n/)) {
    const head = /^(\d+) xx/.exec(line);
    if (head) {
      number = seen.has(Number(head[1])) ? null : Number(head[1]);
      if (number !== null) seen.add(number);
      continue;
    }
    const cells = line.trim().split(/\s+/).map(Number);
    if (number === null || cells.length < 7) continue;
    vectors.push({
      number,
      minutes: cells[0]!,
      position: [cells[1]!, cells[2]!, cells[3]!],
      orbit: cells.length >= 10 ? { a: cells[7]!, e: cells[8]!, i: cells[9]! } : null,
    });
  }
  return vectors;
}
