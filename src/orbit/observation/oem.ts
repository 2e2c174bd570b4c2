import { plainText } from '../../schema/escaped-text.ts';

/** One line of an ephemeris: milliseconds since 1970, UTC; km; km/s. */
export interface EphemerisState {
  readonly at: number;
  readonly position: readonly [x: number, y: number, z: number];
  readonly velocity: readonly [x: number, y: number, z: number];
}

/** The metadata of an Orbit Ephemeris Message. */
export interface OemFacts {
  readonly name: string;
  /** COSPAR designator; null if the object has none. */
  readonly object_id: string | null;
  /** When the message was made, ISO 8601, UTC. */
  readonly created: string;
  readonly norad_cat_id: number;
  readonly elements_epoch: string;
  /** Days from the epoch of the elements to the first state. */
  readonly age_days: number;
  /** Two of three positions of this kind of orbit and this age are closer; null if that was not measured. */
  readonly position_uncertainty_km: number | null;
}

const time = (at: number) => new Date(at).toISOString().slice(0, -1);

/**
 * A CCSDS Orbit Ephemeris Message (502.0-B-3, KVN) of states in the Earth-fixed frame, because the standard reserves
 * TEME for mean elements. Lines end with LF. Velocity is relative to the turning Earth.
 */
export function writeOem(facts: OemFacts, states: readonly EphemerisState[]): string {
  const { name, object_id, created, norad_cat_id, elements_epoch, age_days, position_uncertainty_km: error } = facts;
  const [first, last] = [states[0]!, states.at(-1)!];
  const lines = [
    'CCSDS_OEM_VERS = 3.0',
    'COMMENT Computed by SGP4 from the mean elements of the catalog: no orbit determination, kilometers of error a day.',
    'COMMENT Axes: the Earth turned by Greenwich mean sidereal time (UT1 by a table, without polar motion), 0.001 deg.',
    `CREATION_DATE = ${created.replace(/Z$/, '')}`,
    'ORIGINATOR = ORBWEAVER',
    '',
    'META_START',
    `COMMENT NORAD_CAT_ID ${norad_cat_id}, elements of ${elements_epoch}, age at START_TIME ${age_days} days`,
    `COMMENT Error at START_TIME: ${error === null ? 'not measured' : `two of three such positions are within ${error} km along the orbit`}`,
    `OBJECT_NAME = ${plainText(name)}`,
    `OBJECT_ID = ${object_id ?? 'UNKNOWN'}`,
    'CENTER_NAME = EARTH',
    'REF_FRAME = ITRF2014',
    'TIME_SYSTEM = UTC',
    `START_TIME = ${time(first.at)}`,
    `STOP_TIME = ${time(last.at)}`,
    // A polynomial of degree 7 goes through the positions and velocities of four states.
    ...(states.length >= 4 ? ['INTERPOLATION = HERMITE', 'INTERPOLATION_DEGREE = 7'] : []),
    'META_STOP',
    '',
    ...states.map(({ at, position, velocity }) =>
      [time(at), ...position.map((one) => one.toFixed(6)), ...velocity.map((one) => one.toFixed(9))].join(' '),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
