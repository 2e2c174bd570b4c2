import { z } from '@hono/zod-openapi';
import { format, integer } from '../../../http/api/parameter.ts';
import { route } from '../../../http/api/route.ts';
import { byNumber } from '../../../http/api/satellites.ts';
import { ApiError } from '../../../http/errors.ts';
import { inPortions } from '../../../http/in-turn.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { json } from '../../../http/respond.ts';
import { czmlOf, geoJsonOf, gpxOf, kmlOf, type TrackPoint } from '../../../orbit/formats/track-files.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { Satellite } from '../../../orbit/observer.ts';
import { beneath } from '../../../orbit/propagate.ts';
import { ephemerisCost } from './cost.ts';
import { allowOld, factFields, measuredBy, positionable, positionRefusal } from './sky-elements.ts';
import { windowOf, windowParameters } from './window.ts';

const forms = {
  geojson: 'application/geo+json; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  czml: json,
  gpx: 'application/gpx+xml; charset=utf-8',
} as const;
const MAX_POINTS = 5000;
/** Points that are computed before other requests are processed. */
const PORTION = 20;
/** Hours of a window; the number of points limits its length. */
const lengths = { usual: 2, longest: 24 * 15 };

const feature = z.object({
  type: z.literal('Feature').describe('Always `Feature`'),
  id: z.int().describe('Catalog number'),
  geometry: z
    .object({
      type: z.literal('MultiLineString').describe('Always `MultiLineString`'),
      coordinates: z
        .array(z.array(z.array(z.number())))
        .describe('Lines of points: longitude, latitude (degrees), height (m). A line ends at the date line'),
    })
    .describe('The track'),
  properties: z
    .object({
      norad_cat_id: z.int().describe('Catalog number'),
      name: z.string().describe('Name of the object'),
      ...factFields,
      times: z.array(z.array(z.string())).describe('The time of each point (ISO 8601, UTC)'),
    })
    .describe('The object of the track, and the elements that it is computed from'),
});

export const track = route(
  {
    id: 'getTrack',
    path: '/api/v1/satellites/{norad_cat_id}/track',
    tag: 'Orbits',
    summary: 'Get the ground track of an object',
    description:
      'Points below an object at equal steps by SGP4, up to 5,000, for maps: GeoJSON, KML (Google Earth, QGIS), CZML (Cesium), or GPX. Lines are split at the date line. Counts as an ephemeris of as many rows.',
    access: 'keyed',
    ofNow: 'from',
    computes: true,
    params: byNumber,
    query: {
      ...windowParameters('5,000 points at most. Default: two hours'),
      step_s: integer('Seconds between points', 1, 3600, 60),
      allow_old: allowOld,
      format: format(forms),
    },
    responses: [
      {
        type: forms.geojson,
        schema: z
          .object({
            type: z.literal('FeatureCollection').describe('Always `FeatureCollection`'),
            features: z.array(feature).describe('One feature'),
          })
          .openapi('Track'),
      },
      { type: forms.kml, schema: z.string() },
      { type: forms.czml, schema: z.array(z.record(z.string(), z.unknown())).describe('CZML packets') },
      { type: forms.gpx, schema: z.string() },
    ],
    errors: ['not_found', 'no_elements', 'elements_too_old', 'not_acceptable'],
  },
  async ({ context, from: release, params, query }) => {
    const form = chooseForm(forms, query.format, context.request.headers);
    const { from, to } = windowOf(query, context.now, lengths);
    const step = query.step_s * 1000;
    const count = Math.floor((to - from) / step) + 1;
    if (count < 2 || count > MAX_POINTS)
      throw new ApiError('invalid_parameter', {
        error: `The request has ${count} points; a track has 2 to ${MAX_POINTS}.`,
        hint: 'Change step_s, or the length of the window.',
        body: { parameter: 'step_s', allowed: [`2..${MAX_POINTS} points`] },
      });
    const object = await positionable(release.catalog, params.norad_cat_id, [from, to], query.allow_old === true);
    await charge(context, ephemerisCost(count));
    const { id, name, elements } = object;
    let points: TrackPoint[];
    try {
      const satellite = new Satellite(elements, object.limits);
      const times = Array.from({ length: count }, (_, n) => from + n * step);
      const pointAt = (at: number): TrackPoint => {
        const { position } = satellite.itrf(at);
        return { at, position, ...beneath(position) };
      };
      points = await inPortions(times, pointAt, PORTION);
    } catch (error) {
      throw positionRefusal(error, object, to);
    }
    const facts = elementFacts(object, from, await measuredBy(release.catalog));
    const found = { norad_cat_id: id, name, facts, points };
    const body = {
      geojson: () => `${JSON.stringify(geoJsonOf(found))}\n`,
      czml: () => `${JSON.stringify(czmlOf(found))}\n`,
      kml: () => kmlOf(found),
      gpx: () => gpxOf(found),
    }[form]();
    return { type: forms[form], body };
  },
);
