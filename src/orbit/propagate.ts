import { eciToGeodetic, gstime, json2satrec, propagate, type SatRec } from 'satellite.js';
import { EARTH_RADIUS_KM } from './shape.ts';

/** The numbers of an element set that SGP4 reads: decimal text, degrees, revolutions per day; epoch ISO 8601 UTC. */
export interface MeanElements {
  readonly epoch: string;
  readonly mean_motion: string;
  readonly eccentricity: string;
  readonly inclination: string;
  readonly ra_of_asc_node: string;
  readonly arg_of_pericenter: string;
  readonly mean_anomaly: string;
  readonly bstar: string;
  readonly mean_motion_dot: string;
  readonly mean_motion_ddot: string;
}

/** Size, shape and tilt of an orbit at one moment: kilometres, degrees. */
export interface MeanOrbit {
  readonly semi_major_axis_km: number;
  readonly eccentricity: number;
  readonly inclination_deg: number;
}

const DEGREES = 180 / Math.PI;

/** SGP4's mean orbit at a time, from an older element set; null where SGP4 refuses (decayed, bad elements). */
export function meanOrbitAt(set: MeanElements, time: Date): MeanOrbit | null {
  const record = satrec(set);
  if (!record) return null;
  const mean = propagate(record, time)?.meanElements;
  if (!mean || !Number.isFinite(mean.am)) return null;
  return {
    semi_major_axis_km: mean.am * EARTH_RADIUS_KM, // satellite.js gives Earth radii
    eccentricity: mean.em,
    inclination_deg: mean.im * DEGREES,
  };
}

/** East longitude beneath the object at the epoch of its elements, degrees from -180 to 180, to a hundredth; null where SGP4 refuses. */
export function geoLongitude(set: MeanElements): number | null {
  const record = satrec(set);
  const epoch = epochOf(set);
  const state = record && propagate(record, epoch);
  if (!state) return null;
  const longitude = eciToGeodetic(state.position, gstime(epoch)).longitude * DEGREES;
  return Math.round((((longitude + 540) % 360) - 180) * 100) / 100;
}

/** The moment of an element set. Epochs are UTC and carry no zone upstream. */
export function epochOf(set: Pick<MeanElements, 'epoch'>): Date {
  return new Date(set.epoch.endsWith('Z') ? set.epoch : `${set.epoch}Z`);
}

function satrec(set: MeanElements): SatRec | null {
  const record = json2satrec({
    OBJECT_NAME: '',
    OBJECT_ID: '',
    EPOCH: set.epoch.replace(/Z$/, ''),
    MEAN_MOTION: Number(set.mean_motion),
    ECCENTRICITY: Number(set.eccentricity),
    INCLINATION: Number(set.inclination),
    RA_OF_ASC_NODE: Number(set.ra_of_asc_node),
    ARG_OF_PERICENTER: Number(set.arg_of_pericenter),
    MEAN_ANOMALY: Number(set.mean_anomaly),
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: 1,
    ELEMENT_SET_NO: 0,
    REV_AT_EPOCH: 0,
    BSTAR: Number(set.bstar),
    MEAN_MOTION_DOT: Number(set.mean_motion_dot),
    MEAN_MOTION_DDOT: Number(set.mean_motion_ddot),
  });
  return record.error ? null : record;
}
