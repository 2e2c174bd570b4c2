import { refreshTimes, timesOf } from '../../../src/schema/refresh-times.ts';
import type { Source } from '../source.ts';
import { psatcat, psatcat100k } from './psatcat.ts';
import { satcat, satcat100k } from './satcat.ts';
import { launches, lv, orgs, sites } from './tables.ts';

const files = [orgs, sites, lv, launches, satcat, satcat100k, psatcat, psatcat100k];

export const gcat: Source = {
  slug: 'gcat',
  name: 'GCAT: General Catalog of Artificial Space Objects',
  url: 'https://planet4589.org/space/gcat',
  license: 'CC-BY-4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'data from GCAT (J. McDowell, planet4589.org/space/gcat)',
  refresh: 'daily at 07:30 UTC',
  schedule: timesOf.gcat,
  base: 'https://planet4589.org/space/gcat',
  downloads: files.map(({ path }) => ({
    file: path.slice(path.lastIndexOf('/') + 1),
    path,
    schedule: refreshTimes.launchesAndOperators,
  })),
  fetchPolicy: {
    pause: 1000,
    interval: 1,
    retries: 3,
    retryStatuses: [429, 500, 502, 503, 504],
    maxBytes: 128 * 2 ** 20,
    contact: false,
  },
  files,
};
