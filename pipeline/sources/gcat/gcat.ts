import type { Source } from '../source.ts';
import { psatcat, psatcat100k } from './psatcat.ts';
import { satcat, satcat100k } from './satcat.ts';
import { launches, lv, orgs, sites } from './tables.ts';

export const gcat: Source = {
  slug: 'gcat',
  name: 'GCAT: General Catalog of Artificial Space Objects',
  url: 'https://planet4589.org/space/gcat',
  license: 'CC-BY-4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'data from GCAT (J. McDowell, planet4589.org/space/gcat)',
  refresh: 'daily at 07:30 UTC',
  schedule: ['30 7 * * *'],
  files: [orgs, sites, lv, launches, satcat, satcat100k, psatcat, psatcat100k],
};
