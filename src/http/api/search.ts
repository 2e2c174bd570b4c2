import { json } from '../respond.ts';
import { listOfRecords, paging } from './paging.ts';
import { required, searched } from './parameter.ts';
import { route } from './route.ts';
import { basicFilters, filterOf } from './satellite-query.ts';
import { satellitePage, summary } from './satellites.ts';

export const search = route(
  {
    id: 'search',
    path: '/api/v1/search',
    tag: 'Search',
    summary: 'Find objects by what people call them',
    description:
      'A bare number is a NORAD catalogue number; `1998-067A`, `98067A` and `1998-067` are COSPAR designators; all else is text over names, alternate names, operator and country, without regard to case and accents. Best first: the exact name, its beginning, whole words, operator or country, parts of words; active before inactive. Where nothing has the words, near spellings are tried.',
    access: 'keyed',
    params: {},
    query: { q: required(searched('What to look for', 'hubble')), ...basicFilters, ...paging },
    answers: [{ type: json, schema: listOfRecords(summary) }],
    errors: [],
  },
  async (asked) => {
    const { catalog } = asked.from;
    return satellitePage(asked, await catalog.search(asked.query.q, await filterOf(catalog, asked.query)));
  },
);
