import { refreshTimes, timesOf } from '../../src/schema/refresh-times.ts';
import { gpCsv, gpJson } from './celestrak-gp.ts';
import { satcat } from './celestrak-satcat.ts';
import type { Download, Source } from './source.ts';

/**
 * The groups that hold everything with public elements between them: there is no group of all. The debris clouds are in
 * none of the others, and what was launched this month is not in `active` yet. An object may be in several.
 */
const groups = [
  'last-30-days',
  'stations',
  'visual',
  'analyst',
  'fengyun-1c-debris',
  'cosmos-2251-debris',
  'iridium-33-debris',
  'cosmos-1408-debris',
];
const specials = ['gpz-plus', 'decaying'];

const elements = (query: string, name: string, format: 'csv' | 'json'): Download => ({
  file: `gp-${name}.${format}`,
  path: `/NORAD/elements/gp.php?${query}=${name}&FORMAT=${format}`,
  schedule: refreshTimes.elements,
  mayBeEmpty: format === 'json',
});

export const celestrak: Source = {
  slug: 'celestrak',
  name: 'CelesTrak',
  url: 'https://celestrak.org',
  license: 'None stated',
  license_url: 'https://celestrak.org/usage-policy.php',
  attribution: 'Orbital data: CelesTrak (celestrak.org), source 18 SDS / Space-Track',
  refresh: 'elements at 00:00, 06:00, 12:00 and 18:00 UTC; catalog entries daily at 06:15 UTC',
  schedule: timesOf.celestrak,
  base: 'https://celestrak.org',
  downloads: [
    { file: 'satcat.csv', path: '/pub/satcat.csv', schedule: refreshTimes.catalogEntries },
    elements('GROUP', 'active', 'csv'),
    ...groups.map((name) => elements('GROUP', name, 'json')),
    ...specials.map((name) => elements('SPECIAL', name, 'json')),
  ],
  // It blocks addresses that collect 301, 403, 404 and 500: no answer of its own is ever asked for again.
  manners: { pause: 2000, interval: 2, retries: 1, retryStatuses: [], mostBytes: 64 * 2 ** 20, contact: false },
  files: [satcat, gpCsv, gpJson],
};
