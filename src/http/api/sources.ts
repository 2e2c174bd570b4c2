import { freshnessAt } from '../../schema/release/freshness.ts';
import { type Source, source } from '../../schema/release/source.ts';
import { json } from '../respond.ts';
import { dataOf, listOfRecords, listResponse, paging } from './paging.ts';
import { named, responseForms, route } from './route.ts';

export const sources = route(
  {
    id: 'listSources',
    path: '/api/v1/sources',
    tag: 'Catalog',
    summary: 'List sources',
    description:
      'The sources of the release: license, required attribution, number of rows and claims, and current freshness. `stale` means that a scheduled refresh is overdue or that the newest file was invalid.',
    access: 'keyed',
    params: {},
    query: paging,
    responses: responseForms({ json }, listOfRecords(named(source, 'Source'))),
    errors: [],
  },
  async (request) => {
    const { limit, offset } = request.query;
    const all = await request.from.catalog.sources();
    const now = new Date(request.context.now);
    const refreshing = await request.context.refreshing();
    const shown = all.slice(offset, offset + limit).map((text) => {
      const one = JSON.parse(text) as Source;
      return JSON.stringify({ ...one, ...freshnessAt(one, refreshing, now) });
    });
    return listResponse(request, all.length, dataOf(shown));
  },
);
