import { z } from '@hono/zod-openapi';
import { enumOf, format, integer } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber } from '../../../http/api/satellites.ts';
import { ApiError } from '../../../http/errors.ts';
import { inPortions } from '../../../http/in-turn.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { json } from '../../../http/respond.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { type EphemerisState, writeOem } from '../../../orbit/observation/oem.ts';
import { type Look, Observer, Satellite } from '../../../orbit/observer.ts';
import { beneath } from '../../../orbit/propagate.ts';
import { csvRow } from '../../../schema/escaped-text.ts';
import { isoText } from '../../../schema/instant-text.ts';
import { ephemerisCost } from './cost.ts';
import { optionalPlace, placeOf } from './place.ts';
import { allowOld, factFields, measuredBy, positionable, positionRefusal } from './sky-elements.ts';
import { windowOf, windowParameters } from './window.ts';

const forms = { json, csv: 'text/csv; charset=utf-8', oem: 'text/plain; charset=utf-8' } as const;
const MAX_ROWS = 10_000;
/** Rows that are computed before other requests are processed. */
const PORTION = 20;
/** Hours of a window; the number of rows limits its length. */
const lengths = { usual: 2, longest: 24 * 60 };

const row = z
  .object({
    at: z.string().describe('Time (ISO 8601, UTC)'),
    x_km: z.number().describe('x, km'),
    y_km: z.number().describe('y, km'),
    z_km: z.number().describe('z, km'),
    vx_km_s: z.number().describe('Velocity along x, km/s'),
    vy_km_s: z.number().describe('Velocity along y, km/s'),
    vz_km_s: z.number().describe('Velocity along z, km/s'),
    latitude_deg: z.number().describe('Geodetic latitude of the ground point, degrees (WGS84), north positive'),
    longitude_deg: z.number().describe('Longitude of the ground point, degrees, east positive'),
    altitude_km: z.number().describe('Height above the ellipsoid, km'),
    azimuth_deg: z.number().optional().describe('With a location: azimuth, degrees from north through east'),
    elevation_deg: z.number().optional().describe('With a location: elevation, degrees'),
    range_km: z.number().optional().describe('With a location: range, km'),
    range_rate_km_s: z.number().optional().describe('With a location: range rate, km/s'),
  })
  .openapi('EphemerisRow');

export const ephemeris = route(
  {
    id: 'getEphemeris',
    path: '/api/v1/satellites/{norad_cat_id}/ephemeris',
    tag: 'Orbits',
    summary: 'Compute an ephemeris of an object',
    description:
      'Positions and velocities of an object at equal steps by SGP4, up to 10,000 rows: as JSON, CSV, or a CCSDS Orbit Ephemeris Message (502.0-B-3, KVN; Earth-fixed, because the standard allows TEME only for mean elements). Counts one request for every 5,000 rows.',
    access: 'keyed',
    ofNow: 'from',
    computes: true,
    params: byNumber,
    query: {
      ...windowParameters('10,000 rows at most. Default: two hours'),
      step_s: integer('Seconds between rows', 1, 86_400, 60),
      frame: enumOf(
        'Frame of the vectors. Default: ITRF, Earth-fixed, with velocity relative to the rotating Earth',
        ['ITRF', 'TEME'],
        'ITRF',
      ),
      ...optionalPlace,
      allow_old: allowOld,
      format: format(forms),
    },
    responses: responseForms(
      forms,
      z.object({
        data: z
          .object({
            norad_cat_id: z.int().describe('Catalog number'),
            name: z.string().describe('Name of the object'),
            ...factFields,
            frame: z.enum(['ITRF', 'TEME']).describe('Frame of the vectors'),
            rows: z.array(row).describe('In order of time'),
          })
          .openapi('Ephemeris'),
      }),
    ),
    errors: ['not_found', 'no_elements', 'elements_too_old'],
  },
  async ({ context, from: release, params, query }) => {
    const form = chooseForm(forms, query.format, context.request.headers);
    const { from, to } = windowOf(query, context.now, lengths);
    const step = query.step_s * 1000;
    const count = Math.floor((to - from) / step) + 1;
    if (count > MAX_ROWS) throw tooManyRows(count, from, to, step);
    const frame = query.frame ?? 'ITRF';
    if (form === 'oem' && frame === 'TEME')
      throw new ApiError('invalid_parameter', {
        error: 'An Orbit Ephemeris Message cannot use TEME: CCSDS 502.0-B allows that frame only for mean elements.',
        hint: 'Omit frame, or use format=json or format=csv.',
        body: { parameter: 'frame', allowed: ['ITRF'] },
      });
    const place = placeOf(query);
    const object = await positionable(release.catalog, params.norad_cat_id, [from, to], query.allow_old === true);
    await charge(context, ephemerisCost(count));
    const { id, name, elements } = object;
    const observer = place && new Observer(place);
    let rows: (EphemerisState & { readonly place: ReturnType<typeof beneath>; readonly look: Look | null })[];
    try {
      const satellite = new Satellite(elements, object.limits);
      const times = Array.from({ length: count }, (_, n) => from + n * step);
      const stateAt = (at: number) => {
        const fixed = satellite.itrf(at);
        const state = frame === 'ITRF' ? fixed : satellite.teme(at);
        return { at, ...state, place: beneath(fixed.position), look: observer?.lookAngles(fixed) ?? null };
      };
      rows = await inPortions(times, stateAt, PORTION);
    } catch (error) {
      throw positionRefusal(error, object, to);
    }
    const facts = elementFacts(object, from, await measuredBy(release.catalog));
    // Rows of CSV have the columns that they always had.
    const { elements_epoch, age_days, time_uncertainty_s, position_uncertainty_km } = facts;
    const columns = { elements_epoch, age_days, time_uncertainty_s, position_uncertainty_km };
    if (form === 'oem') {
      const created = release.release.manifest.generated_at;
      const said = { ...facts, name, object_id: elements.object_id, created, norad_cat_id: id };
      return { type: forms.oem, body: writeOem(said, rows) };
    }
    const records = rows.map(recordOf);
    const body =
      form === 'csv'
        ? csvOf(records.map((one) => ({ ...one, ...columns })))
        : `${JSON.stringify({ data: { norad_cat_id: id, name, ...facts, frame, rows: records } })}\n`;
    return { type: forms[form], body };
  },
);

const csvOf = (rows: readonly object[]): string =>
  [Object.keys(rows[0]!), ...rows.map(Object.values)].map(csvRow).join('');

function recordOf({
  at,
  position: [x, y, z],
  velocity: [vx, vy, vz],
  place,
  look,
}: EphemerisState & { readonly place: object; readonly look: Look | null }) {
  return {
    at: new Date(at).toISOString(),
    x_km: rounded(x, 4),
    y_km: rounded(y, 4),
    z_km: rounded(z, 4),
    vx_km_s: rounded(vx, 7),
    vy_km_s: rounded(vy, 7),
    vz_km_s: rounded(vz, 7),
    ...place,
    ...(look && {
      azimuth_deg: roundedTurn(look.azimuth_deg, 3),
      elevation_deg: rounded(look.elevation_deg, 3),
      range_km: rounded(look.range_km, 3),
      range_rate_km_s: rounded(look.range_rate_km_s, 6),
    }),
  };
}

/** The 400 with the first window to request instead, and the step that would fit. */
function tooManyRows(count: number, from: number, to: number, step: number): ApiError {
  const split = from + (MAX_ROWS - 1) * step;
  return new ApiError('invalid_parameter', {
    error: `The request has ${count} rows; the maximum is ${MAX_ROWS}.`,
    hint: `Split the window: from=${isoText(from)}&to=${isoText(split)} first, the next from=${isoText(split + step)}; or use step_s=${Math.ceil((to - from) / 1000 / (MAX_ROWS - 1))}.`,
    body: { parameter: 'step_s', allowed: [`1..${MAX_ROWS} rows`] },
  });
}
