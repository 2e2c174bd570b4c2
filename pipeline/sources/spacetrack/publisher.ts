import type { Publisher } from '../publisher.ts';

export const publisher = {
  slug: 'spacetrack',
  precedence: 30,
  name: 'Space-Track',
  short_name: 'Space-Track',
  url: 'https://www.space-track.org',
  license: 'Its user agreement',
  license_url: 'https://www.space-track.org/documentation#/user_agree',
  attribution: 'Source: Space-Track.org (18th Space Defense Squadron)',
  terms:
    'Only on servers whose operator has an account there and has decided to publish from it. Its [user agreement](https://www.space-track.org/documentation#/user_agree) applies: several projects quote that of 2026 as approving the redistribution of basic data with a citation (read in their documentation in November 2026). Read it yourself.',
  trust: 'high',
  refresh:
    'only with an account of the operator: element sets and reentry messages at 00:00, 06:00, 12:00 and 18:00 UTC, decays daily at 18:00 UTC',
  times: { elements: '0 0,6,12,18 * * *', catalogEntries: '0 18 * * *' },
  allows: {
    hours: 1,
    words:
      'element sets and reentry messages once an hour, decays once a day; under 30 requests a minute and 300 an hour',
  },
  base: 'https://www.space-track.org',
  objectives: [],
  shares: ['tracking', 'identifiers'],
} as const satisfies Publisher;
