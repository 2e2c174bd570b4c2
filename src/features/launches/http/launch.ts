import { z } from '@hono/zod-openapi';
import { launchIdOf } from '../../../http/api/lists/release-values.ts';
import { listOfRecords, listResponse, paging } from '../../../http/api/paging.ts';
import { required, text } from '../../../http/api/parameter.ts';
import { named, responseForms, route } from '../../../http/api/route.ts';
import { summaries, summary } from '../../../http/api/satellites.ts';
import { ApiError } from '../../../http/errors.ts';
import { json } from '../../../http/respond.ts';
import { factsOfLaunch, factsOfObjects, launch as launchRecord } from '../../../schema/objects/launch.ts';
import { claimRecord } from '../../../schema/objects/record.ts';

const claim = z
  .object({
    field: z.enum([...factsOfObjects, ...factsOfLaunch]).describe('The field of the claim'),
    value_text: claimRecord.shape.value_text,
    value_numeric: claimRecord.shape.value_numeric,
    value_date: claimRecord.shape.value_date,
    value_bool: claimRecord.shape.value_bool,
    source: claimRecord.shape.source,
    source_record: z.string().describe('A row of the source with this value'),
    raw: claimRecord.shape.raw,
    uncertain: z.boolean().describe('Whether the source always marks it as uncertain'),
    objects: z
      .int()
      .nullable()
      .describe('Number of objects of the launch with this claim; null if it is about the launch itself'),
  })
  .openapi('LaunchClaim');

export const launch = route(
  {
    id: 'getLaunch',
    path: '/api/v1/launches/{launch_id}',
    tag: 'Catalog',
    summary: 'Get a launch, its sources and its objects',
    description:
      'The launch as in `/api/v1/launches`, each source’s claims about it, and a page of its objects, payloads first. Objects released by a space station have the designator of the station, but a launch of their own.',
    access: 'keyed',
    params: {
      launch_id: required(
        text(
          'Year and number of the launch; `1998-67` is `1998-067`',
          /^\d{4}-\d{1,3}$/,
          'a launch such as 1998-067',
          '1998-067',
        ),
      ),
    },
    query: paging,
    responses: responseForms(
      { json },
      z.object({
        data: named(launchRecord, 'Launch')
          .extend({
            claims: z.array(claim).describe('Claims of the sources, by field, most frequent first'),
            satellites: z.array(summary).describe('A page of its objects, payloads first'),
          })
          .openapi('LaunchWithSatellites'),
        meta: listOfRecords(summary).shape.meta,
      }),
    ),
    errors: ['not_found'],
  },
  async (request) => {
    const { catalog } = request.from;
    const id = launchIdOf(request.params.launch_id);
    const found = await catalog.launch(id);
    if (!found)
      throw new ApiError('not_found', {
        error: `The catalog has no launch ${id}.`,
        hint: '/api/v1/launches lists every launch with a COSPAR designator; most failed launches have none.',
      });
    const ids = await catalog.pages.launched(id);
    const { limit, offset } = request.query;
    const page = await summaries(catalog, ids.subarray(offset, offset + limit));
    const claims = JSON.stringify(found.claims.map((one) => ({ ...one, value_numeric: null, value_bool: null })));
    return listResponse(
      request,
      ids.length,
      `{"data":${found.json.slice(0, -1)},"claims":${claims},"satellites":[${page.join(',')}]}}`,
    );
  },
);
