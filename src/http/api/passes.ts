import { z } from '@hono/zod-openapi';
import { NoPosition } from '../../orbit/observer.ts';
import { findPasses, type Interval, type PassMoment } from '../../orbit/passes.ts';
import { ageInDays } from '../../orbit/stale.ts';
import { Refusal } from '../errors.ts';
import { json } from '../respond.ts';
import { elementsOf } from './elements.ts';
import { decimal, flag, type Parameter, required, text, whole } from './parameter.ts';
import { route } from './route.ts';
import { byNumber } from './satellites.ts';

const DAY_MS = 86_400_000;
/** From this age on, the place of an object in low orbit is a guess. */
const OLDEST_DAYS = 30;

const said = <S extends z.ZodType>(schema: S, description: string) => schema.openapi({ description });
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;
const instant = (meaning: string) => said(z.string(), `${meaning} (ISO 8601, UTC, to 0.1 s)`);
const moment = (what: string) =>
  said(
    z.object({
      at: instant(`Time of the ${what}`),
      azimuth_deg: said(z.number(), 'Azimuth, degrees from north by east'),
      elevation_deg: said(z.number(), 'Elevation, degrees'),
      range_km: said(z.number(), 'Range, km'),
    }),
    `The ${what}, or the edge of the window where the pass is in progress`,
  );
const intervals = (meaning: string) => said(z.array(z.object({ from: instant('Begin'), to: instant('End') })), meaning);
const pass = z
  .object({
    rise: moment('rise above the elevation'),
    culmination: moment('highest point'),
    set: moment('set below the elevation'),
    duration_s: said(z.number(), 'Seconds from rise to set'),
    in_progress: said(z.boolean(), 'Whether it was above when the window began, or still is when it ends'),
    visible: intervals('When the object is sunlit and the Sun is 6° or more below the horizon'),
    eclipse: intervals('When the object is in the shadow of the Earth'),
    magnitude: said(z.number().nullable(), 'Brightest magnitude while visible; null where its size is unknown'),
  })
  .openapi('Pass');

export const passes = route(
  {
    id: 'listPasses',
    path: '/api/v1/satellites/{norad_cat_id}/passes',
    tag: 'Orbits',
    summary: 'List passes over a place',
    description:
      'Every pass of an object over a place in a window of up to ten days: rise, highest point and set, when it is sunlit against a dark sky, and when it is in eclipse. `state` says whether it rises and sets there, is always up, or never rises. Times are as good as the elements: a day of age is about a second in low orbit.',
    access: 'keyed',
    params: byNumber,
    query: {
      lat: required(decimal('Latitude of the place, degrees (WGS84), north positive', -90, 90, 52.5)),
      lon: required(decimal('Longitude of the place, degrees (WGS84), east positive', -180, 180, 13.4)),
      alt_m: decimal('Height of the place above the ellipsoid, meters; 0 where left out', -500, 9000, 40),
      from: text(
        'Begin of the window; now where left out',
        instantText,
        'an instant in UTC such as 2026-08-22T18:00:00Z',
        '2026-08-22T18:00:00Z',
      ),
      days: whole('Length of the window, days', 1, 10, 5),
      min_elevation_deg: decimal('Passes are what is above this, degrees; 10 where left out', 0, 89, 10),
      visible: flag('Only passes that can be seen', ['true', 'false']),
      allow_old: flag('Answer also where the elements are more than 30 days from the window', ['true', 'false']),
    } satisfies Record<string, Parameter>,
    answers: [
      {
        type: json,
        schema: z.object({
          data: z
            .object({
              norad_cat_id: said(z.int(), 'Catalog number'),
              name: said(z.string(), 'Name of the object'),
              elements_epoch: said(z.string(), 'Epoch of the elements (UTC), as upstream writes it'),
              age_days: said(z.number(), 'Age of the elements at the begin of the window, days'),
              time_uncertainty_s: said(
                z.number().nullable(),
                'Error of the times, seconds; null where it is not known',
              ),
              state: said(
                z.enum(['rises_and_sets', 'always_up', 'never_rises']),
                'What the object does over this place',
              ),
              passes: said(z.array(pass), 'In order of time'),
            })
            .openapi('Passes'),
        }),
      },
    ],
    errors: ['not_found', 'no_elements', 'elements_too_old'],
  },
  ({ context, from: release, params, query }) => {
    const id = params.norad_cat_id;
    const { name, elements } = elementsOf(release.catalog, id);
    const from = query.from === undefined ? context.now : Date.parse(query.from);
    if (Number.isNaN(from)) throw new Refusal('invalid_parameter', { body: { parameter: 'from', allowed: [] } });
    const to = from + query.days * DAY_MS;
    const ages = [from, to].map((time) => Math.abs(ageInDays(elements.epoch, new Date(time))));
    const low = Number(elements.mean_motion) > 11.25;
    if (low && Math.max(...ages) > OLDEST_DAYS && query.allow_old !== true)
      throw new Refusal('elements_too_old', {
        error: `The elements of ${name} (${id}) are of ${elements.epoch}, ${Math.round(Math.max(...ages))} days from this window.`,
      });
    const search = {
      from,
      to,
      observer: { lat: query.lat, lon: query.lon, alt_m: query.alt_m ?? 0 },
      minElevation: query.min_elevation_deg ?? 10,
    };
    const found = searched(elements, search, name, id);
    const shown = query.visible === true ? found.passes.filter(({ visible }) => visible.length > 0) : found.passes;
    const data = {
      norad_cat_id: id,
      name,
      elements_epoch: elements.epoch,
      age_days: Math.round(ageInDays(elements.epoch, new Date(from)) * 100) / 100,
      time_uncertainty_s: null,
      state: found.state,
      passes: shown.map((one) => ({
        rise: momentOf(one.rise),
        culmination: momentOf(one.culmination),
        set: momentOf(one.set),
        duration_s: Math.round((one.set.at - one.rise.at) / 100) / 10,
        in_progress: one.in_progress,
        visible: one.visible.map(intervalOf),
        eclipse: one.eclipse.map(intervalOf),
        magnitude: one.magnitude,
      })),
    };
    return { type: json, body: `${JSON.stringify({ data })}\n` };
  },
);

/** Throws 404 where the object has decayed by then: it has no elements that hold. */
function searched(
  elements: Parameters<typeof findPasses>[0],
  search: Parameters<typeof findPasses>[1],
  name: string,
  id: number,
) {
  try {
    return findPasses(elements, search);
  } catch (error) {
    if (!(error instanceof NoPosition)) throw error;
    throw new Refusal('no_elements', {
      error: `${name} (${id}) has no position throughout this window: by its elements it has decayed by then.`,
    });
  }
}

const timeOf = (time: number): string => `${new Date(Math.round(time / 100) * 100).toISOString().slice(0, -3)}Z`;
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const momentOf = ({ at, azimuth_deg, elevation_deg, range_km }: PassMoment) => ({
  at: timeOf(at),
  azimuth_deg: rounded(azimuth_deg, 2),
  elevation_deg: rounded(elevation_deg, 2),
  range_km: rounded(range_km, 1),
});
const intervalOf = ({ from, to }: Interval) => ({ from: timeOf(from), to: timeOf(to) });
