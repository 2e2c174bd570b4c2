import { json2satrec, type SatRec } from 'satellite.js';

type Numeric = string | number;

/** The numbers of an element set that SGP4 reads: degrees, revolutions per day; epoch ISO 8601 UTC. */
export interface Sgp4Elements {
  readonly epoch: string;
  readonly mean_motion: Numeric;
  readonly eccentricity: Numeric;
  readonly inclination: Numeric;
  readonly ra_of_asc_node: Numeric;
  readonly arg_of_pericenter: Numeric;
  readonly mean_anomaly: Numeric;
  readonly bstar: Numeric;
  readonly mean_motion_dot: Numeric;
  readonly mean_motion_ddot: Numeric;
}

/** SGP4's own record of an element set; its `error` is not 0 where SGP4 refuses the elements. */
export function sgp4Record(set: Sgp4Elements): SatRec {
  return json2satrec({
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
}
