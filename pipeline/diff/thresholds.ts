import type { OrbitClass } from '../../src/schema/vocabulary.ts';

/** What counts as an orbit change in one regime: more than this off the orbit that drag and gravity predict. */
export interface Threshold {
  /** Semi-major axis, km; for gaps of more than a day, this much a day. */
  readonly semi_major_axis_km: number;
  readonly inclination_deg: number;
  readonly eccentricity: number;
}

/**
 * Set from 14,741 objects with two element sets 5 hours to days apart (2026-08-21 and 22). In each regime the noise of
 * fits and station-keeping stays below: the documentation's page on events gives the measured quantiles.
 */
export const thresholds: Partial<Record<OrbitClass, Threshold>> = {
  LEO: { semi_major_axis_km: 5, inclination_deg: 0.03, eccentricity: 0.002 },
  MEO: { semi_major_axis_km: 1, inclination_deg: 0.02, eccentricity: 0.001 },
  GEO: { semi_major_axis_km: 5, inclination_deg: 0.08, eccentricity: 0.001 },
  HEO: { semi_major_axis_km: 30, inclination_deg: 0.1, eccentricity: 0.002 },
};

/**
 * Element sets that no prediction can be made from. A B* beyond this is a fit that has gone astray while the object was
 * thrusting (Qianfan sets of -1.1 to -3.7 foretell a climb of 14 km a day); every other active object stays under 0.21.
 */
export const largestBstar = 0.5;
/** Below this perigee an object is in its last days, and no two fits agree on how fast it falls. Kilometres. */
export const lowestPerigeeKm = 200;

/** Up to this gap the limits of inclination and eccentricity hold as they are; beyond it they grow with the gap. */
export const usualGapDays = 3;
/** Elements further apart than this are not compared: a prediction over so long says nothing. */
export const longestGapDays = 10;

/** A change within this many days of the object's last one continues it (raising an orbit takes weeks) and is not reported again. */
export const campaignDays = 7;

/** Objects launched or decayed within this many days before the first release are its first events. */
export const seedDays = 90;

/** A field that changes in more objects than this has changed because a rule or a whole source did: that is no event of each object. */
export const maxFieldEvents = 1000;
