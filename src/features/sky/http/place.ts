import { adviceToAdd } from '../../../http/api/advice.ts';
import { badValue, decimal, required, text } from '../../../http/api/parameter.ts';
import type { HorizonPoint } from '../../../orbit/observation/horizon.ts';
import type { ObserverPlace } from '../../../orbit/observer.ts';

const lat = decimal('Latitude of the location, degrees (WGS84), north positive', -90, 90, 52.5);
const lon = decimal('Longitude of the location, degrees (WGS84), east positive', -180, 180, 13.4);
const alt_m = decimal('Height of the location above the ellipsoid, meters. Default: 0', -500, 9000, 40);

/** The parameters of a required place. */
export const place = { lat: required(lat), lon: required(lon), alt_m };
/** The parameters of an optional place. */
export const optionalPlace = { lat, lon, alt_m };

type PlaceQuery = { readonly [Name in keyof typeof optionalPlace]: number | undefined };

/** The place of a query; null if it has none. Throws 400 if a part of it is missing. */
export function placeOf({ lat, lon, alt_m }: PlaceQuery): ObserverPlace | null {
  if (lat !== undefined && lon !== undefined) return { lat, lon, alt_m };
  if (lat === undefined && lon === undefined && alt_m === undefined) return null;
  const missing = lat === undefined ? 'lat' : 'lon';
  const parameter = optionalPlace[missing];
  throw badValue(missing, parameter.allowed, `A place needs ${missing} too.`, adviceToAdd(missing, parameter));
}

/** Points of a skyline in a query. */
const MAX_POINTS = 72;
const point = '(?:[0-2]?\\d?\\d|3[0-5]\\d)(?:\\.\\d{1,4})?:-?(?:[0-8]?\\d(?:\\.\\d{1,4})?|90)';
const allowedPoints = 'up to 72 points with rising azimuth, from 0 to less than 360, such as 0:5,90:12.5,180:3,270:20';

export const horizon = text(
  'The skyline as azimuth:elevation in degrees, connected by straight lines. Passes are the periods above it and above `min_elevation_deg`',
  new RegExp(`^${point}(?:,${point}){0,${MAX_POINTS - 1}}$`),
  allowedPoints,
  '0:5,90:12.5,180:3,270:20',
);

/** Reads a skyline. Throws 400 if its azimuths do not rise. */
export function horizonOf(given: string | undefined): readonly HorizonPoint[] {
  if (given === undefined) return [];
  const points = given.split(',').map((one) => {
    const [azimuth_deg, elevation_deg] = one.split(':').map(Number) as [number, number];
    return { azimuth_deg, elevation_deg };
  });
  if (points.some(({ azimuth_deg }, n) => n > 0 && azimuth_deg <= points[n - 1]!.azimuth_deg))
    throw badValue('horizon', [allowedPoints], 'The azimuths of a skyline must be in ascending order.');
  return points;
}
