import { rounded } from '../formats/rounded.ts';
import type { State } from '../observer.ts';
import { geodetic } from '../propagate.ts';

/** Place beneath an object in the Earth-fixed frame, and its height. */
export function beneath([x, y, z]: State['position']) {
  const { latitude_deg, altitude_km } = geodetic(Math.hypot(x, y), z);
  return {
    latitude_deg: rounded(latitude_deg, 4),
    longitude_deg: rounded((Math.atan2(y, x) * 180) / Math.PI, 4),
    altitude_km: rounded(altitude_km, 3),
  };
}
