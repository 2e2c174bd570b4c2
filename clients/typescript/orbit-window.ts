/** The numbers of an element set that SGP4 reads: degrees, revolutions per day; epoch ISO 8601 UTC. */
export interface OrbitElements {
  readonly epoch: string;
  readonly mean_motion: number | string;
  readonly eccentricity: number | string;
  readonly inclination: number | string;
  readonly ra_of_asc_node: number | string;
  readonly arg_of_pericenter: number | string;
  readonly mean_anomaly: number | string;
  readonly bstar: number | string;
  readonly mean_motion_dot: number | string;
  readonly mean_motion_ddot: number | string;
  /** Default: 0. */
  readonly ephemeris_type?: number | string | null | undefined;
}

/** Limits to the use of an element set, besides the orbit itself. */
export interface OrbitLimits {
  /** True allows positions up to two years from the epoch; by default the limit is 30 days in low orbits and 90 days above. */
  readonly allowOld?: boolean | undefined;
  /** Time by which the object is expected to have reentered, milliseconds since 1970, UTC. */
  readonly until?: number | null | undefined;
}

/**
 * Why an element set is not an orbit at a time: it is not for SGP4, SGP4 refuses it, the time is too far from its epoch, the orbit that
 * the set describes has ended (`decayed`) or not begun, or a reentry was expected before.
 */
export type NoOrbit = 'not_sgp4' | 'refused' | 'too_old' | 'decayed' | 'not_begun' | 'reentered';

/** The window in which an element set is an orbit: milliseconds since 1970, UTC, whole seconds. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}
