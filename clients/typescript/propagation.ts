import {
  degreesLat,
  degreesLong,
  ecfToLookAngles,
  eciToEcf,
  eciToGeodetic,
  gstime,
  json2satrec,
  type OMMJsonObject,
  propagate,
} from 'satellite.js';

/** A place on the Earth: degrees, north and east positive; meters above the ellipsoid. */
export interface Observer {
  readonly lat: number;
  readonly lon: number;
  readonly alt_m?: number;
}

/** Where an object is. Kilometers, kilometers a second, degrees. */
export interface Position {
  /** True equator, mean equinox: the frame of SGP4. */
  readonly teme: { readonly position: Vector; readonly velocity: Vector };
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  readonly altitude_km: number;
  /** How an observer sees it; null without one. */
  readonly look: { readonly azimuth_deg: number; readonly elevation_deg: number; readonly range_km: number } | null;
}
type Vector = readonly [x: number, y: number, z: number];

/** A function that propagates an element set with SGP4, without a server; its result is null where SGP4 fails, as after a decay. */
export type Propagator = (time: Date, observer?: Observer) => Position | null;

const DEGREES = 180 / Math.PI;

/** The propagator of an OMM (`omm`) or of a row of `elements` (`rows`). Needs the package satellite.js. */
export function propagator(set: object): Propagator {
  const omm = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name.toUpperCase(), value]),
  ) as OMMJsonObject;
  const record = json2satrec(omm);
  return (time, observer) => {
    const state = propagate(record, time);
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
}
