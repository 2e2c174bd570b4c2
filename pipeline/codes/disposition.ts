import type { dispositions } from '../../src/schema/vocabulary.ts';

/**
 * The fate of an object, and how to compare two sources' terms for it. SATCAT only states that an object reentered
 * (`IMP`); GCAT distinguishes a natural reentry, a deorbit burn, and a landing.
 */
export type Disposition = (typeof dispositions)[number];

/**
 * IN_ORBIT about the Earth or the Moon · REENTERED by itself, or in an unknown way · DEORBITED by a burn · LANDED whole, or on another body ·
 * ESCAPED from the Earth and Moon, wherever it is now · LOST thought to be in orbit, no longer tracked.
 */
const FAMILY: Record<Disposition, 'up' | 'down' | 'away' | null> = {
  IN_ORBIT: 'up',
  LOST: 'up',
  REENTERED: 'down',
  DEORBITED: 'down',
  LANDED: 'down',
  ESCAPED: 'away',
  UNKNOWN: null,
};

/** One key, or none for UNKNOWN: two dispositions contradict each other only if both have a key and the keys differ. */
export function dispositionKeys(disposition: Disposition): string[] {
  const family = FAMILY[disposition];
  return family === null ? [] : [family];
}
