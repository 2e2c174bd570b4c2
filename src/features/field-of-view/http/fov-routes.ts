import { z } from '@hono/zod-openapi';
import { acceptedIn } from '../../../http/api/advice.ts';
import type { AsOf } from '../../../http/api/archive/as-of.ts';
import { asOfParameter } from '../../../http/api/archive/as-of.ts';
import { instant } from '../../../http/api/instant.ts';
import { badValue, boolean, decimal, format, invalidValues, text, type Values } from '../../../http/api/parameter.ts';
import { readBody } from '../../../http/api/request-body.ts';
import { type RouteFacts, type RouteRequest, responseForms, route } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { json, jsonResponse, type RouteResponse } from '../../../http/respond.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { placeOfDirection } from '../../../orbit/icrs.ts';
import { fieldCost } from '../../sky/http/cost.ts';
import { group, membersOf } from '../../sky/http/group-passes.ts';
import { place, placeOf } from '../../sky/http/place.ts';
import { allowOld, measuredBy } from '../../sky/http/sky-elements.ts';
import { instantOf } from '../../sky/http/window.ts';
import { BadField, type FieldShape, fieldOf, type StarPlace } from '../field.ts';
import type { Exposure } from '../find-tracks.ts';
import { HeaderError } from '../fits-header.ts';
import { readWcs } from '../wcs.ts';
import { skyAsOf, skyOf } from './sky-of.ts';
import { trackRecord, trackSchema } from './track-record.ts';
import { tracksCsv, tracksVotable } from './track-table.ts';

/** Seconds. */
const [LONGEST, USUAL] = [3600, 60];
/** Number of positions of a track: by default, and at most. */
const [USUAL_POSITIONS, MOST_POSITIONS] = [10, 1000];
const MAX_BODY_BYTES = 512 * 1024;

const forms = {
  json,
  csv: 'text/csv; charset=utf-8',
  votable: 'application/x-votable+xml; charset=utf-8',
} as const;

/** The frame of right ascensions and declinations. Stated with every response. */
const placeNote =
  'Right ascensions and declinations are topocentric, in the ICRS, with light time; aberration is left out: stars of a catalog and an object at the same place appear up to 21″ apart. Positions are those of SGP4, whose errors are larger: see position_uncertainty_arcsec.';

const number = '-?\\d{1,3}(?:\\.\\d{1,9})?';
const cornersAllowed = 'four corners in order around the field: ra1,dec1,ra2,dec2,ra3,dec3,ra4,dec4, degrees (ICRS)';

const exposureParameters = {
  ...place,
  from: instant('Start of the exposure. Default: now'),
  exposure_s: decimal(`Length of the exposure, seconds. Default: ${USUAL}`, 0.001, LONGEST, 60),
};

const trackParameters = {
  step_s: decimal('Seconds between the positions of a track. Default: a tenth of the exposure', 0.001, LONGEST, 6),
  refraction: boolean('Whether positions include atmospheric refraction. Default: false'),
  min_elevation_deg: decimal('Minimum elevation, degrees. Default: 0', 0, 90, 0),
  group,
  max_magnitude: decimal(
    'Only objects at least this bright; those of unknown brightness are left out, and counted',
    -30,
    40,
    8,
  ),
  allow_old: allowOld,
  as_of: {
    ...asOfParameter,
    meaning:
      'Compute from the archive: of each object, the element set nearest to the exposure of those known at this time, instead of the newest',
  },
  format: format(forms),
};

const fieldParameters = {
  ra_deg: decimal('Right ascension of the center of the field, degrees (ICRS)', 0, 360, 83.82),
  dec_deg: decimal('Declination of the center, degrees (ICRS)', -90, 90, -5.39),
  radius_deg: decimal('Radius of the field, degrees', 0.001, 90, 2),
  corners: text(
    'A field with four corners, instead of `ra_deg`, `dec_deg`, and `radius_deg`',
    new RegExp(`^${number}(?:,${number}){7}$`),
    cornersAllowed,
    '83,-6,85,-6,85,-4,83,-4',
  ),
};

const responses = responseForms(
  forms,
  z.object({
    data: z
      .object({
        from: z.string().describe('Start of the exposure (ISO 8601, UTC)'),
        to: z.string().describe('End of the exposure (ISO 8601, UTC)'),
        frame: z.literal('ICRS').describe('The frame of every right ascension and declination'),
        note: z.string().describe('Effects that positions include and omit'),
        field: z
          .object({
            ra_deg: z.number().describe('Right ascension of its center, degrees'),
            dec_deg: z.number().describe('Declination of its center, degrees'),
            radius_deg: z.number().describe('The whole field is within this angle of its center, degrees'),
          })
          .describe('The field'),
        count: z.int().describe('Number of tracks; an object that comes back has several'),
        omitted: z
          .object({
            elements_too_old: z
              .int()
              .describe('Objects with elements that are too old: more than 30 days in low orbit, 90 above'),
            no_position: z.int().describe('Objects whose elements are no orbit at this time'),
            unknown_magnitude: z
              .int()
              .describe('With `max_magnitude`: tracks of objects whose brightness is not known'),
          })
          .describe('Objects that may be in the field, but are not listed'),
        tracks: z.array(trackSchema).describe('By time of entry'),
      })
      .openapi('FieldOfView'),
  }),
);

const facts = {
  path: '/api/v1/fov',
  tag: 'Orbits',
  access: 'keyed',
  ofNow: 'from',
  computes: true,
  fromArchive: 'archive',
  params: {},
  responses,
  errors: ['no_elements', 'too_many_queries', 'queries_busy'],
} as const satisfies Partial<RouteFacts>;

const seen =
  'Each track has its entry and exit, positions in the ICRS, angular speed and direction, when it is sunlit, an estimated magnitude, and the error to expect by the age of the elements. As JSON, CSV, or VOTable. Counts one request for every four minutes of exposure.';

const query = { ...exposureParameters, ...fieldParameters, ...trackParameters };
const imageQuery = { ...exposureParameters, ...trackParameters };
type Query = Values<typeof query>;

export const fieldOfView = route(
  {
    ...facts,
    id: 'listFieldTracks',
    summary: 'List objects that cross a field of view',
    description: `Everything with elements that crosses a part of the sky during an exposure, seen from a location. The field is a circle (\`ra_deg\`, \`dec_deg\`, \`radius_deg\`) or has four corners (\`corners\`); POST takes the FITS header of an image. ${seen}`,
    query,
  },
  (request) => respondWith(request, shapeOf(request.query), request.query.from),
);

/** The body of a POST request, unless it is the header as plain text. */
const imageBody = z
  .strictObject({
    header: z.string().min(1).openapi({
      description:
        'The FITS header of the image, with a solved world coordinate system: TAN, with or without SIP. Cards of 80 characters, or one to a line',
      example:
        "NAXIS1  = 4656\nNAXIS2  = 3520\nCTYPE1  = 'RA---TAN'\nCTYPE2  = 'DEC--TAN'\nCRVAL1  = 83.82\nCRVAL2  = -5.39\nCRPIX1  = 2328.5\nCRPIX2  = 1760.5\nCDELT1  = -0.0005\nCDELT2  = 0.0005",
    }),
  })
  .openapi('FieldImage');

export const fieldOfImage = route(
  {
    ...facts,
    id: 'listImageTracks',
    method: 'post',
    summary: 'List objects that crossed an image',
    description: `The same for the field of an image, by its FITS header: as JSON, or as plain text as it is. Positions have pixels, too. \`from\` and \`exposure_s\` are by default DATE-OBS and EXPTIME of the header. ${seen}`,
    query: imageQuery,
    body: imageBody,
  },
  async (request) => {
    const { wcs, exposure } = await readImage(request.context.request);
    const query = {
      ...request.query,
      exposure_s: request.query.exposure_s ?? exposure.exposure_s ?? undefined,
    };
    const { from } = request.query;
    if (from === undefined && exposure.from === null)
      throw badValue(
        'from',
        ['an instant such as 2026-08-22T18:00:00Z'],
        'The header has no DATE-OBS in UTC, and the request no from.',
        'Add from, the start of the exposure.',
      );
    if (query.exposure_s !== undefined && !(query.exposure_s > 0 && query.exposure_s <= LONGEST))
      throw badValue(
        'exposure_s',
        [`0.001..${LONGEST}`],
        `EXPTIME is ${query.exposure_s} s.`,
        `Add exposure_s, ${LONGEST} at most.`,
      );
    return respondWith({ ...request, query }, { kind: 'image', wcs }, from ?? new Date(exposure.from!).toISOString());
  },
);

async function readImage(request: Parameters<typeof readBody>[0]) {
  const invalid = (error: string, hint?: string, headers = {}) =>
    new ApiError('invalid_parameter', {
      error,
      hint: hint ?? 'Send the FITS header of the image as text.',
      headers,
      body: { parameter: 'header', allowed: ['a FITS header as text'] },
    });
  const body = await readBody(request, MAX_BODY_BYTES, invalid);
  try {
    return readWcs(headerIn(body, invalid));
  } catch (error) {
    if (error instanceof HeaderError) throw invalid(error.message, error.hint);
    throw error;
  }
}

/** The header in a body, which is plain text or JSON. */
function headerIn(body: string, invalid: (error: string) => Error): string {
  if (!body.trimStart().startsWith('{')) return body;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalid('The request body is neither a FITS header nor JSON.');
  }
  const read = imageBody.safeParse(value);
  if (read.success) return read.data.header;
  throw invalidValues('property', read.error.issues, value as Record<string, unknown>, acceptedIn(imageBody));
}

/** The field that a query names. Throws 400 if it names none, or two. */
function shapeOf({ ra_deg, dec_deg, radius_deg, corners }: Query): FieldShape {
  const circle = Object.entries({ ra_deg, dec_deg, radius_deg });
  const given = circle.filter(([, value]) => value !== undefined);
  if (corners !== undefined) {
    if (given.length > 0)
      throw badValue(
        given[0]![0],
        ['either corners, or ra_deg, dec_deg, and radius_deg'],
        'The request has two fields.',
      );
    const numbers = corners.split(',').map(Number);
    const places = [0, 2, 4, 6].map((n): StarPlace => [numbers[n]!, numbers[n + 1]!]);
    if (places.some(([ra, dec]) => ra < 0 || ra > 360 || Math.abs(dec) > 90))
      throw badValue('corners', [cornersAllowed], 'Right ascensions are 0 to 360°, declinations -90 to 90°.');
    return { kind: 'corners', corners: places };
  }
  const missing = circle.find(([, value]) => value === undefined);
  if (missing)
    throw badValue(
      missing[0],
      fieldParameters[missing[0] as keyof typeof fieldParameters].allowed,
      `The field has no ${missing[0]}.`,
      'Send ra_deg, dec_deg, and radius_deg; or corners; or POST the FITS header of an image.',
    );
  return { kind: 'circle', center: [ra_deg!, dec_deg!], radius_deg: radius_deg! };
}

type TrackRequest = RouteRequest<typeof facts.params, typeof imageQuery>;

/** The objects to find tracks of, and the sky to search. */
export async function skyFor(
  { context, from: { catalog }, asOf }: Pick<TrackRequest, 'context' | 'from'> & { asOf: AsOf | null },
  time: number,
) {
  return asOf ? skyAsOf(context, catalog, asOf, time) : skyOf(catalog);
}

async function respondWith(
  request: TrackRequest,
  shape: FieldShape,
  begin: string | undefined,
): Promise<RouteResponse> {
  const { context, from: release, query } = request;
  const form = chooseForm(forms, query.format, context.request.headers);
  const seconds = query.exposure_s ?? USUAL;
  const from = instantOf('from', begin, context.now);
  const step = query.step_s ?? seconds / USUAL_POSITIONS;
  if (seconds / step > MOST_POSITIONS)
    throw badValue('step_s', [`${seconds / MOST_POSITIONS} or more for this exposure`], 'The step is too short.');
  const field = readField(shape);
  await charge(context, fieldCost(seconds, field.radius));
  const { catalog } = release;
  const to = from + seconds * 1000;
  const [{ sky, objects, magnitudes }, measured] = await Promise.all([
    skyFor(request, (from + to) / 2),
    measuredBy(catalog),
  ]);
  const members = query.group === undefined ? null : new Set(await membersOf(catalog, query.group));
  const exposure: Exposure = {
    shape,
    observer: placeOf(query)!,
    from,
    to,
    step: step * 1000,
    refraction: query.refraction === true,
    minElevation: query.min_elevation_deg ?? 0,
    allowOld: query.allow_old === true,
    rows: members && new Set(objects.flatMap(({ norad_cat_id }, row) => (members.has(norad_cat_id) ? [row] : []))),
  };
  const found = await context.skies.ask(sky, 'tracks', exposure).catch((error: unknown) => {
    throw error instanceof BadField ? badValue(error.parameter, [], error.message, 'Narrow the request.') : error;
  });
  const all = found.tracks.map((track) => {
    const object = objects[track.row]!;
    return trackRecord(track, object, magnitudes.get(object.norad_cat_id) ?? null, measured);
  });
  const { max_magnitude: faintest } = query;
  const tracks = all
    .filter(({ magnitude }) => faintest === undefined || (magnitude !== null && magnitude <= faintest))
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at) || a.norad_cat_id - b.norad_cat_id);
  if (form === 'csv') return { type: forms.csv, body: tracksCsv(tracks) };
  if (form === 'votable') return { type: forms.votable, body: tracksVotable(tracks, placeNote) };
  const center = placeOfDirection(field.center);
  const data = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    frame: 'ICRS',
    note: placeNote,
    field: {
      ra_deg: roundedTurn(center.ra_deg, 6),
      dec_deg: rounded(center.dec_deg, 6),
      radius_deg: rounded((field.radius * 180) / Math.PI, 6),
    },
    count: tracks.length,
    omitted: {
      elements_too_old: found.tooOld.length,
      no_position: found.withoutPosition.length,
      unknown_magnitude:
        faintest === undefined ? 0 : all.filter(({ magnitude, sunlit }) => sunlit && magnitude === null).length,
    },
    tracks,
  };
  return jsonResponse({ data });
}

function readField(shape: FieldShape) {
  try {
    return fieldOf(shape);
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    throw badValue(error.parameter, [shape.kind === 'corners' ? cornersAllowed : 'another image'], error.message);
  }
}
