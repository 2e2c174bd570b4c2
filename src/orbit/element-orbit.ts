// Published with the client, so that programs without a server apply the same rule for how long an element set is
// valid.
export {
  EARTH_MU,
  EARTH_RADIUS_KM,
  ElementOrbit,
  exactEpoch,
  type NoOrbit,
  type OrbitLimits,
  reachDays,
  type Sgp4State,
  semiMajorAxis,
  type Validity,
} from '../../clients/typescript/element-orbit.ts';
