import { z } from '@hono/zod-openapi';
import { satelliteRecord } from '../../schema/record.ts';
import { json } from '../answer.ts';
import { Refusal } from '../errors.ts';
import { named } from './named.ts';
import { required, whole } from './parameter.ts';
import { route } from './route.ts';

const most = 999_999_999;

/** The catalogue number in a path. */
export const byNumber = {
  norad_cat_id: required({ ...whole('NORAD catalogue number', 1, most, 25544), allowed: [`1..${most}`] }),
};

/** The answer for a catalogue number that nothing has. */
export const noSatellite = (id: number) =>
  new Refusal('not_found', {
    error: `The catalog has no object with the catalogue number ${id}.`,
    hint: 'Look it up by name or COSPAR designator: /api/v1/search?q=…',
  });

export const satellite = route(
  {
    id: 'getSatellite',
    path: '/api/v1/satellites/{norad_cat_id}',
    tag: 'Satellites',
    summary: 'One satellite, with every claim about it',
    description:
      'The whole record: its values, who claims each of them (`claims`), and how sure each is and why (`provenance`). A field on which sources disagree is CONFLICTING, and every side stands in `claims`.',
    access: 'keyed',
    params: byNumber,
    query: {},
    answers: [{ type: json, schema: z.object({ data: named(satelliteRecord, 'Satellite') }) }],
    errors: ['not_found'],
  },
  ({ from, params }) => {
    const body = from.catalog.record(params.norad_cat_id);
    if (!body) throw noSatellite(params.norad_cat_id);
    return { type: json, body };
  },
);
