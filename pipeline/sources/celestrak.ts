import { groupDefinitions, groupFile } from '../../src/schema/objects/group.ts';
import { publisher } from '../../src/schema/release/publishers.ts';
import { gpActive, gpGroup } from './celestrak-gp.ts';
import { satcat } from './celestrak-satcat.ts';
import type { Download, Source } from './source.ts';

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

const terms = publisher('celestrak');

export const celestrak: Source = {
  ...terms,
  downloads: [
    {
      file: 'satcat.csv',
      path: '/pub/satcat.csv',
      schedule: terms.times.catalogEntries,
      listing: '/satcat/jsonDir.php',
      essential: true,
    },
    ...groupDefinitions.map(({ slug, schedule }) =>
      elements(`GROUP=${slug}`, groupFile(slug), schedule ? terms.times[schedule] : terms.times.groups),
    ),
    ...queries.map(({ query, file }) => elements(query, file, terms.times.groups)),
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
