import { json } from '../respond.ts';
import { asOfParameter } from './archive/as-of.ts';
import { metaOfRemoved, removedBySearch } from './archive/removed.ts';
import { elementFormOf, elementList, elementResponses, listFormat, withElements } from './lists/element-list.ts';
import { basicFilters, filterOf } from './lists/satellite-query.ts';
import { paging, searchResults } from './paging.ts';
import { required, searched } from './parameter.ts';
import { route } from './route.ts';
import { satellitePage, summary } from './satellites.ts';

export const search = route(
  {
    id: 'search',
    path: '/api/v1/search',
    tag: 'Search',
    summary: 'Search objects',
    description:
      'A bare number is a NORAD catalog number, as are `NORAD 25544`, `#25544` and `S25544`; `1998-067A`, `98067A`, `2025-20A`, `COSPAR 1998-067A` and `1998-067` are COSPAR designators; `145.8` and `437.8 MHz` are frequencies of a downlink or uplink. Anything else is matched as text against names, alternate names, operator, and country, ignoring case and accents. Results are ordered by match: the exact name, its beginning, whole words, operator or country, parts of words; active objects come before inactive ones. If nothing matches, close spellings are tried; numbers and designators are never replaced or dropped. `meta.match` reports how the first result matches, and `meta.corrected` which words were searched instead.',
    access: 'keyed',
    params: {},
    query: {
      q: required(searched('Search text', 'hubble')),
      ...basicFilters,
      as_of: asOfParameter,
      format: listFormat,
      ...paging,
    },
    fromArchive: 'catalog',
    headers: ['X-Elements-Omitted'],
    responses: [{ type: json, schema: searchResults(summary) }, ...elementResponses],
    errors: ['not_acceptable'],
  },
  async (request) => {
    const { catalog } = request.from;
    const form = elementFormOf(request.context, request.query.format);
    const filter = await filterOf(catalog, request.query);
    const search = await catalog.search(request.query.q, form === null ? filter : withElements(filter));
    if (form !== null) return elementList(catalog, search.ids, filter, form);
    const removed = await removedBySearch(request.context, request.from, request.query.q);
    return satellitePage(request, search.ids, { search, removed: metaOfRemoved(removed) });
  },
);
