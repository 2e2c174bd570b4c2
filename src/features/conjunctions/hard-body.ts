import type { RunObject } from './run-inputs.ts';

/** The sphere by which an object is approximated. */
export interface HardBody {
  readonly radius_m: number;
  readonly radius_basis: 'size' | 'rcs' | 'assumed';
}

/** Radii of objects whose size and radar cross-section are both unknown, m. */
const assumed: Readonly<Record<string, number>> = { PAYLOAD: 1.5, ROCKET_BODY: 3, DEBRIS: 0.3 };
const ASSUMED_OTHERWISE = 1;

/** Half of the largest known dimension, else the radius of a disk as large as the radar cross-section, else one for its class. */
export function hardBody(
  object: Pick<RunObject, 'length_m' | 'diameter_m' | 'span_m' | 'rcs_m2' | 'object_class'>,
): HardBody {
  const largest = Math.max(object.length_m ?? 0, object.diameter_m ?? 0, object.span_m ?? 0);
  if (largest > 0) return { radius_m: largest / 2, radius_basis: 'size' };
  if (object.rcs_m2 !== null && object.rcs_m2 > 0)
    return { radius_m: Math.sqrt(object.rcs_m2 / Math.PI), radius_basis: 'rcs' };
  return { radius_m: assumed[object.object_class] ?? ASSUMED_OTHERWISE, radius_basis: 'assumed' };
}
