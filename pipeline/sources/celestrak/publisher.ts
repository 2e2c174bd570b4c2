import type { Publisher } from '../publisher.ts';

export const publisher = {
  slug: 'celestrak',
  precedence: 10,
  name: 'CelesTrak',
  short_name: 'CelesTrak',
  url: 'https://celestrak.org',
  license: 'None stated',
  license_url: 'https://celestrak.org/usage-policy.php',
  attribution: 'Orbital data: CelesTrak (celestrak.org), source 18 SDS / Space-Track',
  terms:
    'No license stated. Credit it, and follow its [usage policy](https://celestrak.org/usage-policy.php): download from Orbweaver or use your own copy instead of downloading repeatedly from CelesTrak.',
  trust: 'high',
  refresh:
    'active objects at 00:00, 06:00, 12:00 and 18:00 UTC; groups, debris and rocket bodies daily at 12:00 UTC; catalog entries daily at 06:15 UTC',
  times: {
    elements: '0 0,6,12,18 * * *',
    /** Groups, debris and rocket bodies: once a day, at the time of one of the element refreshes. */
    groups: '0 12 * * *',
    catalogEntries: '15 6 * * *',
  },
  allows: { hours: 2, words: 'one download of a group per update, every two hours; three or four checks a day' },
  base: 'https://celestrak.org',
  objectives: [
    { id: 'elements', name: 'Elements (CelesTrak)', files: /^celestrak\/gp-active\./, hours: 13 },
    {
      id: 'groups',
      name: 'Groups, debris, and rocket bodies (CelesTrak)',
      files: /^celestrak\/gp-(?!active\.)/,
      hours: 36,
    },
    { id: 'catalog', name: 'Catalog entries (CelesTrak)', files: /^celestrak\/satcat/, hours: 36 },
  ],
  reports: 'https://celestrak.org/webmaster.php',
  current: 'SATCAT and the element sets are reviewed every day, and their entries carry no dates',
  shares: ['tracking', 'identifiers'],
} as const satisfies Publisher;
