import { z } from '@hono/zod-openapi';
import { asOfParameter } from '../../../http/api/archive/as-of.ts';
import { instant } from '../../../http/api/instant.ts';
import { badValue, boolean, decimal, type Values } from '../../../http/api/parameter.ts';
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
import { BadField } from '../field.ts';
import {
  candidatesNote,
  candidatesOf,
  LONGEST_DEG,
  nothingComparedNote,
  SHORTEST_DEG,
  searchOf,
} from '../identified.ts';
import type { Streak, StreakEnd } from '../identify.ts';
import { skyFor } from './fov-routes.ts';
import { instantText } from './track-record.ts';

const ra = (end: string, example: number) =>
  decimal(`Right ascension of the ${end} end, degrees (ICRS)`, 0, 360, example);
const dec = (end: string, example: number) =>
  decimal(`Declination of the ${end} end, degrees (ICRS)`, -90, 90, example);
const azimuth = (end: string, example: number) =>
  decimal(`Azimuth of the ${end} end, degrees from north through east, instead of right ascension`, 0, 360, example);
const elevation = (end: string, example: number) => decimal(`Elevation of the ${end} end, degrees`, 0, 90, example);

const query = {
  ...place,
  at: instant('Time of the middle of the streak, if `t1` and `t2` are not known'),
  t1: instant('Time at the first end'),
  t2: instant('Time at the second end', '2026-08-22T18:00:02Z'),
  ra1: ra('first', 83),
  dec1: dec('first', -6),
  ra2: ra('second', 85),
  dec2: dec('second', -5),
  az1: azimuth('first', 200),
  el1: elevation('first', 45),
  az2: azimuth('second', 203),
  el2: elevation('second', 46),
  time_error_s: decimal(
    'Error of the times, seconds: one standard deviation. Default: 0.5; with `at`, 10',
    0.001,
    600,
    1,
  ),
  place_error_arcsec: decimal(
    'Error of the ends, arc seconds: one standard deviation. Default: 10; with azimuths, 1,800',
    0.1,
    36_000,
    10,
  ),
  refraction: boolean('Whether azimuths and elevations include atmospheric refraction. Default: false'),
  allow_old: allowOld,
  as_of: asOfParameter,
};
type Query = Values<typeof query>;

const candidate = z
  .object({
    norad_cat_id: z.int().describe('Catalog number'),
    name: z.string().describe('Name of the object'),
    object_class: z.enum(objectClasses).describe('Payload, rocket body or debris'),
    ...factFields,
    probability: z.number().describe('Probability that it made the streak, 0 to 1'),
    chi_squared: z
      .number()
      .describe('Sum of the squares of its residuals, each divided by its standard deviation: the smaller, the better'),
    closest_at: z.string().describe('When it is closest to the middle of the streak (ISO 8601, UTC, to 1 ms)'),
    time_residual_s: z.number().describe('That time less the time of the streak, seconds'),
    separation_arcsec: z
      .number()
      .describe('How far from the middle of the streak it then is, arc seconds; positive if the streak is to the left'),
    direction_residual_deg: z
      .number()
      .describe('Its direction of motion less that of the streak, degrees; without times, either end may be the first'),
    speed_ratio: z.number().nullable().describe('Its angular speed divided by that of the streak; null without times'),
    angular_speed_arcsec_s: z.number().describe('Its angular speed, arc seconds a second'),
    direction_deg: z.number().describe('Its direction of motion, degrees from north through east'),
    range_km: z.number().describe('Range, km'),
    elevation_deg: z.number().describe('Elevation, degrees, without refraction'),
    sunlit: z.boolean().describe('Whether more than half of the Sun’s disk is visible from the object'),
    magnitude: z
      .number()
      .nullable()
      .describe('Estimated from its size; null if that is unknown or the object is in eclipse'),
  })
  .openapi('StreakCandidate');

export const identify = route(
  {
    id: 'identifyStreak',
    path: '/api/v1/identify',
    tag: 'Orbits',
    summary: 'Identify a streak',
    description:
      'Which cataloged object made a streak: its two ends, in the ICRS or as azimuth and elevation, with the times of both (`t1`, `t2`) or a time of its middle (`at`). Candidates come with their residuals in time, place, direction, and speed, most probable first, and with the probability that none of them is it. Counts one request for every four minutes that are searched.',
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
            at: z.string().describe('Time of the middle of the streak (ISO 8601, UTC)'),
            note: z.string().describe('Limits of the probabilities, or that nothing was compared'),
            streak: z
              .object({
                ra_deg: z.number().describe('Right ascension of its middle, degrees (ICRS)'),
                dec_deg: z.number().describe('Declination of its middle, degrees'),
                length_deg: z.number().describe('Its length, degrees'),
                direction_deg: z.number().describe('From the first end to the second, degrees from north through east'),
                angular_speed_arcsec_s: z
                  .number()
                  .nullable()
                  .describe('Its angular speed, arc seconds a second; null without times'),
              })
              .describe('The streak'),
            searched: z
              .object({
                from: z.string().describe('Start of the time that was searched (ISO 8601, UTC)'),
                to: z.string().describe('Its end (ISO 8601, UTC)'),
                radius_deg: z.number().describe('Objects that came so close to the middle were compared, degrees'),
                objects: z.int().describe('Number of these objects'),
                elements_too_old: z.int().describe('Objects that were not compared: their elements are too old'),
                no_position: z
                  .int()
                  .describe('Objects that were not compared: their elements are no orbit at this time'),
              })
              .describe('The scope of the search'),
            none_probability: z
              .number()
              .nullable()
              .describe(
                'Probability that no object with elements made the streak, 0 to 1; null if no element set is usable at this time',
              ),
            candidates: z.array(candidate).describe('The most probable first, ten at most'),
          })
          .openapi('IdentifiedStreak'),
      }),
    ),
    errors: ['no_elements', 'too_many_queries', 'queries_busy'],
  },
  async (request) => {
    const { context, from: release, query } = request;
    const { at, duration } = timesOf(query);
    const ends = endsOf(query);
    const { time_error_s, place_error_arcsec } = query;
    const search = searchOf({
      timed: duration !== null,
      inStars: 'ra_deg' in ends[0],
      time_error_s,
      place_error_arcsec,
    });
    const { window_s, radius_deg } = search;
    await charge(context, fieldCost(2 * window_s));
    const { catalog } = release;
    const [{ sky, objects, magnitudes }, measured] = await Promise.all([skyFor(request, at), measuredBy(catalog)]);
    const streak: Streak = {
      observer: placeOf(query)!,
      ends,
      at,
      duration,
      window: window_s * 1000,
      radius_deg,
      refraction: query.refraction === true,
      allowOld: query.allow_old === true,
    };
    const found = await context.skies.ask(sky, 'streak', streak).catch((error: unknown) => {
      throw error instanceof BadField ? badValue('time_error_s', [], error.message, 'Narrow the request.') : error;
    });
    const { length_deg } = found.streak;
    if (!(length_deg >= SHORTEST_DEG && length_deg <= LONGEST_DEG))
      throw badValue(
        'ra_deg' in ends[0] ? 'ra2' : 'az2',
        [`ends ${SHORTEST_DEG}..${LONGEST_DEG} degrees apart`],
        `The ends are ${rounded(length_deg, 4)}° apart.`,
      );
    const { candidates: ranked, none } = candidatesOf(found, search, (row) => {
      const object = objects[row]!;
      return {
        orbit_class: object.orbit_class,
        facts: elementFacts({ elements: object, active: object.active }, at, measured),
        standard: magnitudes.get(object.norad_cat_id) ?? null,
      };
    });
    const candidates = ranked.map(({ near, facts, probability, chi_squared, magnitude }) => {
      const one = objects[near.row]!;
      return {
        norad_cat_id: one.norad_cat_id,
        name: one.name,
        object_class: one.object_class,
        ...facts,
        probability: rounded(probability, 4),
        chi_squared: Number(chi_squared.toPrecision(4)),
        closest_at: instantText(at + near.late),
        time_residual_s: rounded(near.late / 1000, 3),
        separation_arcsec: rounded(near.cross_deg * 3600, 1),
        direction_residual_deg: rounded(near.turn_deg, 3),
        speed_ratio: near.speed_ratio === null ? null : Number(near.speed_ratio.toPrecision(5)),
        angular_speed_arcsec_s: Number(near.speed_arcsec_s.toPrecision(6)),
        direction_deg: roundedTurn(near.direction_deg, 2),
        range_km: rounded(near.range_km, 3),
        elevation_deg: rounded(near.elevation_deg, 3),
        sunlit: near.sunlit,
        magnitude: magnitude === null ? null : rounded(magnitude, 1),
      };
    });
    const data = {
      at: instantText(at),
      note: none === null ? nothingComparedNote : candidatesNote,
      streak: {
        ra_deg: roundedTurn(found.streak.ra_deg, 6),
        dec_deg: rounded(found.streak.dec_deg, 6),
        length_deg: rounded(length_deg, 6),
        direction_deg: roundedTurn(found.streak.direction_deg, 3),
        angular_speed_arcsec_s:
          found.streak.speed_arcsec_s === null ? null : Number(found.streak.speed_arcsec_s.toPrecision(6)),
      },
      searched: {
        from: instantText(at - window_s * 1000),
        to: instantText(at + window_s * 1000),
        radius_deg,
        objects: found.objects.length,
        elements_too_old: found.tooOld.length,
        no_position: found.withoutPosition.length,
      },
      none_probability: none === null ? null : rounded(none, 4),
      candidates,
    };
    return jsonResponse({ data });
  },
);

/** The time of the middle of the streak, and its duration; milliseconds. Throws 400. */
function timesOf({ at, t1, t2 }: Query): { at: number; duration: number | null } {
  if (at !== undefined && (t1 !== undefined || t2 !== undefined))
    throw badValue('at', ['either at, or t1 and t2'], 'The request has both at and the time of an end.');
  if (at !== undefined) return { at: instantOf('at', at, 0), duration: null };
  for (const [name, value] of Object.entries({ t1, t2 }))
    if (value === undefined)
      throw badValue(
        name,
        ['an instant such as 2026-08-22T18:00:00Z'],
        `The request has no ${name}.`,
        'Send t1 and t2, the times of both ends; or at, the time of the middle.',
      );
  const [from, to] = [instantOf('t1', t1, 0), instantOf('t2', t2, 0)];
  if (to <= from || to - from > 3_600_000)
    throw badValue('t2', ['an instant after t1, within an hour'], 't2 is not within an hour after t1.');
  return { at: (from + to) / 2, duration: to - from };
}

/** Both ends. Throws 400 if one is missing, or given in two ways. */
function endsOf(query: Query): [StreakEnd, StreakEnd] {
  const { ra1, dec1, ra2, dec2, az1, el1, az2, el2 } = query;
  const [stars, horizon] = [Object.entries({ ra1, dec1, ra2, dec2 }), Object.entries({ az1, el1, az2, el2 })];
  const chosen = horizon.some(([, value]) => value !== undefined) ? horizon : stars;
  const other = (chosen === horizon ? stars : horizon).find(([, value]) => value !== undefined);
  if (other)
    throw badValue(other[0], ['either ra1, dec1, ra2, dec2 or az1, el1, az2, el2'], 'The ends are given in two ways.');
  const missing = chosen.find(([, value]) => value === undefined);
  if (missing)
    throw badValue(
      missing[0],
      ['degrees'],
      `The request has no ${missing[0]}.`,
      'Send ra1, dec1, ra2, and dec2; or az1, el1, az2, and el2.',
    );
  return chosen === stars
    ? [
        { ra_deg: ra1!, dec_deg: dec1! },
        { ra_deg: ra2!, dec_deg: dec2! },
      ]
    : [
        { azimuth_deg: az1!, elevation_deg: el1! },
        { azimuth_deg: az2!, elevation_deg: el2! },
      ];
}
