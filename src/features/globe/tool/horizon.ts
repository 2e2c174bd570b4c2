import { upAt, type Vector } from '../drawing/camera.ts';
import { EARTH_RADIUS } from '../motion.ts';

/** WGS-84: equatorial radius, km, and the square of the eccentricity. */
const [equator, eccentricity2] = [6378.137, 0.006_694_379_990_14];

/** A place on the ellipsoid and the direction straight up from it, Earth-fixed, Earth radii. */
export interface Horizon {
  readonly place: Vector;
  readonly up: Vector;
}

/** The horizon of a place at sea level; degrees, north and east positive. */
export function horizonOf({ lat, lon }: { readonly lat: number; readonly lon: number }): Horizon {
  const up = upAt(lon, lat);
  const normal = equator / Math.sqrt(1 - eccentricity2 * up[2] ** 2) / EARTH_RADIUS;
  return { place: [normal * up[0], normal * up[1], normal * (1 - eccentricity2) * up[2]], up };
}

/** Elevation of an object above a horizon, degrees; negative below it. */
export function elevationOf({ place, up }: Horizon, object: Vector): number {
  const away = [object[0] - place[0], object[1] - place[1], object[2] - place[2]] as const;
  const rise = away[0] * up[0] + away[1] * up[1] + away[2] * up[2];
  return (Math.asin(rise / Math.hypot(...away)) * 180) / Math.PI;
}
