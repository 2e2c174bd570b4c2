import type { Publisher } from '../publisher.ts';

export const publisher = {
  slug: 'wikidata',
  precedence: 50,
  name: 'Wikidata',
  short_name: 'Wikidata',
  url: 'https://www.wikidata.org',
  license: 'CC0-1.0',
  license_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Satellite data from Wikidata (wikidata.org), CC0',
  terms: '[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): no attribution required; we credit it anyway.',
  trust: 'medium',
  refresh: 'weekly, Sundays at 08:30 UTC',
  times: { all: '30 8 * * 0' },
  allows: { hours: 24, words: '60 s of query time per 60 s, 5 concurrent queries' },
  base: 'https://query.wikidata.org',
  reports: 'entry',
  objectives: [{ id: 'wikidata', name: 'Enrichment (Wikidata)', files: /^wikidata\//, hours: 216 }],
  shares: ['identifiers'],
} as const satisfies Publisher;
