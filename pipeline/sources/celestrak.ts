import { gpCsv, gpJson } from './celestrak-gp.ts';
import { satcat } from './celestrak-satcat.ts';
import type { Source } from './source.ts';

export const celestrak: Source = {
  slug: 'celestrak',
  name: 'CelesTrak',
  url: 'https://celestrak.org',
  license: 'None stated',
  license_url: 'https://celestrak.org/usage-policy.php',
  attribution: 'Orbital data: CelesTrak (celestrak.org), source 18 SDS / Space-Track',
  refresh: 'elements at 00:00, 06:00, 12:00 and 18:00 UTC; catalog entries daily at 06:15 UTC',
  schedule: ['0 0,6,12,18 * * *', '15 6 * * *'],
  files: [satcat, gpCsv, gpJson],
};
