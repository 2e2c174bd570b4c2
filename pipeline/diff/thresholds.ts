import type { OrbitClass } from '../../src/schema/vocabulary.ts';

/** Limits for one regime: an orbit change is a larger difference from the predicted orbit. */
export interface Threshold {
  /** Semi-major axis, km; per day, for gaps of more than a day. */
  readonly semi_major_axis_km: number;
  readonly inclination_deg: number;
  readonly eccentricity: number;
}

/**
 * Derived from 14,741 objects with two element sets 5 hours to days apart (2026-08-21 and 22). In each regime, the noise of
 * fits and station-keeping stays below these limits: the documentation's page on events has the measured quantiles.
 */
export const thresholds: Partial<Record<OrbitClass, Threshold>> = {
  LEO: { semi_major_axis_km: 5, inclination_deg: 0.03, eccentricity: 0.002 },
  MEO: { semi_major_axis_km: 1, inclination_deg: 0.02, eccentricity: 0.001 },
  GEO: { semi_major_axis_km: 5, inclination_deg: 0.08, eccentricity: 0.001 },
  HEO: { semi_major_axis_km: 30, inclination_deg: 0.1, eccentricity: 0.002 },
};

/**
 * The largest B* that is usable for predictions. Larger ones are bad fits to an object under thrust (Qianfan sets of -1.1 to
 * -3.7 predict a climb of 14 km a day); every other active object stays below 0.21.
 */
export const largestBstar = 0.5;
/** Below this perigee, an object is about to reenter, and successive fits disagree on its rate of decay. */
export const lowestPerigeeKm = 200;

/** Up to this gap, the limits of inclination and eccentricity are constant; beyond it, they grow with the gap. */
export const usualGapDays = 3;
/** Elements further apart than this are not compared: predictions over longer gaps are too inaccurate. */
export const longestGapDays = 10;

/** A change within this many days of the object's last one continues it (raising an orbit takes weeks) and is not reported again. */
export const campaignDays = 7;

/** Objects launched or decayed within this many days before the first release are its first events. */
export const seedDays = 90;

/**
 * If a field changes in more objects than this, or more are removed or listed again, the cause is a rule or a source: no events are
 * created.
 */
export const maxFieldEvents = 1000;
