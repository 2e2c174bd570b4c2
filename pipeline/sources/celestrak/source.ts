import { groupDefinitions, groupFile } from '../../../src/schema/objects/group.ts';
import type { Download, Source } from '../source.ts';
import { gpActive, gpGroup } from './gp.ts';
import { publisher } from './publisher.ts';
import { satcat } from './satcat.ts';

/** Queries besides the groups that together reach every object with public elements: no group has debris and rocket bodies. */
const queries = [
  { query: 'NAME=R%2FB', file: 'gp-name-rb' },
  { query: 'NAME=DEB', file: 'gp-name-deb' },
  { query: 'NAME=COOLANT', file: 'gp-name-coolant' },
  { query: 'SPECIAL=GPZ-PLUS', file: 'gp-special-gpz-plus' },
  { query: 'SPECIAL=DECAYING', file: 'gp-special-decaying' },
];

/** Element sets as CSV, never as TLE, which lacks every object above 99,999. */
const elements = (query: string, file: string, schedule: string): Download => ({
  file: `${file}.csv`,
  path: `/NORAD/elements/gp.php?${query}&FORMAT=csv`,
  schedule,
  ...(file === groupFile('active') ? { essential: true } : { mayBeEmpty: true }),
});

export const source: Source = {
  ...publisher,
  downloads: [
    {
      file: 'satcat.csv',
      path: '/pub/satcat.csv',
      schedule: publisher.times.catalogEntries,
      listing: '/satcat/jsonDir.php',
      essential: true,
    },
    ...groupDefinitions.map(({ slug, schedule }) =>
      elements(`GROUP=${slug}`, groupFile(slug), schedule ? publisher.times[schedule] : publisher.times.groups),
    ),
    ...queries.map(({ query, file }) => elements(query, file, publisher.times.groups)),
  ],
  // CelesTrak blocks addresses that collect 301, 403, 404 and 500: a refused request is never repeated.
  fetchPolicy: {
    pause: 2000,
    interval: 2,
    retries: 1,
    retryStatuses: [],
    maxBytes: 64 * 2 ** 20,
    contact: false,
    budget: { requests: 120, megabytes: 30, notFound: 10 },
  },
  files: [satcat, gpActive, gpGroup],
};
