import type { Publisher } from '../publisher.ts';

export const publisher = {
  slug: 'satnogs',
  precedence: 40,
  name: 'SatNOGS DB',
  short_name: 'SatNOGS DB',
  url: 'https://db.satnogs.org',
  license: 'CC-BY-SA-4.0',
  license_url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  attribution: 'Satellite data from SatNOGS DB (db.satnogs.org), Libre Space Foundation and contributors',
  terms: '[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/): attribution and share-alike.',
  trust: 'medium',
  refresh: 'weekly, Sundays at 08:00 UTC',
  times: { all: '0 8 * * 0' },
  allows: { hours: 24, words: 'once a day is enough' },
  base: 'https://db.satnogs.org',
  reports: 'entry',
  objectives: [{ id: 'satnogs', name: 'Enrichment (SatNOGS DB)', files: /^satnogs\//, hours: 216 }],
  shares: ['identifiers'],
} as const satisfies Publisher;
