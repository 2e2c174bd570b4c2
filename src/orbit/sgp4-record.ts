import type { OrbitLimits } from './element-orbit.ts';

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
export type Sgp4Elements<Number = number | string> = {
  readonly epoch: string;
  /** Element sets of types other than 0 and 2 are not for SGP4. Default: 0. */
  readonly ephemeris_type?: number | undefined;
} & {
  readonly [Name in NumberName]: Number;
};

/** An element set, and the time after which it is not used, milliseconds since 1970. */
export type LimitedElements = Sgp4Elements & Pick<OrbitLimits, 'until'>;

/** The columns of `/api/v1/elements` that SGP4 reads, all of one length. */
export type ElementColumns = { readonly epoch: readonly string[]; readonly ephemeris_type?: readonly number[] } & {
  readonly [Name in NumberName]: readonly number[];
};

/** The element set in a row of columns. Written out: a loop over names takes ten times as long, for each object of the globe. */
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
  ephemeris_type: columns.ephemeris_type?.[row],
});

/** The element sets of all rows. */
export const elementsOf = (columns: ElementColumns): Sgp4Elements[] =>
  columns.epoch.map((_epoch, row) => elementsAt(columns, row));
