import { z } from '@hono/zod-openapi';
import { tleText } from '../../orbit/formats/omm-forms.ts';
import { writeTle } from '../../orbit/formats/tle.ts';
import { staleWarning } from '../../orbit/propagate.ts';
import { ApiError } from '../errors.ts';
import { chooseForm } from '../negotiate.ts';
import { json, jsonResponse } from '../respond.ts';
import { asOfParameter } from './archive/as-of.ts';
import { elementsAsOf, validityFields, validityOf, validityShape, withAge } from './elements.ts';
import { format } from './parameter.ts';
import { route } from './route.ts';
import { byNumber } from './satellites.ts';

const plain = 'text/plain; charset=utf-8';
const forms = { text: plain, json };

const tleRecord = z
  .object({
    norad_cat_id: z.int().positive().describe('Catalog number'),
    name: z.string().describe('Name of the object in the element set; its record may have another'),
    epoch: z.string().describe('Epoch of the elements (UTC), as upstream writes it'),
    line1: z.string().length(69).describe('First line'),
    line2: z.string().length(69).describe('Second line'),
    tle: z.string().describe('Name and both lines, each ending in a line feed'),
    ...validityShape,
    stale_warning: z
      .string()
      .nullable()
      .describe('A message with the age of the elements if they are older than three days; otherwise null'),
  })
  .openapi('Tle');

/** The lines of an element set. Throws 422 if it does not fit into a TLE. */
function tleOf(elements: Parameters<typeof writeTle>[0]) {
  const written = writeTle(elements, elements.object_name);
  if (written.ok) return written;
  throw new ApiError('tle_not_expressible', {
    error: written.reason,
    hint: `Request the OMM instead, which has no fixed columns: /api/v1/satellites/${elements.norad_cat_id}/omm`,
  });
}

export const tle = route(
  {
    id: 'getTle',
    path: '/api/v1/satellites/{norad_cat_id}/tle',
    tag: 'Orbits',
    summary: 'Get a TLE',
    description:
      'Three lines: name, line 1, line 2. Catalog numbers from 100000 to 339999 are written in Alpha-5. Values that do not fit the columns of a TLE return a 422 and are never truncated: request the OMM instead. Elements older than three days come with a warning.',
    access: 'keyed',
    params: byNumber,
    query: { as_of: asOfParameter, format: format(forms) },
    fromArchive: 'archive',
    headers: ['X-Stale-Warning'],
    responses: [
      { type: plain, schema: z.string().describe('Name, line 1, line 2') },
      { type: json, schema: z.object({ data: tleRecord }) },
    ],
    errors: ['not_found', 'no_elements', 'not_acceptable', 'tle_not_expressible'],
  },
  async (request) => {
    const { context, from, asOf, params, query } = request;
    const id = params.norad_cat_id;
    const now = asOf?.at ?? context.now;
    const form = chooseForm(forms, query.format, context.request.headers);
    const known = form === 'text' && (!asOf || asOf.release) ? from.catalog.orbit(id) : null;
    if (known?.tle) return withAge(known.epoch, { type: plain, body: known.tle }, now);
    const { elements } = await elementsAsOf(request, id);
    const { line1, line2, ...found } = tleOf(elements);
    const { epoch, object_name: name } = elements;
    const text = tleText({ ...found, line1, line2 });
    if (form === 'text') return withAge(epoch, { type: plain, body: text }, now);
    const stale_warning = staleWarning(epoch, new Date(now));
    const validity = validityFields(await validityOf(from.catalog, elements));
    const data = { norad_cat_id: id, name, epoch, line1, line2, tle: text, ...validity, stale_warning };
    return withAge(epoch, jsonResponse({ data }), now);
  },
);
