import { releaseTimes, untilNow } from '../../../http/api/archive/coverage.ts';
import { dateOrInstant, timeOf } from '../../../http/api/instant.ts';
import { codes } from '../../../http/api/lists/comma-list.ts';
import { coveredRecords, dataOf, listResponse, paging } from '../../../http/api/paging.ts';
import { named, responseForms, route } from '../../../http/api/route.ts';
import { json } from '../../../http/respond.ts';
import { releaseCoverage } from '../../../orbit/coverage.ts';
import { event } from '../../../schema/changes/event.ts';
import { eventTypes } from '../../../schema/vocabulary.ts';

/** Events by their type and time. With none of these parameters the same path is a public file. */
export const eventQuery = route(
  {
    id: 'queryEvents',
    path: '/api/v1/events',
    tag: 'Catalog',
    summary: 'Query events',
    description:
      'Events of these types, detected since a time, newest first. Events are differences between releases: `meta.coverage` has the parts of the range without any, where an empty list means nothing.',
    access: 'keyed',
    params: {},
    query: {
      type: codes('Only events of these types', eventTypes, 'reentry'),
      since: dateOrInstant('Only events detected at this time or later: `detected_at`', '2026-08-22T00:00:00Z'),
      ...paging,
    },
    responses: responseForms({ json }, coveredRecords(named(event, 'Event'))),
    errors: [],
  },
  async (request) => {
    const { type: types, since, limit, offset } = request.query;
    const { total, texts } = await request.from.catalog.queryEvents({ types, since }, { limit, offset });
    const { context, from } = request;
    const times = await releaseTimes(context.archive, from.release.manifest.generated_at);
    const begin = since === undefined ? times[0]! : timeOf(since);
    const now = untilNow(context.now);
    // Nothing was looked at after now: the range of a later `since` is empty.
    const coverage = releaseCoverage(times, { from: Math.min(begin, now), to: now });
    return listResponse(request, total, dataOf(texts), { coverage });
  },
);
