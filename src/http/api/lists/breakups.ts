import { z } from '@hono/zod-openapi';
import { LEAST_PIECES } from '../../../query/separation.ts';
import { breakup as breakupRecord } from '../../../schema/objects/breakup.ts';
import { ApiError } from '../../errors.ts';
import { json } from '../../respond.ts';
import { dataOf, listOfRecords, listResponse, paging } from '../paging.ts';
import { required, text } from '../parameter.ts';
import { named, responseForms, route } from '../route.ts';
import { summaries, summary } from '../satellites.ts';

const record = named(breakupRecord, 'Breakup');

export const breakups = route(
  {
    id: 'listBreakups',
    path: '/api/v1/breakups',
    tag: 'Satellites',
    summary: 'List break-ups',
    description: `Objects from which ${LEAST_PIECES} or more cataloged pieces of debris separated on one day, by GCAT, most pieces first. The cause is not stated: collisions, explosions, and pieces that were shed are not distinguished. A release without GCAT's catalog has none.`,
    access: 'keyed',
    params: {},
    query: paging,
    responses: responseForms({ json }, listOfRecords(record)),
    errors: [],
  },
  async (request) => {
    const all = await request.from.catalog.breakups();
    const { limit, offset } = request.query;
    const page = all.slice(offset, offset + limit).map((one) => JSON.stringify(one));
    return listResponse(request, all.length, dataOf(page));
  },
);

export const breakup = route(
  {
    id: 'getBreakup',
    path: '/api/v1/breakups/{id}',
    tag: 'Satellites',
    summary: 'Get a break-up and its pieces',
    description: 'A break-up as in `/api/v1/breakups`, and a page of its cataloged pieces: those in orbit first.',
    access: 'keyed',
    params: {
      id: required(
        text(
          'The number of the object in GCAT, and the day of the separation',
          /^[A-Z]\d+-\d{4}-\d{2}-\d{2}$/,
          'an id from /api/v1/breakups, such as S22675-2009-02-10',
          'S190066-2024-03-05',
        ),
      ),
    },
    query: paging,
    responses: responseForms(
      { json },
      z.object({
        data: record
          .extend({ satellites: z.array(summary).describe('A page of its pieces, those in orbit first') })
          .openapi('BreakupWithSatellites'),
        meta: listOfRecords(summary).shape.meta,
      }),
    ),
    errors: ['not_found'],
  },
  async (request) => {
    const { catalog } = request.from;
    const { id } = request.params;
    const found = (await catalog.breakups()).find((one) => one.id === id);
    if (!found)
      throw new ApiError('not_found', {
        error: `The catalog has no break-up ${id}.`,
        hint: `/api/v1/breakups lists every day on which ${LEAST_PIECES} or more cataloged pieces of debris separated from an object.`,
      });
    const pieces = await catalog.pieces(found);
    const { limit, offset } = request.query;
    const page = await summaries(catalog, pieces.subarray(offset, offset + limit));
    return listResponse(
      request,
      pieces.length,
      `{"data":${JSON.stringify(found).slice(0, -1)},"satellites":[${page.join(',')}]}}`,
    );
  },
);
