/** The enumerations of the catalog, in the order that documentation prints them. */

import { capitalized } from './plain-text.ts';

export const objectClasses = ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS', 'UNKNOWN'] as const;

export const orbitClasses = ['LEO', 'MEO', 'GEO', 'HEO', 'DEEP_SPACE', 'UNKNOWN'] as const;
export type OrbitClass = (typeof orbitClasses)[number];

export const statuses = [
  'OPERATIONAL',
  'PARTIALLY_OPERATIONAL',
  'STANDBY',
  'SPARE',
  'EXTENDED_MISSION',
  'NONOPERATIONAL',
  'DECAYED',
  'UNKNOWN',
] as const;

/** The statuses that `active=true` means. */
export const activeStatuses = ['OPERATIONAL', 'PARTIALLY_OPERATIONAL', 'STANDBY', 'SPARE', 'EXTENDED_MISSION'] as const;

export const dispositions = ['IN_ORBIT', 'REENTERED', 'DEORBITED', 'LANDED', 'ESCAPED', 'LOST', 'UNKNOWN'] as const;

/** Confidence levels, surest first; CONFLICTING is separate. */
export const confidences = ['CONFIRMED', 'HIGH', 'MEDIUM', 'LOW', 'CONFLICTING'] as const;

/** Outcomes of launches that got a designator. */
export const launchOutcomes = ['SUCCESS', 'PARTIAL', 'FAILURE'] as const;
export type LaunchOutcome = (typeof launchOutcomes)[number];

export const eventTypes = ['new_object', 'reentry', 'orbit_change', 'field_changed', 'removed', 'returned'] as const;

/** Enumerated codes, countries' codes apart, as a person reads them: `PARTIALLY_OPERATIONAL` as `Partially operational`. */
export function codeWords(code: string): string {
  if (code === 'NONOPERATIONAL') return 'Not operational';
  if (/^(LEO|MEO|GEO|HEO)$/.test(code)) return code;
  return capitalized(code.replaceAll('_', ' ').toLowerCase().replace(/^sun /, 'sun-'));
}

/** How exactly a date is known, the most exact first. */
export const datePrecisions = ['day', 'month', 'quarter', 'year', 'decade', 'century'] as const;

/** Whether a payload achieved its mission. */
export const missionResults = ['SUCCESS', 'FAILURE'] as const;

/** The capability of a payload's own propulsion, as far as a source gives it. */
export const maneuverCapabilities = ['MANEUVERS', 'DEORBITS'] as const;

/** A figure holds if the share of newer pairs within it differs by no more from the share that it states. */
export const HELD_WITHIN = 0.05;

/** Factors of the errors of objects are powers of two, in steps of this exponent. */
export const FACTOR_STEP = 0.25;

/** The `constellation` of active satellites that are in none with figures of its own. Here, because scripts of pages import it. */
export const NO_CONSTELLATION = 'none';
