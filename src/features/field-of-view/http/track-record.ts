import { z } from '@hono/zod-openapi';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import type { MeasuredErrors } from '../../../orbit/position-error.ts';
import type { SkyObject } from '../../../query/sky-elements.ts';
import { objectClasses, orbitClasses } from '../../../schema/vocabulary.ts';
import { factFields } from '../../sky/http/sky-elements.ts';
import { lightOf, type Sight, type Track } from '../find-tracks.ts';

/** To a millisecond: entries and exits are computed to a fifth of one. */
export const instantText = (time: number): string => new Date(Math.round(time)).toISOString();
const instant = (meaning: string) => z.string().describe(`${meaning} (ISO 8601, UTC, to 1 ms)`);

const sightFields = {
  at: instant('Time'),
  ra_deg: z.number().describe('Right ascension in the ICRS, degrees, topocentric'),
  dec_deg: z.number().describe('Declination in the ICRS, degrees, topocentric'),
  azimuth_deg: z.number().describe('Azimuth, degrees from north through east'),
  elevation_deg: z.number().describe('Elevation, degrees; with `refraction`, as the air lifts it'),
  range_km: z.number().describe('Range, km'),
  sunlit: z.boolean().describe('Whether more than half of the Sun’s disk is visible from the object'),
  x_px: z.number().optional().describe('With an image: pixel along its first axis, counted from 1 as in FITS'),
  y_px: z.number().optional().describe('With an image: pixel along its second axis'),
};
const sight = z.object(sightFields);

const trackFields = {
  norad_cat_id: z.int().describe('Catalog number'),
  name: z.string().describe('Name of the object'),
  object_class: z.enum(objectClasses).describe('Payload, rocket body or debris'),
  orbit_class: z.enum(orbitClasses).describe('Orbit class'),
  ...factFields,
  position_uncertainty_arcsec: z
    .number()
    .nullable()
    .describe(
      'The same error as an angle along the track, in the middle of it, arc seconds: two of three positions of this age are closer. Null if it is not measured',
    ),
  angular_speed_arcsec_s: z
    .number()
    .describe('Angular speed among the stars in the middle of the track, arc seconds a second'),
  direction_deg: z.number().describe('Direction of motion there: position angle, degrees from north through east'),
  magnitude: z
    .number()
    .nullable()
    .describe(
      'Magnitude in the middle of the track or while sunlit, estimated from the size of the object, which may be wrong by 1 and more. Null if its size is unknown or it is in eclipse throughout',
    ),
};

export const trackSchema = z
  .object({
    ...trackFields,
    entry: sight.describe('The entry into the field, or the start of the exposure'),
    exit: sight.describe('The exit, or the end of the exposure'),
    in_field_at_start: z.boolean().describe('Whether it is in the field when the exposure begins'),
    in_field_at_end: z.boolean().describe('Whether it is in the field when the exposure ends'),
    duration_s: z.number().describe('Seconds in the field during the exposure'),
    sunlit: z.boolean().describe('Whether it is sunlit at any time of the track'),
    eclipse: z
      .array(z.object({ from: instant('Start'), to: instant('End') }))
      .describe('When it is in the shadow of the Earth: from the middle of the penumbra on'),
    positions: z.array(sight).describe('At the entry, at each step from the start of the exposure on, and at the exit'),
  })
  .openapi('FieldTrack');

const sightRecord = ({ at, pixel, ...sight }: Sight) => ({
  at: instantText(at),
  ra_deg: roundedTurn(sight.ra_deg, 6),
  dec_deg: rounded(sight.dec_deg, 6),
  azimuth_deg: roundedTurn(sight.azimuth_deg, 4),
  elevation_deg: rounded(sight.elevation_deg, 4),
  range_km: rounded(sight.range_km, 3),
  sunlit: sight.sunlit,
  ...(pixel && { x_px: rounded(pixel[0], 2), y_px: rounded(pixel[1], 2) }),
});

export type TrackRecord = ReturnType<typeof trackRecord>;

/** A track as responses have it. `standard`: the standard magnitude of its object; null if it is unknown. */
export function trackRecord(track: Track, object: SkyObject, standard: number | null, measured: MeasuredErrors) {
  const { sights, eclipse, arcsec_per_km } = track;
  const [entry, exit] = [sights[0]!, sights.at(-1)!];
  const middle = (entry.at + exit.at) / 2;
  const facts = elementFacts({ elements: object, active: object.active }, middle, measured);
  const { sunlit, magnitude } = lightOf(track, standard);
  const error = facts.position_uncertainty_km;
  const positions = sights.map(sightRecord);
  return {
    norad_cat_id: object.norad_cat_id,
    name: object.name,
    object_class: object.object_class,
    orbit_class: object.orbit_class,
    ...facts,
    position_uncertainty_arcsec: error === null ? null : Number((error * arcsec_per_km).toPrecision(2)),
    angular_speed_arcsec_s: Number(track.speed_arcsec_s.toPrecision(6)),
    direction_deg: roundedTurn(track.direction_deg, 2),
    magnitude: magnitude === null ? null : rounded(magnitude, 1),
    entry: positions[0]!,
    exit: positions.at(-1)!,
    in_field_at_start: track.from_start,
    in_field_at_end: track.to_end,
    duration_s: rounded((exit.at - entry.at) / 1000, 3),
    sunlit,
    eclipse: eclipse.map(({ from, to }) => ({ from: instantText(from), to: instantText(to) })),
    positions,
  };
}
