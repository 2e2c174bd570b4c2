import { z } from '@hono/zod-openapi';
import { instant } from '../../../http/api/instant.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber } from '../../../http/api/satellites.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { illumination, Observer, Satellite, type State, sunMargin } from '../../../orbit/observer.ts';
import { beneath } from '../../../orbit/propagate.ts';
import { optionalPlace, placeOf } from './place.ts';
import { allowOld, factFields, measuredBy, positionable, positionRefusal } from './sky-elements.ts';
import { instantOf } from './window.ts';

const vector = (meaning: string) => z.array(z.number()).length(3).describe(meaning);
const state = (frame: string) =>
  z.object({ position_km: vector('x, y, z, km'), velocity_km_s: vector('x, y, z, km/s') }).describe(frame);

const seen = z.object({
  azimuth_deg: z.number().describe('Azimuth, degrees from north through east'),
  elevation_deg: z.number().describe('Elevation, degrees, without refraction'),
  range_km: z.number().describe('Range, km'),
  range_rate_km_s: z.number().describe('Range rate, km/s; positive if the object recedes'),
  right_ascension_deg: z
    .number()
    .describe('Topocentric right ascension, degrees, with the true equator and mean equinox of date (TEME)'),
  declination_deg: z.number().describe('Topocentric declination, degrees, in the same frame'),
  sun_elevation_deg: z.number().describe('Elevation of the Sun, degrees, without refraction'),
  moon_elevation_deg: z.number().describe('Elevation of the Moon, degrees, without refraction, accurate to 0.15°'),
});

const digits = (values: readonly number[], count: number) => values.map((value) => rounded(value, count));
/** The state to 0.1 m: SGP4 is a thousand times coarser. */
const stateOf = ({ position, velocity }: State) => ({
  position_km: digits(position, 4),
  velocity_km_s: digits(velocity, 7),
});

export const position = route(
  {
    id: 'getPosition',
    path: '/api/v1/satellites/{norad_cat_id}/position',
    tag: 'Orbits',
    summary: 'Get the position of an object',
    description:
      'The position of an object at a time, computed with SGP4: state vectors in TEME and in the Earth-fixed frame, ground point, speed, and whether it is sunlit. With a location (`lat`, `lon`), also the direction in which to look. `position_uncertainty_km` is the error measured at this age of elements, on the object itself or on objects like it (`uncertainty_basis`).',
    access: 'keyed',
    ofNow: 'at',
    params: byNumber,
    query: { at: instant('Time. Default: now'), ...optionalPlace, allow_old: allowOld },
    responses: responseForms(
      { json },
      z.object({
        data: z
          .object({
            norad_cat_id: z.int().describe('Catalog number'),
            name: z.string().describe('Name of the object'),
            at: z.string().describe('Time of the position (ISO 8601, UTC)'),
            ...factFields,
            teme: state('True equator, mean equinox of the date: the frame of SGP4'),
            itrf: state(
              'Earth-fixed (UT1 by a table, no polar motion: within 0.001°); velocity relative to the turning Earth',
            ),
            latitude_deg: z.number().describe('Geodetic latitude of the ground point, degrees (WGS84), north positive'),
            longitude_deg: z.number().describe('Longitude of the ground point, degrees, east positive'),
            altitude_km: z.number().describe('Height above the ellipsoid, km'),
            speed_km_s: z.number().describe('Speed in TEME, km/s'),
            sunlit: z.boolean().describe('Whether more than half of the Sun’s disk is visible from the object'),
            illumination: z
              .enum(['sunlit', 'penumbra', 'umbra'])
              .describe('Whether all, part, or none of the Sun is visible from the object'),
            sun_fraction: z.number().describe('Visible part of the Sun’s disk, 0 to 1'),
            observer: seen.nullable().describe('The view from the location; null without a location'),
          })
          .openapi('Position'),
      }),
    ),
    errors: ['not_found', 'no_elements', 'elements_too_old'],
  },
  async ({ context, from: release, params, query }) => {
    const at = instantOf('at', query.at, context.now);
    const place = placeOf(query);
    const object = await positionable(release.catalog, params.norad_cat_id, [at], query.allow_old === true);
    const { id, name, elements } = object;
    let satellite: Satellite;
    let teme: State;
    try {
      satellite = new Satellite(elements, object.limits);
      teme = satellite.teme(at);
    } catch (error) {
      throw positionRefusal(error, object, at);
    }
    const itrf = satellite.itrf(at);
    const light = illumination(teme.position, at);
    const data = {
      norad_cat_id: id,
      name,
      at: new Date(at).toISOString(),
      ...elementFacts(object, at, await measuredBy(release.catalog)),
      teme: stateOf(teme),
      itrf: stateOf(itrf),
      ...beneath(itrf.position),
      speed_km_s: rounded(Math.hypot(...teme.velocity), 5),
      sunlit: sunMargin(teme.position, at) >= 0,
      illumination: light.state,
      sun_fraction: rounded(light.fraction, 3),
      observer: place === null ? null : seenFrom(new Observer(place), teme, itrf, at),
    };
    return jsonResponse({ data });
  },
);

function seenFrom(observer: Observer, teme: State, itrf: State, at: number) {
  const { azimuth_deg, elevation_deg, range_km, range_rate_km_s } = observer.lookAngles(itrf);
  const { right_ascension_deg, declination_deg } = observer.equatorial(teme.position, at);
  return {
    azimuth_deg: roundedTurn(azimuth_deg, 4),
    elevation_deg: rounded(elevation_deg, 4),
    range_km: rounded(range_km, 3),
    range_rate_km_s: rounded(range_rate_km_s, 6),
    right_ascension_deg: roundedTurn(right_ascension_deg, 4),
    declination_deg: rounded(declination_deg, 4),
    sun_elevation_deg: rounded(observer.sunElevation(at), 2),
    moon_elevation_deg: rounded(observer.moonElevation(at), 1),
  };
}
