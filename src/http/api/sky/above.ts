import { z } from '@hono/zod-openapi';
import { icrsFromTeme, placeOfDirection, rotated } from '../../../orbit/icrs.ts';
import { apparentMotion } from '../../../orbit/observation/apparent-motion.ts';
import { constellationOf } from '../../../orbit/observation/constellation.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { apparentMagnitude } from '../../../orbit/observation/magnitude.ts';
import { SkyScan } from '../../../orbit/observation/sky-scan.ts';
import { earthFixed, Observer, phaseAngle, sunMargin, turned } from '../../../orbit/observer.ts';
import { siderealAngle } from '../../../orbit/sky.ts';
import { minus } from '../../../orbit/vector.ts';
import type { SkyObject } from '../../../query/sky-elements.ts';
import { objectClasses, orbitClasses } from '../../../schema/vocabulary.ts';
import { json, jsonResponse } from '../../respond.ts';
import { instant } from '../instant.ts';
import { decimal, enumOf } from '../parameter.ts';
import { responseForms, route } from '../route.ts';
import { catalogObjects, oncePerRelease } from './catalog-objects.ts';
import { group, membersOf } from './group-passes.ts';
import { rounded } from './pass-record.ts';
import { place, placeOf } from './place.ts';
import { beneath } from './position.ts';
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

/** The objects of each open release, with their elements in WebAssembly memory; freed with the release. */
const scanOf = oncePerRelease(async (catalog) => {
  const { objects, ends, magnitudes } = await catalogObjects(catalog);
  const scan = await SkyScan.open(objects, (row) => ends.get(objects[row]!.norad_cat_id));
  return { objects, scan, magnitudes };
});

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
    const at = instantOf('at', query.at, context.now);
    const here = placeOf(query)!;
    const [{ objects, scan, magnitudes }, measured, members] = await Promise.all([
      scanOf(catalog),
      measuredBy(catalog),
      query.group === undefined ? null : membersOf(catalog, query.group).then((ids) => new Set(ids)),
    ]);
    const wanted = ({ norad_cat_id, object_class, orbit_class }: SkyObject) =>
      (members === null || members.has(norad_cat_id)) &&
      (query.object_class === undefined || object_class === query.object_class) &&
      (query.class === undefined || object_class === query.class) &&
      (query.orbit_class === undefined || orbit_class === query.orbit_class);
    const found = await scan.above(at, here, query.min_elevation_deg ?? 10, query.allow_old === true);
    const observer = new Observer(here);
    const observerTeme = turned(observer.position, -siderealAngle(at));
    const toIcrs = icrsFromTeme(at);
    const seen = found.rows.flatMap(({ row, state }) => {
      const one = objects[row]!;
      if (!wanted(one)) return [];
      const fixed = earthFixed(state, at);
      const look = observer.lookAngles(fixed);
      const sunlit = sunMargin(state.position, at) >= 0;
      const standard = magnitudes.get(one.norad_cat_id);
      const motion = apparentMotion(observer, state, at, look);
      const record = {
        norad_cat_id: one.norad_cat_id,
        name: one.name,
        object_class: one.object_class,
        orbit_class: one.orbit_class,
        ...elementFacts({ elements: one, active: one.active }, at, measured),
        azimuth_deg: rounded(look.azimuth_deg, 2),
        elevation_deg: rounded(look.elevation_deg, 2),
        range_km: rounded(look.range_km, 1),
        range_rate_km_s: rounded(look.range_rate_km_s, 4),
        ...beneath(fixed.position),
        sunlit,
        magnitude:
          standard === undefined || !sunlit
            ? null
            : rounded(apparentMagnitude(standard, look.range_km, phaseAngle(state.position, observer, at)), 1),
        angular_speed_deg_s: rounded(motion.speed_deg_s, 3),
        heading_deg: rounded(motion.heading_deg, 1) % 360,
        constellation: constellationOf(placeOfDirection(rotated(toIcrs, minus(state.position, observerTeme)))),
      };
      return [{ elevation: look.elevation_deg, record }];
    });
    seen.sort((a, b) => b.elevation - a.elevation || a.record.norad_cat_id - b.record.norad_cat_id);
    const data = {
      at: new Date(at).toISOString(),
      count: seen.length,
      omitted: {
        elements_too_old: found.tooOld.filter((row) => wanted(objects[row]!)).length,
        no_position: found.withoutPosition.filter((row) => wanted(objects[row]!)).length,
      },
      objects: seen.map(({ record }) => record),
    };
    return jsonResponse({ data });
  },
);
