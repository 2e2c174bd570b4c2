import type { Publisher } from '../publisher.ts';

export const publisher = {
  slug: 'gcat',
  precedence: 20,
  name: 'GCAT: General Catalog of Artificial Space Objects',
  short_name: 'GCAT',
  url: 'https://planet4589.org/space/gcat',
  license: 'CC-BY-4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'data from GCAT (J. McDowell, planet4589.org/space/gcat)',
  terms:
    "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). Cite: McDowell, Jonathan C., 2020. *General Catalog of Artificial Space Objects*, https://planet4589.org/space/gcat, with the release used. Orbweaver decodes its codes and dates; each claim's `raw` has the original text.",
  trust: 'high',
  refresh: 'daily at 07:30 UTC',
  times: { all: '30 7 * * *' },
  allows: { hours: 24, words: 'none stated; updated about once a day' },
  base: 'https://planet4589.org/space/gcat',
  reports: 'https://planet4589.org/jcm/index.html',
  objectives: [{ id: 'gcat', name: 'Launches and operators (GCAT)', files: /^gcat\//, hours: 36 }],
  shares: ['tracking', 'identifiers'],
} as const satisfies Publisher;
