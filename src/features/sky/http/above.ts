import { z } from '@hono/zod-openapi';
import { instant } from '../../../http/api/instant.ts';
import { badValue, decimal, enumOf } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { json } from '../../../http/respond.ts';
import { objectClasses, orbitClasses } from '../../../schema/vocabulary.ts';
import { skyOf } from '../../field-of-view/http/sky-of.ts';
import { group, membersOf } from './group-passes.ts';
import { place, placeOf } from './place.ts';
import { allowOld, factFields, measuredBy } from './sky-elements.ts';
import { instantOf } from './window.ts';

const object = z
  .object({
    norad_cat_id: z.int().describe('Catalog number'),
    name: z.string().describe('Name of the object'),
    object_class: z.enum(objectClasses).describe('Payload, rocket body or debris'),
    orbit_class: z.enum(orbitClasses).describe('Orbit class'),
    ...factFields,
    azimuth_deg: z.number().describe('Azimuth, degrees from north through east'),
    elevation_deg: z.number().describe('Elevation, degrees, without refraction'),
    range_km: z.number().describe('Range, km'),
    range_rate_km_s: z.number().describe('Range rate, km/s; positive if the object recedes'),
    latitude_deg: z.number().describe('Geodetic latitude of the ground point, degrees'),
    longitude_deg: z.number().describe('Longitude of the ground point, degrees'),
    altitude_km: z.number().describe('Height above the ellipsoid, km'),
    sunlit: z.boolean().describe('Whether more than half of the Sun’s disk is visible from the object'),
    magnitude: z
      .number()
      .nullable()
      .describe(
        'Estimated from the size of the object, which may be wrong by 1 and more; null if its size is unknown or it is in eclipse',
      ),
    angular_speed_deg_s: z.number().describe('Angular speed against the horizon, degrees a second'),
    heading_deg: z.number().describe('Direction of the compass that it moves toward, degrees from north through east'),
    constellation: z.string().describe('Constellation in which it is seen, by the boundaries of the IAU'),
  })
  .openapi('ObjectAbove');

export const above = route(
  {
    id: 'listAbove',
    path: '/api/v1/above',
    tag: 'Orbits',
    summary: 'List objects above a location',
    description:
      'Cataloged objects above a location at a time, highest first, with direction, constellation, distance, motion, estimated magnitude, and whether they are sunlit. Counts one request. `omitted` counts objects without a position: those with elements that are too old (more than 30 days in low orbit, 90 above), and those that have decayed according to their elements.',
    access: 'keyed',
    ofNow: 'at',
    computes: true,
    params: {},
    query: {
      ...place,
      at: instant('Time. Default: now'),
      min_elevation_deg: decimal('Minimum elevation, degrees. Default: 10', 0, 90, 10),
      group,
      object_class: enumOf('Only objects of this class', objectClasses, 'PAYLOAD'),
      class: enumOf('The former name of `object_class`', objectClasses, 'PAYLOAD'),
      orbit_class: enumOf('Only objects in orbits of this class', orbitClasses, 'LEO'),
      allow_old: allowOld,
    },
    responses: responseForms(
      { json },
      z.object({
        data: z
          .object({
            at: z.string().describe('Time (ISO 8601, UTC)'),
            count: z.int().describe('Number of objects above the location'),
            omitted: z
              .object({
                elements_too_old: z
                  .int()
                  .describe('Objects with elements that are too old: more than 30 days in low orbit, 90 above'),
                no_position: z.int().describe('Objects whose elements are no orbit at this time'),
              })
              .describe('Objects that may be above, but have no position'),
            objects: z.array(object).describe('The highest first'),
          })
          .openapi('Above'),
      }),
    ),
    errors: [],
  },
  async ({ context, from: { catalog }, query }) => {
    if (query.object_class !== undefined && query.class !== undefined)
      throw badValue('class', ['either object_class or class'], 'The request has both object_class and class.');
    const [{ sky }, measured, members] = await Promise.all([
      skyOf(catalog),
      measuredBy(catalog),
      query.group === undefined ? null : membersOf(catalog, query.group),
    ]);
    const data = await context.skies.ask(sky, 'above', {
      at: instantOf('at', query.at, context.now),
      place: placeOf(query)!,
      minElevation: query.min_elevation_deg ?? 10,
      allowOld: query.allow_old === true,
      members: members && Int32Array.from(members),
      objectClass: query.object_class ?? query.class ?? null,
      orbitClass: query.orbit_class ?? null,
      measured,
    });
    return { type: json, body: `{"data":${data}}\n` };
  },
);
