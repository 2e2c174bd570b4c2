import { json } from '../respond.ts';
import { listOfRecords, paging } from './paging.ts';
import { responseForms, route } from './route.ts';
import { satellitePage, summary } from './satellites.ts';

export const reentries = route(
  {
    id: 'listReentries',
    path: '/api/v1/reentries',
    tag: 'Catalog',
    summary: 'List reentries',
    description:
      'Every object with the status DECAYED, ordered by the newest change of its record, then by the latest decay date.',
    access: 'keyed',
    params: {},
    query: paging,
    responses: responseForms({ json }, listOfRecords(summary)),
    errors: [],
  },
  async (request) => satellitePage(request, await request.from.catalog.reentries()),
);
