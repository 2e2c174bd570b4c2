import { z } from '@hono/zod-openapi';
import { celestrakColumns } from '../../orbit/formats/celestrak-forms.ts';
import { ommKeywords, ommOf } from '../../orbit/formats/omm.ts';
import { type OmmFormName, ommForms } from '../../orbit/formats/omm-forms.ts';
import { columns } from '../../schema/field.ts';
import { elementSet } from '../../schema/objects/elements.ts';
import { chooseForm } from '../negotiate.ts';
import { asOfParameter } from './archive/as-of.ts';
import { elementsAsOf, withAge } from './elements.ts';
import { format } from './parameter.ts';
import { responseForms, route } from './route.ts';
import { byNumber } from './satellites.ts';

const names = Object.keys(ommForms) as OmmFormName[];
const forms = Object.fromEntries(names.map((name) => [name, ommForms[name].mediaType])) as Record<OmmFormName, string>;

const elements = new Map(columns(elementSet).map((column) => [column.name.toUpperCase(), column]));
const constant: Readonly<Record<string, string>> = {
  CCSDS_OMM_VERS: 'Version of the message format: 3.0',
  CREATION_DATE: 'When the message was made: the time of the release (UTC)',
  ORIGINATOR: 'Who made the message',
  OBJECT_NAME: 'Name of the object; UNKNOWN if it has none',
  OBJECT_ID: 'COSPAR designator; UNKNOWN if it has none',
  CENTER_NAME: 'Body that it orbits: EARTH',
  REF_FRAME: 'Frame of the elements: TEME, true equator and mean equinox',
  TIME_SYSTEM: 'Time of the epoch: UTC',
  MEAN_ELEMENT_THEORY: 'Theory that the mean elements are of: SGP4',
};
const meaningOf = (name: string) => {
  const { meaning, unit } = elements.get(name) ?? {};
  return constant[name] ?? (unit === undefined ? meaning! : `${meaning} (${unit})`);
};
const message = z
  .object(
    Object.fromEntries(
      Object.entries(ommKeywords).map(([name, { number }]) => [
        name,
        (number ? z.number() : z.string()).describe(meaningOf(name)),
      ]),
    ),
  )
  .openapi('Omm', { description: 'The keywords of CCSDS 502.0-B-3; numbers have all digits of the source' });

export const omm = route(
  {
    id: 'getOmm',
    path: '/api/v1/satellites/{norad_cat_id}/omm',
    tag: 'Orbits',
    summary: 'Get an OMM',
    description:
      'The CCSDS OMM (502.0-B-3) of its newest elements, with all digits of the source and any catalog number, as JSON, NDM/XML, KVN, or CSV.',
    access: 'keyed',
    params: byNumber,
    query: { as_of: asOfParameter, format: format(forms) },
    fromArchive: 'archive',
    headers: ['X-Stale-Warning'],
    responses: responseForms(forms, z.object({ data: message })),
    errors: ['not_found', 'no_elements', 'not_acceptable'],
  },
  async (request) => {
    const { context, from, asOf, params, query } = request;
    const form = chooseForm(forms, query.format, context.request.headers);
    const id = params.norad_cat_id;
    const now = asOf?.at ?? context.now;
    const known = form === 'json' && (!asOf || asOf.release) ? from.catalog.orbit(id) : null;
    if (known) return withAge(known.epoch, { type: forms.json, body: known.omm }, now);
    const { elements, createdAt } = await elementsAsOf(request, id);
    const body = ommForms[form].write(ommOf(elements, createdAt));
    return withAge(elements.epoch, { type: forms[form], body }, now);
  },
);

/** An element set as CelesTrak's JSON has it: keywords of an OMM. */
export const celestrakMessage = z
  .object(
    Object.fromEntries(
      celestrakColumns.map((name) => [
        name,
        (ommKeywords[name].number ? z.number() : z.string()).describe(`The keyword ${name} of an OMM (CCSDS 502.0-B)`),
      ]),
    ),
  )
  .openapi('CelestrakOmm', { description: 'An element set with the keywords of an OMM, as CelesTrak writes it' });
