import { EARTH_RADIUS_KM, exactEpoch, semiMajorAxis } from '../element-orbit.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { eccentricAnomaly, J2 } from '../shape.ts';

const DAY_MS = 86_400_000;
const TURN = 2 * Math.PI;
const RADIANS = Math.PI / 180;

/**
 * The revolution that a pass over a place belongs to, such as `20687.14`: the days since 1970 and the number of the
 * revolution in that day (UTC), counted from the element set. A newer set gives the same pass the same number, although its
 * times move by seconds. The revolution number in element sets is no base for that: of 7 in 100 active objects, two sets of
 * consecutive days disagree about it.
 *
 * Revolutions begin at the point of the orbit that is farthest from the place's hemisphere, so that no pass is near it.
 */
export function passRevolution(set: Sgp4Elements, lat: number, culmination: number): string {
  const begin = lat < 0 ? -0.25 : 0.25;
  const day = Math.floor(culmination / DAY_MS);
  const count = (time: number) => Math.floor(argumentOfLatitude(set, time) + begin);
  return `${day}.${count(culmination) - count(day * DAY_MS)}`;
}

/** The angle along the orbit since a fixed passage of the equator to the north, turns, at a time in milliseconds (UTC). */
function argumentOfLatitude(set: Sgp4Elements, time: number): number {
  const [motion, eccentricity] = [Number(set.mean_motion), Number(set.eccentricity)];
  const days = (time - exactEpoch(set.epoch)) / DAY_MS;
  const mean =
    Number(set.mean_anomaly) / 360 +
    motion * days +
    Number(set.mean_motion_dot) * days ** 2 +
    Number(set.mean_motion_ddot) * days ** 3;
  const perigee = Number(set.arg_of_pericenter) / 360 + apsidalMotion(set) * days;
  const anomaly = eccentricAnomaly(mean * TURN, eccentricity);
  const [sine, cosine] = [Math.sin(anomaly), Math.cos(anomaly)];
  const trueAnomaly = Math.atan2(Math.sqrt(1 - eccentricity ** 2) * sine, cosine - eccentricity) / TURN;
  // On the same turn as the mean anomaly.
  return perigee + trueAnomaly + Math.round(mean - trueAnomaly);
}

/** Rate at which the perigee turns, because the Earth is not round, turns a day. */
function apsidalMotion(set: Sgp4Elements): number {
  const motion = Number(set.mean_motion);
  const parameter = semiMajorAxis(motion) * (1 - Number(set.eccentricity) ** 2);
  const sine = Math.sin(Number(set.inclination) * RADIANS);
  return 1.5 * J2 * (EARTH_RADIUS_KM / parameter) ** 2 * motion * (2 - 2.5 * sine ** 2);
}
