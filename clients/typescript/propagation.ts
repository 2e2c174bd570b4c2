import { degreesLat, degreesLong, ecfToLookAngles, eciToEcf, eciToGeodetic, gstime } from 'satellite.js';
import { ElementOrbit } from './element-orbit.ts';
import type { OrbitElements, OrbitLimits, Validity } from './orbit-window.ts';

/** A place on the Earth: degrees, north and east positive; meters above the ellipsoid. */
export interface Observer {
  readonly lat: number;
  readonly lon: number;
  readonly alt_m?: number;
}

/** The position of an object. Kilometers, kilometers a second, degrees. */
export interface Position {
  /** True equator, mean equinox: the frame of SGP4. */
  readonly teme: { readonly position: Vector; readonly velocity: Vector };
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  readonly altitude_km: number;
  /** The object as seen by the observer; null without one. */
  readonly look: { readonly azimuth_deg: number; readonly elevation_deg: number; readonly range_km: number } | null;
}
type Vector = readonly [x: number, y: number, z: number];

/**
 * A function that propagates an element set with SGP4, without a server. Its result is null outside `validity`: at times at which SGP4
 * gives no orbit (a decay; a perigee below 80 km), and more than 30 days from the epoch in low orbit, 90 above.
 */
export interface Propagator {
  (time: Date, observer?: Observer): Position | null;
  /** The window of valid times, milliseconds since 1970, UTC; null if the set never is an orbit or is not for SGP4. */
  readonly validity: Validity | null;
}

const DEGREES = 180 / Math.PI;

/**
 * The propagator of an OMM (`omm`) or of a row of `elements` (`rows`). `allowOld` extends it to two years from the epoch. The
 * package has SGP4 of satellite.js built in.
 */
export function propagator(set: object, limits: Pick<OrbitLimits, 'allowOld'> = {}): Propagator {
  const elements = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name.toLowerCase(), value]),
  ) as unknown as OrbitElements;
  const orbit = new ElementOrbit(elements, limits);
  const propagate = (time: Date, observer?: Observer): Position | null => {
    const state = orbit.stateAt(time.getTime());
    if (!state) return null;
    const { position, velocity } = state;
    const sidereal = gstime(time);
    const { latitude, longitude, height } = eciToGeodetic(position, sidereal);
    const place = observer && {
      latitude: observer.lat / DEGREES,
      longitude: observer.lon / DEGREES,
      height: (observer.alt_m ?? 0) / 1000,
    };
    const look = place && ecfToLookAngles(place, eciToEcf(position, sidereal));
    return {
      teme: { position: [position.x, position.y, position.z], velocity: [velocity.x, velocity.y, velocity.z] },
      latitude_deg: degreesLat(latitude),
      longitude_deg: degreesLong(longitude),
      altitude_km: height,
      look: look
        ? { azimuth_deg: look.azimuth * DEGREES, elevation_deg: look.elevation * DEGREES, range_km: look.rangeSat }
        : null,
    };
  };
  return Object.defineProperty(propagate, 'validity', { get: () => orbit.validity() }) as Propagator;
}
