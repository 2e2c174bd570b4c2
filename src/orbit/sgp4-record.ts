import { json2satrec, type SatRec } from 'satellite.js';

/** The Julian day on which 1970 begins. */
const UNIX_EPOCH_JD = 2_440_587.5;

/** The numbers of an element set that SGP4 reads. */
export const sgp4NumberNames = [
  'mean_motion',
  'eccentricity',
  'inclination',
  'ra_of_asc_node',
  'arg_of_pericenter',
  'mean_anomaly',
  'bstar',
  'mean_motion_dot',
  'mean_motion_ddot',
] as const;
type NumberName = (typeof sgp4NumberNames)[number];

/** The numbers of an element set that SGP4 reads: degrees, revolutions per day; epoch ISO 8601 UTC. */
export type Sgp4Elements<Number = number | string> = { readonly epoch: string } & {
  readonly [Name in NumberName]: Number;
};

/** The columns of `/api/v1/elements` that SGP4 reads, all of one length. */
export type ElementColumns = { readonly epoch: readonly string[] } & {
  readonly [Name in NumberName]: readonly number[];
};

/** The element set in a row of columns. Written out: from a list of names it takes ten times as long, for each object of the globe. */
export const elementsAt = (columns: ElementColumns, row: number): Sgp4Elements => ({
  epoch: columns.epoch[row]!,
  mean_motion: columns.mean_motion[row]!,
  eccentricity: columns.eccentricity[row]!,
  inclination: columns.inclination[row]!,
  ra_of_asc_node: columns.ra_of_asc_node[row]!,
  arg_of_pericenter: columns.arg_of_pericenter[row]!,
  mean_anomaly: columns.mean_anomaly[row]!,
  bstar: columns.bstar[row]!,
  mean_motion_dot: columns.mean_motion_dot[row]!,
  mean_motion_ddot: columns.mean_motion_ddot[row]!,
});

/** The element sets of all rows. */
export const elementsOf = (columns: ElementColumns): Sgp4Elements[] =>
  columns.epoch.map((_epoch, row) => elementsAt(columns, row));

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

/** The epoch of a record, milliseconds since 1970, UTC. */
export const epochOfRecord = ({ jdsatepoch }: SatRec): number => (jdsatepoch - UNIX_EPOCH_JD) * 86_400_000;
