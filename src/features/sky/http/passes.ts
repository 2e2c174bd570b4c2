import { z } from '@hono/zod-openapi';
import { boolean, decimal, format, type Parameter } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber } from '../../../http/api/satellites.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { jsonResponse, type RouteResponse } from '../../../http/respond.ts';
import { elementFacts } from '../../../orbit/observation/element-facts.ts';
import { findPasses, type PassSearch } from '../../../orbit/observation/passes.ts';
import type { MeasuredErrors } from '../../../orbit/position-error.ts';
import { transmitterTerms } from '../../../schema/objects/transmitter-data.ts';
import { licensedAs } from '../../../schema/release/public-route.ts';
import {
  frequenciesOf,
  frequencyParameters,
  frequencyRows,
  passFrequency,
  transmitterRecord,
  tunedTransmitter,
  tuningOf,
} from '../../radio/http/pass-frequencies.ts';
import { radioObjects, radioParameters } from '../../radio/http/transmitters.ts';
import { magnitudesOf } from './catalog-objects.ts';
import { ephemerisCost } from './cost.ts';
import { type ObjectPass, pass, passesText, passForms, passRecord } from './pass-record.ts';
import { horizon, horizonOf, place, placeOf } from './place.ts';
import { allowOld, factFields, measuredBy, type Positionable, positionable, positionRefusal } from './sky-elements.ts';
import { windowOf, windowParameters } from './window.ts';

/** Hours of a window. */
const lengths = { usual: 120, longest: 240 };

/** The parameters of a search for passes, besides place and window. */
export const passFilters = {
  min_elevation_deg: decimal('Minimum elevation of passes, degrees. Default: 10', 0, 89, 10),
  horizon,
  refraction: boolean('Whether elevations include atmospheric refraction. Default: false'),
  visible: boolean('Only visible passes'),
  allow_old: allowOld,
  format: format(passForms),
} satisfies Record<string, Parameter>;

const states = z.enum(['rises_and_sets', 'always_up', 'never_rises']);

/** The passes of one object in a response, and the facts about its visibility from the place. */
export const objectPasses = z.object({
  norad_cat_id: z.int().describe('Catalog number'),
  name: z.string().describe('Name of the object'),
  ...factFields,
  state: states.describe('Whether the object rises and sets at this location'),
  passes: z.array(pass).describe('In order of time'),
});

/** `objectPasses` for a request that may name a transmitter of the object. */
const tunedPasses = objectPasses
  .extend({
    transmitter: tunedTransmitter.optional().describe('With `transmitter`: the transmitter of the frequencies'),
    passes: z
      .array(
        pass
          .extend({
            frequency: passFrequency
              .optional()
              .describe('With `transmitter`: frequencies corrected for the Doppler shift'),
          })
          .openapi('ObjectPass'),
      )
      .describe('In order of time'),
  })
  .openapi('Passes');

/** The search that a query describes. */
export const searchOf = (
  query: {
    readonly lat: number;
    readonly lon: number;
    readonly alt_m: number | undefined;
    readonly min_elevation_deg: number | undefined;
    readonly horizon: string | undefined;
    readonly refraction: boolean | undefined;
  },
  { from, to }: { readonly from: number; readonly to: number },
): PassSearch => ({
  from,
  to,
  observer: placeOf(query)!,
  minElevation: query.min_elevation_deg ?? 10,
  refraction: query.refraction === true,
  horizon: horizonOf(query.horizon),
});

export const passes = route(
  {
    id: 'listPasses',
    path: '/api/v1/satellites/{norad_cat_id}/passes',
    tag: 'Orbits',
    summary: 'List passes over a location',
    description:
      'Passes of an object over a location in a window of up to ten days: rise, highest point, and set, and the periods when it is visible or in eclipse. `state` reports whether it rises and sets there, is always up, or never rises. `time_uncertainty_s` is the error due to the age of the elements. With `transmitter`, each pass has Doppler-corrected frequencies at rise, highest point, and set, and every `step_s` seconds. With `mode`, `band`, `frequency`, `audible`, or `purpose`, the list is empty unless the object matches. As JSON, CSV, or iCalendar. Counts one request; with `transmitter`, one for every 5,000 rows of frequencies.',
    access: 'keyed',
    ofNow: 'from',
    computes: true,
    params: byNumber,
    query: {
      ...place,
      ...windowParameters('ten days at most. Default: five days'),
      ...passFilters,
      ...radioParameters,
      ...frequencyParameters,
    },
    responses: responseForms(passForms, z.object({ data: tunedPasses })),
    errors: ['not_found', 'no_elements', 'elements_too_old'],
  },
  async ({ context, from: release, params, query }): Promise<RouteResponse> => {
    const form = chooseForm(passForms, query.format, context.request.headers);
    const search = searchOf(query, windowOf(query, context.now, lengths));
    const { catalog } = release;
    const object = await positionable(catalog, params.norad_cat_id, [search.from, search.to], query.allow_old === true);
    const tuning = await tuningOf(catalog, object.id, query);
    const magnitudes = await magnitudesOf(catalog, [object.id]);
    const standardMagnitude = magnitudes.get(object.id) ?? null;
    const found = searched(object, { ...search, standardMagnitude }, query.visible, await measuredBy(catalog));
    const selected = await radioObjects(catalog, radioQuery(query));
    const rows = selected?.includes(object.id) === false ? [] : found.rows;
    const headers = tuning ? licensedAs(transmitterTerms.license) : {};
    if (tuning) {
      const passes = rows.map((row) => row.pass);
      await charge(context, ephemerisCost(frequencyRows(passes, tuning)));
      const frequency = frequenciesOf(object, search, tuning);
      for (const row of rows) row.frequency = frequency(row.pass);
    }
    if (form !== 'json') {
      const body = passesText(form, rows, search, release, tuning?.transmitter);
      return { type: passForms[form], body, headers };
    }
    const data = {
      ...found.head,
      ...(tuning && { transmitter: transmitterRecord(tuning) }),
      passes: rows.map(passRecord),
    };
    return { ...jsonResponse({ data }), headers };
  },
);

/** The parameters of a query for purpose and transmitters. */
export const radioQuery = ({ mode, band, frequency, audible, purpose }: Parameters<typeof radioObjects>[1]) => ({
  mode,
  band,
  frequency,
  audible,
  purpose,
});

/**
 * The passes of an object, or only the visible ones with `visibleOnly`, with the facts that the response states about
 * it. Throws NoPosition.
 */
export function passesOf(
  object: Positionable,
  search: PassSearch,
  visibleOnly: boolean | undefined,
  measured: MeasuredErrors,
) {
  const { id, name, elements } = object;
  const { state, passes } = findPasses(elements, { ...search, ...object.limits });
  const facts = (time: number) => elementFacts(object, time, measured);
  return {
    head: { norad_cat_id: id, name, ...facts(search.from), state },
    rows: passes
      .filter(({ visible }) => !visibleOnly || visible.length > 0)
      .map((pass): ObjectPass => ({ id, name, pass, elements, facts: facts(pass.culmination.at) })),
  };
}

/** Like `passesOf`, but throws the error of the API instead of NoPosition. */
function searched(...given: Parameters<typeof passesOf>): ReturnType<typeof passesOf> {
  try {
    return passesOf(...given);
  } catch (error) {
    throw positionRefusal(error, given[0], given[1].to);
  }
}
