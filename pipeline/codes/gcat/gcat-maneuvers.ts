import type { maneuverCapabilities } from '../../../src/schema/vocabulary.ts';

/**
 * GCAT's `Mvr` of a payload. M is a satellite that can change its orbit. D has no documentation that was found, but only capsules have it
 * that were to come down: of 370 in the catalog of 2025, 329 landed or were deorbited, and the others came down without that. A blank says
 * nothing: satellites with thrusters have it too. N, of two payloads, has no known meaning. Undefined for another code.
 */
export function gcatManeuvers(raw: string): (typeof maneuverCapabilities)[number] | null | undefined {
  const code = raw.trim();
  if (code === 'M') return 'MANEUVERS';
  if (code === 'D') return 'DEORBITS';
  return ['', '-', 'N'].includes(code) ? null : undefined;
}
