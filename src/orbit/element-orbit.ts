import { sgp4Types } from '../../clients/typescript/element-orbit.ts';

// Published with the client, so that programs without a server apply the same rule for how long an element set is
// valid.
export {
  EARTH_MU,
  EARTH_RADIUS_KM,
  ElementOrbit,
  exactEpoch,
  isSgp4,
  type NoOrbit,
  type OrbitLimits,
  reachDays,
  type Sgp4State,
  semiMajorAxis,
  type Validity,
} from '../../clients/typescript/element-orbit.ts';

/** The same as `isSgp4` in SQL, of a row with the column `ephemeris_type`; `alias` of its table with a dot. */
export const isSgp4Sql = (alias = ''): string => `${alias}ephemeris_type IN (${sgp4Types.join(', ')})`;
