import { z } from '@hono/zod-openapi';
import { asOfParameter } from '../../../http/api/archive/as-of.ts';
import { instant } from '../../../http/api/instant.ts';
import { badValue, decimal, enumOf, required } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { objectClasses } from '../../../schema/vocabulary.ts';
import { fieldCost } from '../../sky/http/cost.ts';
import { place, placeOf } from '../../sky/http/place.ts';
import { allowOld, factFields, measuredBy } from '../../sky/http/sky-elements.ts';
import { instantOf } from '../../sky/http/window.ts';
import { explained, LONGEST_MIN, MOST_CANDIDATES, sightingLimits, USUAL_MIN } from '../explain-sighting.ts';
import { alternatives, brightnesses, directions, heights, lights, speeds, valuesOf } from '../sighting-words.ts';
import { skyFor } from './fov-routes.ts';
import { instantText } from './track-record.ts';

const query = {
  ...place,
  at: required(instant('When it was seen')),
  time_error_min: decimal(`How far off that time may be, minutes. Default: ${USUAL_MIN}`, 0.1, LONGEST_MIN, USUAL_MIN),
  direction: enumOf('Direction of the compass in which it was seen', directions, 'SW'),
  height: enumOf('How high it was', heights, 'high'),
  azimuth_deg: decimal('Azimuth in degrees from north through east, instead of `direction`', 0, 360, 225),
  elevation_deg: decimal('Elevation in degrees, instead of `height`', 0, 90, 45),
  brightness: enumOf(
    'How bright it was: `brilliant` as Venus, `bright` as Sirius, `medium` as a bright star, `faint` as a star that is barely noticed',
    brightnesses,
    'bright',
  ),
  light: enumOf('Whether its light was steady', lights, 'steady'),
  speed: enumOf(
    'How fast it moved: across the sky in more than ten minutes (`slow`), in two to ten (`moderate`), in less (`fast`), or not at all (`still`)',
    speeds,
    'moderate',
  ),
  heading: enumOf('Direction of the compass that it moved toward', directions, 'E'),
  allow_old: allowOld,
  as_of: asOfParameter,
};

const reason = z.object({
  about: z.string().describe('The feature'),
  agrees: z.boolean().nullable().describe('Whether it agrees with the request; null if the request does not state it'),
  text: z.string().describe('In words'),
});

const named = {
  norad_cat_id: z.int().describe('Catalog number'),
  name: z.string().describe('Name of the object'),
};

const planet = z.object({
  name: z.string().describe('Name of the planet'),
  azimuth_deg: z.number().describe('Azimuth at the stated time, degrees from north through east'),
  elevation_deg: z.number().describe('Elevation then, degrees, without refraction'),
  magnitude: z.number().describe('Magnitude'),
  fits: z.boolean().describe('Whether it could be seen then and fits everything that the request states'),
});

const candidate = z
  .object({
    ...named,
    object_class: z.enum(objectClasses).describe('Payload, rocket body or debris'),
    ...factFields,
    at: z.string().describe('When it fits best (ISO 8601, UTC)'),
    azimuth_deg: z.number().describe('Azimuth then, degrees from north through east'),
    elevation_deg: z.number().describe('Elevation then, degrees, without refraction'),
    range_km: z.number().describe('Range then, km'),
    magnitude: z.number().describe('Magnitude then, estimated from its size, which may be wrong by 1 and more'),
    angular_speed_deg_s: z.number().describe('Angular speed then, degrees a second, against the horizon'),
    heading_deg: z.number().describe('Direction that it moves toward, degrees from north through east'),
    docked: z
      .array(z.object(named))
      .describe('Objects that fit too and are docked to it by their elements: one light to the eye'),
    mismatch: z.number().describe('How little it fits: the smaller, the better. Not a probability'),
    reasons: z.array(reason).describe('Reasons for and against it'),
  })
  .openapi('SightingCandidate');

export const sightings = route(
  {
    id: 'explainSighting',
    path: '/api/v1/sightings',
    tag: 'Orbits',
    summary: 'Explain what was seen in the sky',
    description:
      'Which cataloged objects fit a light that a person saw: three at most, with reasons. Only place and time are required; each further feature narrows the choice. `alternatives` has other possible causes, which no response of this route excludes. Counts one request for every four minutes that are searched.',
    access: 'keyed',
    computes: true,
    fromArchive: 'archive',
    params: {},
    query,
    responses: responseForms(
      { json },
      z.object({
        data: z
          .object({
            at: z.string().describe('Time of the sighting (ISO 8601, UTC)'),
            note: z.string().describe('Limits of the candidates'),
            alternatives: z.array(z.string()).describe('Other possible causes'),
            planets: z.array(planet).describe('Planets above the horizon at the stated time, the brightest first'),
            sun_elevation_deg: z.number().describe('Elevation of the Sun, degrees'),
            faintest_magnitude: z
              .number()
              .describe(
                'Fainter objects were not considered: roughly the limit of the eye with the Sun at that elevation',
              ),
            searched: z
              .object({
                from: z.string().describe('Start of the time that was searched (ISO 8601, UTC)'),
                to: z.string().describe('Its end (ISO 8601, UTC)'),
                fitting: z.int().describe('Objects that fit'),
                unknown_magnitude: z
                  .int()
                  .describe('Sunlit objects above the horizon that were not considered: their size is unknown'),
                elements_too_old: z.int().describe('Objects that were not considered: their elements are too old'),
                no_position: z
                  .int()
                  .describe('Objects that were not considered: their elements are no orbit at this time'),
              })
              .describe('The scope of the search'),
            candidates: z
              .array(candidate)
              .describe('The best first, three at most; empty if nothing in the catalog fits'),
          })
          .openapi('ExplainedSighting'),
      }),
    ),
    errors: ['no_elements', 'too_many_queries', 'queries_busy'],
  },
  async (request) => {
    const { context, from: release, query } = request;
    for (const [word, number] of [
      ['direction', 'azimuth_deg'],
      ['height', 'elevation_deg'],
    ] as const)
      if (query[word] !== undefined && query[number] !== undefined)
        throw badValue(word, [`either ${word} or ${number}`], `The request has both ${word} and ${number}.`);
    const at = instantOf('at', query.at, context.now);
    const within = (query.time_error_min ?? USUAL_MIN) * 60_000;
    await charge(context, fieldCost((2 * within) / 1000));
    const [{ sky, objects, magnitudes }, measured] = await Promise.all([
      skyFor(request, at),
      measuredBy(release.catalog),
    ]);
    const found = await context.skies.ask(sky, 'sighting', {
      observer: placeOf(query)!,
      at,
      within,
      ...valuesOf(query),
      standard: Float64Array.from(objects, ({ norad_cat_id }) => magnitudes.get(norad_cat_id) ?? Number.NaN),
      allowOld: query.allow_old === true,
    });
    const ranked = explained(found, query, at, (row) => {
      const { norad_cat_id: id, active } = objects[row]!;
      return { id, active };
    });
    const named = (row: number) => {
      const { norad_cat_id, name } = objects[row]!;
      return { norad_cat_id, name };
    };
    const data = {
      at: instantText(at),
      note: `${sightingLimits}: see alternatives.`,
      alternatives,
      planets: found.planets.map(({ name, azimuth_deg, elevation_deg, magnitude, fits }) => ({
        name,
        azimuth_deg: roundedTurn(azimuth_deg, 1),
        elevation_deg: rounded(elevation_deg, 1),
        magnitude: rounded(magnitude, 1),
        fits,
      })),
      sun_elevation_deg: rounded(found.sun_deg, 1),
      faintest_magnitude: rounded(found.faintest, 1),
      searched: {
        from: instantText(at - within),
        to: instantText(at + within),
        fitting: ranked.length,
        unknown_magnitude: found.unknownMagnitude,
        elements_too_old: found.tooOld.length,
        no_position: found.withoutPosition.length,
      },
      candidates: ranked.slice(0, MOST_CANDIDATES).map((seen) => {
        const one = objects[seen.row]!;
        return {
          ...named(seen.row),
          object_class: one.object_class,
          ...elementFacts({ elements: one, active: one.active }, seen.at, measured),
          at: instantText(seen.at),
          azimuth_deg: roundedTurn(seen.azimuth_deg, 1),
          elevation_deg: rounded(seen.elevation_deg, 1),
          range_km: rounded(seen.range_km, 1),
          magnitude: rounded(seen.magnitude, 1),
          angular_speed_deg_s: rounded(seen.speed_deg_s, 3),
          heading_deg: roundedTurn(seen.heading_deg, 1),
          docked: seen.docked.map(named),
          mismatch: rounded(seen.mismatch, 2),
          reasons: [...seen.reasons],
        };
      }),
    };
    return jsonResponse({ data });
  },
);
