import { earthFixed, type Look, type Observer, type State } from '../observer.ts';
import { length, minus, type Vector } from '../vector.ts';

const RADIANS = Math.PI / 180;
/** Interval over which motion is measured, seconds: gravity bends the path by 1 m in it. */
const SECONDS = 0.5;

/** How an object moves against the horizon. */
export interface ApparentMotion {
  readonly speed_deg_s: number;
  /** Direction of motion on a map of the sky overhead, degrees from north through east. */
  readonly heading_deg: number;
}

/** The motion of an object with a state in TEME at a time (milliseconds, UTC), at which it is seen as `look`. */
export function apparentMotion(
  observer: Observer,
  { position, velocity }: State,
  time: number,
  look: Look,
): ApparentMotion {
  const [x, y, z] = position.map((one, axis) => one + velocity[axis]! * SECONDS) as unknown as Vector;
  const later = time + SECONDS * 1000;
  const move = minus(
    horizontal(observer.lookAngles(earthFixed({ position: [x, y, z], velocity }, later))),
    horizontal(look),
  );
  return {
    speed_deg_s: (2 * Math.asin(Math.min(1, length(move) / 2))) / RADIANS / SECONDS,
    heading_deg: (Math.atan2(move[0], move[1]) / RADIANS + 360) % 360,
  };
}

/** East, north, up: a unit vector. */
function horizontal({ azimuth_deg, elevation_deg }: Look): Vector {
  const [azimuth, elevation] = [azimuth_deg * RADIANS, elevation_deg * RADIANS];
  const flat = Math.cos(elevation);
  return [flat * Math.sin(azimuth), flat * Math.cos(azimuth), Math.sin(elevation)];
}
